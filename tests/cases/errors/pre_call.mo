// expect: 4:12: 'pre' is not supported: events are not supported yet
// hint: describe the continuous behaviour only
model M
  Real x = pre(x);
end M;
