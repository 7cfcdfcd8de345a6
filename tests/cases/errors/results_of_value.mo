// expect: 6:3: several variables are equated only with a function call
model M
  Real a;
  Real b;
equation
  (a, b) = time;
end M;
