// at 1: x = 0.1073741824 tol 1e-12
// at 1: u = -0.2147483648 tol 1e-12
// at 0.95: x = 0.120795955200 tol 1e-12
// source: x(k + 1) = (1 - 2 T) x(k), T = 0.1: x(1) = 0.8^10; at the sample itself u is the new value
model M
  Real x(start = 1, fixed = true);
  discrete Real u(start = 0);
equation
  der(x) = u;
  when sample(0, 0.1) then u = -2*x; end when;
end M;
