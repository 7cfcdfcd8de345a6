model HessenbergIndex2 "A nonlinear index-2 problem in Hessenberg form with a known solution"
  Real y1(start = 1, fixed = true), y2(start = 1);
  Real z(start = 1);
equation
  der(y1) = y1*y2^2*z^2 "first";
  der(y2) = y1^2*y2^2 - 3*y2^2*z "second";
  y1^2*y2 = 1 "constraint";
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end HessenbergIndex2;
