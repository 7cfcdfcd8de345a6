// expect: 4:16: pre needs a discrete variable, but 'x' is continuous
// hint: outside of when-clauses, only what a when-clause assigns and Booleans and Integers have a value before an event
model M
  Real x = pre(x);
end M;
