// at 1: inertia1.phi = -0.4098279925077 tol 1e-5
// at 1: inertia2.phi = 0.263925448932 tol 1e-5
// at 1: phi1 = -0.4098279925077 tol 1e-5
// source: fourth-order Runge-Kutta with 20000 steps on the equations of both inertias
package Rotational
  connector Flange
    Modelica.Units.SI.Angle phi;
    flow Modelica.Units.SI.Torque tau;
  end Flange;
  partial model TwoFlanges
    Flange a, b;
    Real phi_rel = b.phi - a.phi;
  end TwoFlanges;
  model Inertia
    parameter Real J = 1, phi0 = 0, w0 = 0;
    Flange a, b;
    Real phi(start = phi0, fixed = true), w(start = w0, fixed = true);
  equation
    a.phi = phi;
    b.phi = phi;
    w = der(phi);
    J*der(w) = a.tau + b.tau;
  end Inertia;
  model Spring
    extends TwoFlanges;
    parameter Real c = 5;
  equation
    b.tau = c*phi_rel;
    a.tau + b.tau = 0;
  end Spring;
  model Damper
    extends TwoFlanges;
    parameter Real d = 0.2;
  equation
    b.tau = d*der(phi_rel);
    a.tau + b.tau = 0;
  end Damper;
  model Ground
    Flange f;
  equation
    f.phi = 0;
  end Ground;
  model Train "two inertias with springs and dampers, one of them grounded"
    Inertia inertia1(J = 0.4, phi0 = 0), inertia2(J = 1, phi0 = 1);
    Spring spring1(c = 11), spring2(c = 5);
    Damper damper1, damper2(d = 1);
    Ground ground;
    Real phi1(start = 0, fixed = true), phi2(start = 1, fixed = true), w1(start = 0, fixed = true), w2(start = 0, fixed = true);
  equation
    connect(ground.f, spring2.a);
    connect(ground.f, damper2.a);
    connect(spring2.b, inertia2.a);
    connect(damper2.b, inertia2.a);
    connect(inertia2.b, spring1.a);
    connect(inertia2.b, damper1.a);
    connect(spring1.b, inertia1.a);
    connect(damper1.b, inertia1.a);
    w1 = der(phi1);
    w2 = der(phi2);
    0.4*der(w1) = 11*(phi2 - phi1) + 0.2*der(phi2 - phi1);
    1*der(w2) = -11*(phi2 - phi1) - 0.2*der(phi2 - phi1) - 5*phi2 - 1*der(phi2);
    annotation (experiment(StopTime = 1));
  end Train;
end Rotational;
