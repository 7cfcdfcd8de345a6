// expect: 5:15: edge needs a Boolean, not Integer
model M
  Integer n = integer(time);
equation
  assert(not (edge(n)), "no");
end M;
