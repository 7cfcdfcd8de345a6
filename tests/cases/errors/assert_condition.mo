// expect: 4:10: the condition of assert must be Boolean, not Real
model M Real x = time;
equation
  assert(x, "x");
end M;
