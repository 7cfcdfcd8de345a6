// at 1: x[1] = 9.966666790534973 tol 1e-9
// at 1: residual[12] = 0 tol 1e-6
// source: each equation is monotone and has one root; the first is that of x^3 + x = 1000
model NonlinearChain "twelve cubics, each with one root, from the default guess"
  Real x[12], residual[12];
equation
  x[1]^3 + x[1] = 1000;
  for i in 2:12 loop
    x[i]^3 + x[i] = 1000*x[i - 1] - 500;
  end for;
  residual[1] = x[1]^3 + x[1] - 1000;
  for i in 2:12 loop
    residual[i] = (x[i]^3 + x[i])/(1000*x[i - 1] - 500) - 1;
  end for;
end NonlinearChain;
