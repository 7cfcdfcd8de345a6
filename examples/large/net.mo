// A net: n chains of m rigid links hang from a beam, and springs join the chains. Index 3.
model Net
  parameter Integer n = 6 "chains", m = 5 "links of each";
  parameter Real L = 1 "of a link", d = 1 "between the chains", rest = 0.8 "of a spring without force";
  parameter Real mass = 1, g = 9.81, k = 20 "of a spring", damping = 0.5;
  Real x[n, m](start = {{i*d for j in 1:m} for i in 1:n}, each fixed = true);
  Real y[n, m](start = {{-j*L for j in 1:m} for i in 1:n});
  Real vx[n, m](each start = 0, each fixed = true);
  Real vy[n, m](each start = 0);
  Real F[n, m](each nominal = 10) "force in a link per length";
equation
  for i in 1:n, j in 1:m loop
    der(x[i, j]) = vx[i, j];
    der(y[i, j]) = vy[i, j];
    mass*der(vx[i, j]) = -F[i, j]*(x[i, j] - (if j == 1 then i*d else x[i, j - 1]))
      + (if j == m then 0 else F[i, j + 1]*(x[i, j + 1] - x[i, j])) - damping*vx[i, j]
      + (if i == n then 0 else k*(x[i + 1, j] - x[i, j] - rest)) - (if i == 1 then 0 else k*(x[i, j] - x[i - 1, j] - rest));
    mass*der(vy[i, j]) = -F[i, j]*(y[i, j] - (if j == 1 then 0 else y[i, j - 1]))
      + (if j == m then 0 else F[i, j + 1]*(y[i, j + 1] - y[i, j])) - damping*vy[i, j] - mass*g
      + (if i == n then 0 else k*(y[i + 1, j] - y[i, j])) - (if i == 1 then 0 else k*(y[i, j] - y[i - 1, j]));
    (x[i, j] - (if j == 1 then i*d else x[i, j - 1]))^2 + (y[i, j] - (if j == 1 then 0 else y[i, j - 1]))^2 = L^2;
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-6));
end Net;
