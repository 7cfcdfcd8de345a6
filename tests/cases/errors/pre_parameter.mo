// expect: 4:16: pre needs a discrete variable, but 'p' is no variable
// hint: outside of when-clauses, only what a when-clause assigns and Booleans and Integers have a value before an event
model M
  Real x = pre(p);
  parameter Real p = 1;
end M;
