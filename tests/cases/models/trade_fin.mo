// at 0.5: T[1] = 68.7557571462236 tol 0.0007
// at 3: T[1] = 74.26437890063 tol 0.0007
// at 0.5: T[12] = 7.09296854752298 tol 0.0004
// at 3: T[12] = 44.4622569160749 tol 0.0004
// at 0.5: q[1] = 449.769714151056 tol 0.03
// at 3: q[1] = 229.424843974798 tol 0.03
// source: matrix exponential in 25 digits
model Fin
  constant Integer n = 12;
  parameter Real g = 40, loss = 0.3, base = 80;
  Real T[n](each start = 0, each fixed = true), q[n + 1];
equation
  q[1] = g*(base - T[1]);
  for k in 2:n loop q[k] = g*(T[k - 1] - T[k]); end for;
  q[n + 1] = 0;
  for k in 1:n loop der(T[k]) = q[k] - q[k + 1] - loss*T[k]; end for;
  annotation(experiment(StopTime = 3));
end Fin;
