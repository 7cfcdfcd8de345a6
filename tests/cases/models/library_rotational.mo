// at 1: load.phi = 0.5403023058681398 tol 1e-5
// at 1: motor.phi = 1.6209069176044193 tol 1e-5
// at 1: spring.tau = 0.5403023058681398 tol 1e-4
// source: J phi" = -c phi with J = 1/2 + (1/18)*9 = 1 and c = 1: cos(t); a gear of ratio 3
package Rotational
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  connector Flange_a
    extends Flange;
  end Flange_a;
  connector Flange_b
    extends Flange;
  end Flange_b;
  partial model TwoFlanges
    Flange_a a;
    Flange_b b;
  end TwoFlanges;
  partial model Compliant
    extends TwoFlanges;
    Real phi_rel = b.phi - a.phi, tau = b.tau;
  equation
    a.tau = -tau;
  end Compliant;
  model Inertia
    extends TwoFlanges;
    parameter Real J = 1;
    Real phi, w;
  equation
    phi = a.phi;
    phi = b.phi;
    w = der(phi);
    J*der(w) = a.tau + b.tau;
  end Inertia;
  model Spring
    extends Compliant;
    parameter Real c = 1;
  equation
    tau = c*phi_rel;
  end Spring;
  model Damper
    extends Compliant;
    parameter Real d = 0;
  equation
    tau = d*der(phi_rel);
  end Damper;
  model Gear
    extends TwoFlanges;
    parameter Real ratio = 1;
  equation
    a.phi = ratio*b.phi;
    0 = ratio*a.tau + b.tau;
  end Gear;
  model Fixed
    Flange_b flange;
    parameter Real phi0 = 0;
  equation
    flange.phi = phi0;
  end Fixed;
  model Torque
    Flange_b flange;
    input Real tau = 0;
  equation
    flange.tau = -tau;
  end Torque;
  model SpringDamper
    extends TwoFlanges;
    Spring s;
    Damper d;
  equation
    connect(a, s.a);
    connect(b, s.b);
    connect(a, d.a);
    connect(b, d.b);
  end SpringDamper;
end Rotational;
model M
  import Rotational.*;
  Inertia motor(J = 1/18), load(J = 0.5, phi(start = 1, fixed = true), w(start = 0, fixed = true));
  Gear gear(ratio = 3);
  Spring spring;
  SpringDamper loose(s(c = 0));
  Fixed wall;
  Torque drive;
equation
  connect(drive.flange, motor.a);
  connect(motor.b, gear.a);
  connect(gear.b, load.a);
  connect(load.b, spring.b);
  connect(spring.a, wall.flange);
  connect(loose.a, wall.flange);
  connect(loose.b, load.b);
end M;
