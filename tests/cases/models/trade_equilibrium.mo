// at 1: cA = 0.860707976425058 tol 9e-06
// at 4: cA = 0.548811636094026 tol 9e-06
// at 1: cB = 2.58212392927517 tol 3e-05
// at 4: cB = 1.64643490828208 tol 3e-05
// at 1: cC = 0.557168094299769 tol 2e-05
// at 4: cC = 1.80475345562389 tol 2e-05
// at 1: r = 0.129106196463759 tol 1e-06
// at 4: r = 0.082321745414104 tol 1e-06
// source: (1 + K) cA' = -k K cA
model Equilibrium "A <-> B so fast that B = K A; B -> C"
  parameter Real K = 3, k = 0.2;
  Real cA(start = 1, fixed = true), cB, cC(start = 0, fixed = true), r;
equation
  der(cA) = -r;
  der(cB) = r - k*cB;
  der(cC) = k*cB;
  cB = K*cA;
  annotation(experiment(StopTime = 4));
end Equilibrium;
