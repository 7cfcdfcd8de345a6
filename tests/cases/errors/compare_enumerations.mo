// expect: 5:19: cannot compare A and B
type A = enumeration(x, y);
type B = enumeration(x, y);
model M
  Real r = if A.x == B.x then 1 else 2;
end M;
