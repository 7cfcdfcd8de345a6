// at 0: a[1] = 2 tol 1e-12
// at 0: a[2] = 1 tol 1e-12
// at 0: b[2,1] = 10 tol 1e-12
// at 0: c = 6 tol 1e-12
// source: a sum with for of arrays is an array [MLS36, 10.3.4.1]: {0, 1} + {2, 0}; [1; 2] times (1 + 2)(1 + 2/3); 1 + 2 + 3
model M
  Real a[2] = sum(if i > 1 then {i, 0} else {0, i} for i in 1:2);
  Real b[2, 1] = sum([1; 2]*i*j for i in 1:2, j in {1, 2/3});
  Real c = sum(i for i in 1:3);
end M;
