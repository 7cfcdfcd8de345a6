// at 1: w[1] = -0.208073418273571 tol 5e-06
// at 3: w[1] = 0.480085143325183 tol 5e-06
// at 1: w[2] = 0.454648713412841 tol 5e-06
// at 3: w[2] = -0.139707749099463 tol 5e-06
// at 1: w[3] = 4 tol 4e-05
// at 3: w[3] = 4 tol 4e-05
// at 1: mu = 0 tol 1e-9
// at 3: mu = 0 tol 1e-9
// source: w turns in its plane with (I3 - I1)/I1 w3 = 2
model FreeBody "quaternion with its norm as a constraint"
  Real q[4](start = {1, 0, 0, 0}), w[3](start = {0.5, 0, 4}, each fixed = true), mu, L[3];
equation
  der(q[1]) = -0.5*(q[2]*w[1] + q[3]*w[2] + q[4]*w[3]) - mu*q[1];
  der(q[2]) = 0.5*(q[1]*w[1] + q[3]*w[3] - q[4]*w[2]) - mu*q[2];
  der(q[3]) = 0.5*(q[1]*w[2] - q[2]*w[3] + q[4]*w[1]) - mu*q[3];
  der(q[4]) = 0.5*(q[1]*w[3] + q[2]*w[2] - q[3]*w[1]) - mu*q[4];
  q*q = 1 "norm";
  L = {2, 2, 3} .* w;
  der(L) = -cross(w, L);
initial equation
  q[2] = 0; q[3] = 0; q[4] = 0;
  annotation(experiment(StopTime = 3));
end FreeBody;
