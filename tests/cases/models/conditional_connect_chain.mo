// at 0: b.y = 3 tol 1e-12
// at 0: c.y = 8 tol 1e-12
// source: connections to components whose condition is false are removed [MLS36, 4.4.5]
model Src
  output Real y = 3;
end Src;
connector In = input Real;
connector Out = output Real;
model Block
  parameter Boolean external_ = true;
  In u if external_;
  Out y;
protected
  In internal;
equation
  connect(u, internal);
  if not external_ then
    internal = 8;
  end if;
  y = internal;
end Block;
model M
  Out s = 3;
  Block b, c(external_ = false);
equation
  connect(s, b.u);
end M;
