// at 0.004: vout = -0.452228542924345 tol 5e-06
// at 0.02: vout = -0.0282480236522227 tol 5e-06
// source: vout = -1/(RC) int vin
model IntegratorCircuit "ideal amplifier: its inputs have the same potential and take no current"
  parameter Real R = 47e3, C = 100e-9;
  Real vin, vout(start = 0, fixed = true), vminus, iR, vC;
equation
  vin = sin(300*time);
  vminus = 0;
  R*iR = vin - vminus;
  vC = vminus - vout;
  C*der(vC) = iR;
  annotation(experiment(StopTime = 0.02));
end IntegratorCircuit;
