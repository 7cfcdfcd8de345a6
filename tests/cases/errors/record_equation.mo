// expect: 6:3: the record 'R' cannot have equations or algorithms
// hint: move them to a model
record R
  Real v;
equation
  v = 1;
end R;
model M
  R r;
end M;
