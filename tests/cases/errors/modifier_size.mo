// expect: 6:14: the value of a modifier has the size [3], but the array of components has [2]
// hint: write each before it if it is for every component
model B parameter Real p = 1; Real y = p; end B;
model M
  Real x = 1;
  B b[2](p = {3, 4, 5});
end M;
