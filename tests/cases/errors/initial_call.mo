// expect: 4:15: 'initial()' is not supported yet: events are not handled
// hint: describe the continuous behaviour only
model M
  Real x = if initial() then 1 else 2;
end M;
