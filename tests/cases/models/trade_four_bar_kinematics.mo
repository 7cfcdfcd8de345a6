// at 1: coupler = 0.488053540861695 tol 1e-05
// at 3: coupler = 0.9732416327266 tol 1e-05
// at 5: coupler = 0.738010464911196 tol 1e-05
// at 1: rocker = 1.86921846871276 tol 2e-05
// at 3: rocker = 2.45929333825084 tol 2e-05
// at 5: rocker = 1.61200462490701 tol 2e-05
// at 1: pin[1] = 2.46496886495631 tol 3e-05
// at 3: pin[1] = 1.25968782218734 tol 3e-05
// at 5: pin[1] = 3.09700840924136 tol 3e-05
// source: law of cosines
model FourBarKinematics
  function along input Real length; input Real angle; output Real p[2];
  algorithm p := length*{cos(angle), sin(angle)}; end along;
  parameter Real a = 1, b = 3, c = 2.5, d = 3.2;
  Real theta(start = 0.5, fixed = true), coupler(start = 0.6), rocker(start = 1.4), pin[2];
equation
  der(theta) = 2*3.141592653589793/5;
  pin = along(a, theta) + along(b, coupler);
  pin = {d, 0} + along(c, rocker);
  annotation(experiment(StopTime = 5));
end FourBarKinematics;
