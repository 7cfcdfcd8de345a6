// at 1: a = 120 tol 1e-12
// at 1: b = 4 tol 1e-12
// at 1: c = 3 tol 1e-12
// at 1: d = 10 tol 1e-12
// source: for, while, break and return [MLS36, 11.2]
function factorial
  input Integer n;
  output Integer f = 1;
algorithm
  for i in 2:n loop
    f := f*i;
  end for;
end factorial;
function first_above
  input Real v[:];
  input Real limit;
  output Integer k = 0;
algorithm
  for i in 1:size(v, 1) loop
    k := i;
    if v[i] > limit then
      break;
    end if;
  end for;
end first_above;
function halvings
  input Integer n;
  output Integer k = 0;
protected
  Integer m = n;
algorithm
  while m > 1 loop
    m := div(m, 2);
    k := k + 1;
  end while;
end halvings;
function early
  input Real x;
  output Real y;
algorithm
  y := 10;
  if x > 0 then
    return;
  end if;
  y := 20;
end early;
model M
  Real a = factorial(5), b = first_above({1, 2, 3, 9, 2}, 3), c = halvings(8), d = early(time + 1);
end M;
