// at 1: y = 30 tol 1e-12
// source: MLS 12.4.6: a scalar function of an array of expressions
function square
  input Real u;
  output Real y = u^2;
end square;
model M
  Real y = sum(square({i*time for i in 1:4}));
end M;
