// at 0.1: x = 0.09916243393149972 tol 1e-5
// at 0.3: x = 0.3015493479445705 tol 1e-5
// at 0.5: x = 0.5178348316323792 tol 1e-5
// at 0.9: x = 1.0995430581994015 tol 1e-4
// source: asin(0.99 t); one step could span the whole interval, and the sine has other roots
model BranchKept
  Real x(start = 0), s(start = 0, fixed = true);
equation
  der(s) = 1;
  sin(x) = 0.99*s;
end BranchKept;
