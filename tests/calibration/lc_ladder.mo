model LcLadder "A line of coils and capacitors: oscillations that no method may leave out"
  parameter Integer n = 15;
  Real i[n](each start = 0, each fixed = true), u[n](each start = 0, each fixed = true);
equation
  for k in 1:n loop
    der(i[k]) = (if k == 1 then sin(0.7*time) else u[k - 1]) - u[k];
    der(u[k]) = i[k] - (if k == n then u[k] else i[k + 1]);
  end for;
  annotation(experiment(StopTime = 40, Tolerance = 1e-6));
end LcLadder;
