// expect: 4:15: 'sample' is not supported yet: events are not handled
// hint: describe the continuous behaviour only
model M
  Boolean b = sample(0, 1);
end M;
