// at 10: ratio = 0 tol 1e-5
// at 10: slip = 0 tol 1e-10
// source: w = w(0) exp(-t (b1 + b2)/(J1 + J2)); the starts 1 and 1.5 contradict each other, neither is fixed
model Halves
  parameter Real J1 = 1, J2 = 1, b1 = 1e-2, b2 = 5e-3;
  Real w1(start = 1), w2(start = 1.5), torque;
equation
  J1*der(w1) = -b1*w1 + torque;
  J2*der(w2) = -b2*w2 - torque;
end Halves;

model Clutch "both halves coupled: index 2"
  extends Halves;
  parameter Real w0(fixed = false, start = 1) "solved for: the speed at the start";
  Real slip = w1 - w2, ratio = w1/w0 - exp(-(b1 + b2)/(J1 + J2)*time);
initial equation
  w0 = w1;
equation
  w1 = w2 "coupled";
  annotation (experiment(StopTime = 10));
end Clutch;
