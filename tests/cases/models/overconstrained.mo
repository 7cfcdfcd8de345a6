// at 1: right.b.R.c = 0.5403023058681398 tol 1e-6
// at 1: left.b.R.s = 0.8414709848078965 tol 1e-6
// at 1: d = 0 tol 1e-9
// source: two rigid bars turn with the ground: cos(1), sin(1); the loop is closed by one equation less [MLS36, 9.4]
record Orientation
  Real c;
  Real s;
  function equalityConstraint
    input Orientation one;
    input Orientation two;
    output Real residue[0];
  algorithm
  end equalityConstraint;
end Orientation;
connector Frame
  Orientation R;
  flow Real t;
end Frame;
model Ground
  Frame f;
equation
  Connections.root(f.R);
  f.R.c = cos(time);
  f.R.s = sin(time);
end Ground;
model Bar
  Frame a, b;
equation
  Connections.branch(a.R, b.R);
  if Connections.rooted(a.R) then
    b.R = a.R;
  else
    a.R = b.R;
  end if;
  a.t + b.t = 0;
end Bar;
model M
  Ground g;
  Bar left, right;
  Real d = left.b.R.c - right.b.R.c;
equation
  connect(g.f, left.a);
  connect(g.f, right.a);
  connect(left.b, right.b);
  left.a.t = 0;
end M;
