// expect: 3:12: homotopy takes 2 arguments, not 1
model M
  Real y = homotopy(time);
end M;
