// expect: 3:25: the elements of an array must have one type, not Integer[2] and Boolean
model M
  parameter Real x[2] = {1, true};
end M;
