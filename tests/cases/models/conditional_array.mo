// at 1: y = 6 tol 1e-12
// source: MLS 4.4.5: a conditional array of components, seen in connect only
connector Pin
  Real v;
  flow Real i;
end Pin;
model Ground
  Pin p;
equation
  p.v = 6;
end Ground;
model A
  parameter Boolean with_pins = true;
  Pin q[1] if with_pins;
  Pin r;
  Real y = r.v;
equation
  connect(q[1], r);
  if not with_pins then
    r.i = 0;
  end if;
end A;
model M
  A a;
  A b(with_pins = false);
  Ground g;
  Ground k;
  Real y = a.y;
equation
  connect(a.q[1], g.p);
  connect(b.r, k.p);
end M;
