// at 0.5: v = 2 tol 1e-8
// at 1.5: v = 2.5 tol 1e-8
// at 1.5: i = 1 tol 1e-7
// at 3: v = 4 tol 1e-8
// at 3: i = 0 tol 1e-8
// at 5: v = 6 tol 1e-7
// source: a capacitor that a switch connects to a source: charge passes at 4.5
model M
  Real v(start = 2, fixed = true), i, V; Boolean closed;
equation
  V = if time < 1 then 2 else 1 + time; 
  der(v) = i;
  closed = (time > 1.25 and time < 3) or time > 4.5;
  0 = if closed then v - V else i - (if time < 1 then 0 elseif time > 1.25 and time <3.5 then 0 else 1);
  annotation(experiment(StopTime = 5));
end M;
