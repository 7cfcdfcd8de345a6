// expect: 6:3: the record 'R' cannot have protected elements
// hint: declare them in a model
record R
  Real x;
protected
  Real y;
end R;
model M
  R r(x = 1);
end M;
