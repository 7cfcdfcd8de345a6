model FastDampedMode "A slow drive, and an oscillator a thousand times faster that dies out"
  Real x(start = 0, fixed = true), v(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(y) = cos(time) - 0.2*y;
  der(x) = v;
  der(v) = -1e6*(x - y) - 100*v;
  annotation(experiment(StopTime = 10, Tolerance = 1e-6));
end FastDampedMode;
