// at 0: u.y = 12 tol 1e-12
// source: a replaceable record redeclared by one with more fields
record R0
  Real a = 1;
end R0;
record R1
  extends R0(a = 2);
  Real b = 10;
end R1;
model U
  replaceable record R = R0;
  R r;
  Real y;
end U;
model U1
  extends U(redeclare record R = R1);
equation
  y = r.a + r.b;
end U1;
model M
  U1 u;
end M;
