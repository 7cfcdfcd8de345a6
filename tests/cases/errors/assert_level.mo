// expect: 5:29: the level of assert is AssertionLevel.error or AssertionLevel.warning
model M
  Real x = time;
equation
  assert(x < 2, "too much", 3);
end M;
