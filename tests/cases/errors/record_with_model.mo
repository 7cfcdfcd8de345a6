// expect: 7:5: 'r.a' is of the model 'A', which cannot stand in the record 'R'
// hint: use a record or a type
model A
  Real v = 1;
end A;
record R
  A a;
end R;
model M
  R r;
end M;
