package Rotational "A small library of rotational components"
  connector Flange
    Real phi "angle";
    flow Real tau "torque into the component";
  end Flange;

  model Inertia
    parameter Real J = 1;
    Flange a, b;
    Real phi, w;
  equation
    phi = a.phi;
    phi = b.phi;
    w = der(phi);
    J*der(w) = a.tau + b.tau;
  end Inertia;

  model Gear "ideal: angles and torques in a fixed ratio"
    parameter Real ratio = 1;
    Flange a, b;
  equation
    a.phi = ratio*b.phi;
    ratio*a.tau + b.tau = 0;
  end Gear;

  model SpringDamper
    parameter Real c = 1, d = 0;
    Flange a, b;
    Real phi_rel;
  equation
    phi_rel = b.phi - a.phi;
    b.tau = c*phi_rel + d*der(phi_rel);
    a.tau + b.tau = 0;
  end SpringDamper;

  model Torque
    parameter Real amplitude = 1, w = 1;
    Flange b;
  equation
    b.tau = -amplitude*sin(w*time);
  end Torque;

  model DriveTrain "motor and drum on one gear, hence rigidly coupled; a load behind an elastic shaft"
    Torque torque(amplitude = 10, w = 2);
    Inertia motor(J = 0.1);
    Gear gear(ratio = 5);
    Inertia drum(J = 2, phi(start = 0, fixed = true), w(start = 0, fixed = true));
    SpringDamper shaft(c = 40, d = 0.8);
    Inertia load(J = 3, phi(start = 0.2, fixed = true), w(start = 0, fixed = true));
  equation
    connect(torque.b, motor.a);
    connect(motor.b, gear.a);
    connect(gear.b, drum.a);
    connect(drum.b, shaft.a);
    connect(shaft.b, load.a);
    annotation(experiment(StopTime = 3, Tolerance = 1e-8));
  end DriveTrain;
end Rotational;
