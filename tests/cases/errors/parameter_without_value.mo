// expect: 4:18: parameter 'p' has no value
// hint: give it one where it is declared, or with -p p=...
model M
  parameter Real p;
  Real x = p;
end M;
