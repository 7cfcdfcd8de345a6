// at 0.001: i = 5.49601311032387 tol 0.0005
// at 0.05: i = 0.752502767848412 tol 0.0005
// at 0.001: w = 12.9797966872226 tol 0.03
// at 0.05: w = 347.784351081805 tol 0.03
// at 0.001: out = 0.0865319779148176 tol 0.0002
// at 0.05: out = 2.31856234054537 tol 0.0002
// source: matrix exponential in 25 digits
model DcMotor
  parameter Real R = 2.1, L = 0.5e-3, k = 0.03, J = 1e-5, b = 1e-5, n = 150 "gear";
  Real i(start = 0, fixed = true), w(start = 0, fixed = true), out, torque;
equation
  L*der(i) = 12 - R*i - k*w;
  J*der(w) = torque - b*w;
  torque = k*i;
  n*out = w;
  annotation(experiment(StopTime = 0.05));
end DcMotor;
