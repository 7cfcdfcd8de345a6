// expect: 4:3: the record 'R' cannot have input elements
// hint: declare them in a model
record R
  input Real x;
end R;
model M
  R r(x = 1);
end M;
