// expect: 4:3: assert takes a condition, a message and perhaps a level
model M Real x = time;
equation
  assert(x > 0);
end M;
