// at 0: vout = -15 tol 0
// at 1: v = 15 tol 1e-6
// source: of the three solutions at the start (-15, 0 and 15) the simplified argument chooses the lower one [MLS36, 3.7.4.2]
model M "a comparator with positive feedback"
  parameter Real A = 15, gain = 15000;
  Real vin = 0.6*vout - v, vout, v(start = 0, fixed = true);
equation
  vout = homotopy(actual = if gain*vin > A then A else if gain*vin < -A then -A else gain*vin, simplified = -A);
  der(v) = -vout;
end M;
