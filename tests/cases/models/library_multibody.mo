// at 1: guide.s = 2.35466902230846 tol 1e-8
// at 1: pin.phi = -1.4342559106238362 tol 1e-8
// at 1: drive.tau = 5.460267880646278 tol 1e-8
// at 0: guide.s = 3 tol 1e-8
// source: slider crank, r = 1, L = 2, phi = time: s = cos(phi) + sqrt(4 - sin(phi)^2), tau = -F*ds/dphi with F = 5.
// The loop of orientations is closed by the equality of one angle [MLS36, 9.4].
package Planar "Bodies in the plane whose frames carry two numbers for one angle"
  record Orientation
    Real c;
    Real s;
    function equalityConstraint
      input Orientation one;
      input Orientation two;
      output Real residue[1];
    algorithm
      residue := {one.c*two.s - one.s*two.c};
    end equalityConstraint;
  end Orientation;
  function rotated
    input Orientation R;
    input Real phi;
    output Orientation Q;
  algorithm
    Q := Orientation(c = R.c*cos(phi) - R.s*sin(phi), s = R.s*cos(phi) + R.c*sin(phi));
  end rotated;
  function resolve
    input Orientation R;
    input Real v[2];
    output Real w[2] = {R.c*v[1] - R.s*v[2], R.s*v[1] + R.c*v[2]};
  end resolve;
  connector Frame
    Real x[2];
    Orientation R;
    flow Real f[2];
    flow Real t;
  end Frame;
  model World
    Frame f;
  equation
    Connections.root(f.R);
    f.x = {0, 0};
    f.R = Orientation(1, 0);
  end World;
  partial model TwoFrames
    Frame a;
    Frame b;
  equation
    Connections.branch(a.R, b.R);
    a.f + b.f = zeros(2);
  end TwoFrames;
  partial model Translation
    extends TwoFrames;
    Real r[2];
  equation
    b.x = a.x + r;
    if Connections.rooted(a.R) then
      b.R = a.R;
    else
      a.R = b.R;
    end if;
    a.t + b.t + r[1]*b.f[2] - r[2]*b.f[1] = 0;
  end Translation;
  model Bar
    extends Translation;
    parameter Real L = 1;
  equation
    r = resolve(a.R, {L, 0});
  end Bar;
  model Prismatic
    extends Translation;
    Real s(start = 3);
  equation
    r = resolve(a.R, {s, 0});
    resolve(a.R, {1, 0})*b.f = 0;
  end Prismatic;
  partial model Rotation
    extends TwoFrames;
    Real phi;
    Real tau;
  equation
    b.x = a.x;
    if Connections.rooted(a.R) then
      b.R = rotated(a.R, phi);
    else
      a.R = rotated(b.R, -phi);
    end if;
    a.t + b.t = 0;
    b.t + tau = 0;
  end Rotation;
  model Revolute
    extends Rotation;
  equation
    tau = 0;
  end Revolute;
  model Drive
    extends Rotation;
    parameter Real w = 1;
  equation
    phi = w*time;
  end Drive;
  model Force
    Frame a;
    parameter Real F = 1;
  equation
    a.f = {-F, 0};
    a.t = 0;
  end Force;
end Planar;
model M
  import Planar.*;
  World world;
  Drive drive;
  Bar crank(L = 1);
  Revolute pin;
  Bar rod(L = 2);
  Revolute pin2;
  Prismatic guide;
  Force load(F = 5);
equation
  connect(world.f, drive.a);
  connect(drive.b, crank.a);
  connect(crank.b, pin.a);
  connect(pin.b, rod.a);
  connect(rod.b, pin2.a);
  connect(pin2.b, guide.b);
  connect(guide.a, world.f);
  connect(load.a, guide.b);
end M;
