// at 0: s = 0 tol 0
// at 0: t = 0 tol 0
// source: an array of records may have no elements, and is still one of records: as an argument, in an equation, as the value of another [MLS36, 10.7]
record Pair
  Real a;
  Real b;
end Pair;
function total
  input Pair p[:];
  output Real sum = 0;
algorithm
  for i in 1:size(p, 1) loop
    sum := sum + p[i].a;
  end for;
end total;
model M
  parameter Integer n = 0;
  parameter Pair none[0];
  parameter Pair copy[:] = none;
  Pair z[n];
  Real s = total(none) + size(copy, 1) + sum(none.a);
  Real t = total(z) + total(copy) + sum(z[i].b for i in 1:n);
equation
  z = none;
end M;
