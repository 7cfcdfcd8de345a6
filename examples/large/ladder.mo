// A ladder of n sections: a coil and a resistor along, a capacitor with a diode across. A pulse runs down it.
model Ladder
  parameter Integer n = 50 "sections";
  parameter Real R = 0.1, L = 0.01, C = 0.01, Is = 1e-3 "of a diode", Vt = 0.5;
  Real v[n](each start = 0, each fixed = true);
  Real i[n](each start = 0, each fixed = true);
  Real leak[n] "through the diodes";
  Real source = if time < 0.1 then sin(31.41592653589793*time)^2 else 0;
equation
  for k in 1:n loop
    L*der(i[k]) = (if k == 1 then source else v[k - 1]) - v[k] - R*i[k];
    C*der(v[k]) = i[k] - (if k == n then 0 else i[k + 1]) - leak[k];
    leak[k] = Is*(exp(v[k]/Vt) - 1);
  end for;
  annotation(experiment(StopTime = 0.5, Tolerance = 1e-5));
end Ladder;
