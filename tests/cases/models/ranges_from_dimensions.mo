// at 0: s = 6 tol 0
// at 0: t = 21.5 tol 1e-12
// at 0: both = 1 tol 0
// at 0: last = 3 tol 0
// source: without a range a loop variable takes the values of the dimension: literals, false and true, or numbers [MLS36, 11.2.2.1]
model M
  type E = enumeration(a, b, c);
  E e[E];
  Boolean on[Boolean];
  Real x[2, E], s, t;
  Boolean both = on[true] and not on[false];
  E last = e[E.c];
equation
  for k loop
    on[k] = k;
  end for;
  s = sum(Integer(e[k]) for k);
  t = sum(x);
algorithm
  for k loop
    e[k] := k;
  end for;
  for i, k loop
    x[i, k] := i + Integer(k)*0.5 + (if k == E.b then 1 else 0) + (if k >= E.b and i == 2 then 1.5 else 0) + 0.5*(2 - i);
  end for;
end M;
