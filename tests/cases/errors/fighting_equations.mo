// expect: 6: the model is structurally singular; 2 equations share only 1 unknown: 'one' and 'two' determine 'x'; undetermined: 'y' and 'z', for which there is only 'equation at line 8'
// hint: remove one of these equations, add one for the undetermined unknowns
model M
  Real x, y, z;
equation
  x = 1 "one";
  x + 0*time = 2 "two";
  y + z = 3;
end M;
