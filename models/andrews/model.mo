model Andrews "Andrews' squeezing mechanism: seven bodies, three loops"
  parameter Real m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050, m6 = 0.00706, m7 = 0.05498;
  parameter Real I1 = 2.194e-6, I2 = 4.410e-7, I3 = 5.255e-6, I4 = 5.667e-7, I5 = 1.169e-5, I6 = 5.667e-7, I7 = 1.912e-5;
  parameter Real xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072;
  parameter Real c0 = 4530 "spring", l0 = 0.07785 "its rest length", mom = 0.033 "driving torque";
  parameter Real d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092;
  parameter Real ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308, tb = 0.00916;
  parameter Real u = 0.04, ua = 0.01228, ub = 0.00449, zf = 0.02, zt = 0.04, fa = 0.01421;
  parameter Real h4 = e - ea, h6 = zf - fa;
  Real beta(start = -0.0617138900142764496358948458001, fixed = true);
  Real Theta(start = 0);
  Real gamma(start = 0.455279819163070380255912382449);
  Real Phi(start = 0.222668390165885884674473185609);
  Real delta(start = 0.487364979543842550225598953530);
  Real Omega(start = -0.222668390165885884674473185609);
  Real epsilon(start = 1.23054744454982119249735015568);
  Real lambda[6];
  Real X, Y "the joint that all three loops share, seen from the centre of the crank";
  Real xd, yd, length, force "the spring";
initial equation
  der(beta) = 0;
equation
  X = rr*cos(beta) - d*cos(beta + Theta);
  Y = rr*sin(beta) - d*sin(beta + Theta);
  xd = sd*cos(gamma) + sc*sin(gamma) + xb;
  yd = sd*sin(gamma) - sc*cos(gamma) + yb;
  length = sqrt((xd - xc)^2 + (yd - yc)^2);
  force = -c0*(length - l0)/length;

  (m1*ra^2 + m2*(rr^2 - 2*da*rr*cos(Theta) + da^2) + I1 + I2)*der(der(beta)) + (m2*(da^2 - da*rr*cos(Theta)) + I2)*der(der(Theta))
    = mom - m2*da*rr*der(Theta)*(der(Theta) + 2*der(beta))*sin(Theta)
    - (-rr*sin(beta) + d*sin(beta + Theta))*(lambda[1] + lambda[3] + lambda[5])
    - (rr*cos(beta) - d*cos(beta + Theta))*(lambda[2] + lambda[4] + lambda[6]) "beta";
  (m2*(da^2 - da*rr*cos(Theta)) + I2)*der(der(beta)) + (m2*da^2 + I2)*der(der(Theta))
    = m2*da*rr*der(beta)^2*sin(Theta) - d*sin(beta + Theta)*(lambda[1] + lambda[3] + lambda[5])
    + d*cos(beta + Theta)*(lambda[2] + lambda[4] + lambda[6]) "Theta";
  (m3*(sa^2 + sb^2) + I3)*der(der(gamma))
    = force*((xd - xc)*(sc*cos(gamma) - sd*sin(gamma)) + (yd - yc)*(sd*cos(gamma) + sc*sin(gamma)))
    + ss*cos(gamma)*lambda[1] + ss*sin(gamma)*lambda[2] "gamma";
  (m4*h4^2 + I4)*der(der(Phi)) + (m4*(h4^2 + zt*h4*sin(Phi)) + I4)*der(der(delta))
    = m4*zt*h4*der(delta)^2*cos(Phi) + e*cos(Phi + delta)*lambda[3] + e*sin(Phi + delta)*lambda[4] "Phi";
  (m4*(h4^2 + zt*h4*sin(Phi)) + I4)*der(der(Phi))
    + (m4*(zt^2 + 2*zt*h4*sin(Phi) + h4^2) + m5*(ta^2 + tb^2) + I4 + I5)*der(der(delta))
    = -m4*zt*h4*der(Phi)*(der(Phi) + 2*der(delta))*cos(Phi)
    + (e*cos(Phi + delta) - zt*sin(delta))*lambda[3] + (e*sin(Phi + delta) + zt*cos(delta))*lambda[4] "delta";
  (m6*h6^2 + I6)*der(der(Omega)) + (m6*(h6^2 - u*h6*sin(Omega)) + I6)*der(der(epsilon))
    = -m6*u*h6*der(epsilon)^2*cos(Omega) - zf*sin(Omega + epsilon)*lambda[5] + zf*cos(Omega + epsilon)*lambda[6] "Omega";
  (m6*(h6^2 - u*h6*sin(Omega)) + I6)*der(der(Omega))
    + (m6*(h6^2 - 2*u*h6*sin(Omega) + u^2) + m7*(ua^2 + ub^2) + I6 + I7)*der(der(epsilon))
    = m6*u*h6*der(Omega)*(der(Omega) + 2*der(epsilon))*cos(Omega)
    - (zf*sin(Omega + epsilon) - u*cos(epsilon))*lambda[5] + (zf*cos(Omega + epsilon) + u*sin(epsilon))*lambda[6] "epsilon";

  X - ss*sin(gamma) - xb = 0 "loop 1 horizontal";
  Y + ss*cos(gamma) - yb = 0 "loop 1 vertical";
  X - e*sin(Phi + delta) - zt*cos(delta) - xa = 0 "loop 2 horizontal";
  Y + e*cos(Phi + delta) - zt*sin(delta) - ya = 0 "loop 2 vertical";
  X - zf*cos(Omega + epsilon) - u*sin(epsilon) - xa = 0 "loop 3 horizontal";
  Y - zf*sin(Omega + epsilon) + u*cos(epsilon) - ya = 0 "loop 3 vertical";
  annotation(experiment(StopTime = 0.03, Tolerance = 1e-9),
    __Trammel(animation = {line({0, 0}, {rr*cos(beta), rr*sin(beta)}, {X, Y}), polygon({X, Y}, {xb, yb}, {xd, yd}), spring({xd, yd}, {xc, yc}),
    line({xa, ya}, {xa + zt*cos(delta), ya + zt*sin(delta)}, {X, Y}), line({xa, ya}, {xa + u*sin(epsilon), ya - u*cos(epsilon)}, {X, Y}),
    point({X, Y}), trace({X, Y})}));
end Andrews;
