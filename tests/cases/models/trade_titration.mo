// at 5: pH = 4.74503995239072 tol 0.001
// at 9: pH = 5.69906626003807 tol 0.001
// at 9.9: pH = 6.74041831244395 tol 0.001
// at 11: pH = 12.0000002413179 tol 0.001
// at 5: H = 1.79870543780638e-05 tol 2e-09
// at 9: H = 1.99955677522998e-06 tol 2e-09
// at 9.9: H = 1.81794896659389e-07 tol 2e-09
// at 11: H = 9.99999444345092e-13 tol 2e-09
// source: the charge balance, solved by bisection in 25 digits
model Titration "a weak acid meets a strong base"
  parameter Real Ka = 1.8e-5, Kw = 1e-14, c = 0.1;
  Real Na(start = 0, fixed = true) "sodium", H(start = 1e-3, min = 0), OH, Ac, pH;
equation
  der(Na) = 0.01;
  Kw = H*OH;
  Ac*(Ka + H) = c*Ka;
  H + Na = OH + Ac "charge";
  pH = -log10(H);
  annotation(experiment(StopTime = 11));
end Titration;
