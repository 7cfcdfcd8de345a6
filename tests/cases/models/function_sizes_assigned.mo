// at 1: r[1] = 1 tol 1e-9
// at 1: r[2] = 4 tol 1e-9
// at 1: r[3] = 9 tol 1e-9
// at 1: s = 3 tol 1e-9
// at 1: c = 2 tol 1e-9
// at 1: t = 5 tol 1e-6
// source: variables of a function that are declared with ':' take the size of what is assigned [MLS36, 12.4.5]; squares of 1 to 3, their
// number; the larger of the two halves has 2 elements; 2 + 3 for time > 0.5
function squares
  input Integer n;
  output Real y[:];
protected
  Real all[:];
algorithm
  for i in 1:n loop
    all := cat(1, all, {i^2});
  end for;
  y := all;
end squares;
function number
  input Real x[:];
  output Integer n;
protected
  Real copy[:];
algorithm
  copy := x;
  n := size(copy, 1);
end number;
function total
  input Real u;
  output Real y;
protected
  Real pair[:];
algorithm
  if u > 0.5 then
    pair := {2, 3};
  else
    pair := {0, 0};
  end if;
  y := sum(pair);
end total;
model M
  type E = enumeration(a, b, c);
  Real r[:] = squares(3);
  Real s = number({1, 2, 3});
  constant E most = max(E.a, E.b), least = min({E.b, E.c});
  Real c = Integer(most)*Integer(least)/2;
  Real t = total(time);
end M;
