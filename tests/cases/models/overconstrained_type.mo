// at 0: a.x = 0.3 tol 1e-12
// at 0: c.x = 0.3 tol 1e-12
// at 0: roots = 1 tol 0
// source: a type that is a number may have an equalityConstraint, too; the connection that closes the loop is broken, and nothing is left to hold there [MLS36, 9.4.1]
type Angle
  extends Real;
  function equalityConstraint
    input Angle one;
    input Angle other;
    output Real residue[0];
  algorithm
  end equalityConstraint;
end Angle;
connector K
  Angle phi;
end K;
model Part
  parameter Integer priority = 0;
  K p;
  K q;
  Real x = p.phi;
  Integer root = if Connections.isRoot(p.phi) then 1 else 0;
equation
  Connections.potentialRoot(p.phi, priority);
  Connections.branch(p.phi, q.phi);
  p.phi = q.phi;
  if Connections.isRoot(p.phi) then
    p.phi = 0.3;
  end if;
end Part;
model M
  Part a(priority = 2);
  Part b;
  Part c(priority = 5);
  Integer roots = a.root + 2*b.root + 4*c.root - 1;
equation
  connect(a.q, b.p);
  connect(b.q, c.p);
  connect(c.q, a.p);
end M;
