// expect: 6:8: sample cannot stand in a function
// hint: pass its value as an argument
function f
  output Boolean b;
algorithm
  b := sample(0, 1);
end f;
model M
  Boolean b = f();
end M;
