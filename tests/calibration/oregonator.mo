model Oregonator "An oscillating reaction: very stiff, with sudden changes"
  Real a(start = 1, fixed = true), b(start = 2, fixed = true), c(start = 3, fixed = true);
equation
  der(a) = 77.27*(b + a*(1 - 8.375e-6*a - b));
  der(b) = (c - (1 + a)*b)/77.27;
  der(c) = 0.161*(a - c);
  annotation(experiment(StopTime = 100, Tolerance = 1e-5));
end Oregonator;
