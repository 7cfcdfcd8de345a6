// at 2: w1 = 1 tol 1e-9
// at 2: w2 = 1 tol 1e-9
// at 0.5: w1 = 4 tol 1e-9
// at 2: phi = 5 tol 1e-8
// source: momentum is conserved: 1*4 + 3*0 = (1 + 3)*1; phi = 4*1 + 1*1
model M
  parameter Real J1 = 1, J2 = 3;
  Real w1(start = 4, fixed = true), w2(start = 0, fixed = true), tau, phi(start = 0, fixed = true);
  Boolean locked(start = false);
equation
  J1*der(w1) = -tau;
  J2*der(w2) = tau;
  der(phi) = w1;
  if locked then
    w1 = w2;
  else
    tau = 0;
  end if;
  when time >= 1 then locked = true; end when;
  annotation(experiment(StopTime = 2));
end M;
