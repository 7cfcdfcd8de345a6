// expect: 4:11: class 'x' not found
model M
  Real x = 1;
  extends x;
end M;
