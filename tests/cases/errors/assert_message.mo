// expect: 4:17: the message must be a String, not Integer
model M Real x = time;
equation
  assert(x > 0, 3);
end M;
