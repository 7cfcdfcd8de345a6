// expect: 4:14: the record 'Clock' cannot read the time
// hint: give the value in a model
record Clock
  Real now = time;
end Clock;
model M
  Clock c;
end M;
