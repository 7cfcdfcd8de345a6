// expect: 4:3: the record 'R' cannot have flow elements
// hint: declare them in a model
record R
  flow Real x;
end R;
model M
  R r;
end M;
