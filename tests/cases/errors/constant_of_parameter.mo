// expect: 5:25: the value of constant 'area' depends on a parameter
// hint: declare it as a parameter
model M
  parameter Real r = 2;
  constant Real area = 3*r^2;
  Real x = area;
end M;
