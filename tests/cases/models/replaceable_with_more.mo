// at 1: f.part.z = 9 tol 1e-12
// at 1: f.total = 12 tol 1e-12
// at 1: g.total = 3 tol 1e-12
// source: what takes a place may have more than the constraining type asks for, and may get it by inheritance (MLS 6.4 and 7.3.2)
model Asked
  Real x = 1;
end Asked;
model Large
  extends Asked(x = 2);
  Real y = 1;
end Large;
model Larger
  extends Large(x = 3);
  Real z = 9;
end Larger;
model Frame
  replaceable model Part = Large constrainedby Asked;
  Part part;
  replaceable Large beside constrainedby Asked;
  Real total = part.x + extra;
  parameter Real extra = 0;
end Frame;
model M
  Frame f(redeclare model Part = Larger, redeclare Larger beside, extra = 9), g(extra = 1);
end M;
