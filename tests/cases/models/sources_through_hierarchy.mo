// at 1: box.deep.u = 2 tol 1e-12
// at 1: box.y = 6 tol 1e-12
// at 1: out = 6 tol 1e-12
// source: an input of a component is a sink where it is connected from outside and the one source inside; likewise an output (MLS 9.3)
connector RealInput = input Real;
connector RealOutput = output Real;
block Gain
  parameter Real k = 3;
  RealInput u;
  RealOutput y = k*u;
end Gain;
block Box
  RealInput u;
  RealOutput y;
  Gain deep, unused(k = 1);
equation
  connect(u, deep.u);
  connect(u, unused.u);
  connect(deep.y, y);
end Box;
block Source
  RealOutput y = 2*time;
end Source;
model M
  Source s;
  Box box;
  RealOutput out;
equation
  connect(s.y, box.u);
  connect(box.y, out);
end M;
