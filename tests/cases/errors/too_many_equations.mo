// expect: 6: the model has 2 equations for 1 unknown; 2 equations share only 1 unknown: 'equation at line 6' and 'equation at line 7' determine 'x'
// hint: remove one of these equations
model M
  Real x;
equation
  x = 1;
  x = 2;
end M;
