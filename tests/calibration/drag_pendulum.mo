model DragPendulum "A rod with drag: index 3"
  Real x(start = 0.8, fixed = true), y(start = -0.6), F;
  Real vx(start = 0, fixed = true), vy;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x - 0.1*vx*sqrt(vx^2 + vy^2 + 1e-4);
  der(vy) = -F*y - 9.81 - 0.1*vy*sqrt(vx^2 + vy^2 + 1e-4);
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 15, Tolerance = 1e-6));
end DragPendulum;
