// at 0: b.y = 21 tol 1e-12
// source: modifiers of the constraining clause stay when the class is redeclared, and in what extends it [MLS36, 7.3.2]
partial model Base
  parameter Real k = 1;
  Real y;
end Base;
model Two
  extends Base;
equation
  y = 2*k;
end Two;
model Three
  extends Base;
equation
  y = 3*k;
end Three;
model A
  replaceable model R = Two constrainedby Base(k = 7);
  model Here
    extends R;
  end Here;
  Here h;
  Real y = h.y;
end A;
model M
  A b(redeclare model R = Three);
end M;
