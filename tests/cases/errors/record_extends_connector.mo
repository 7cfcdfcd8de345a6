// expect: 7:11: the record 'R' cannot extend the connector 'C'
// hint: extend a class of its own kind
connector C
  Real x;
end C;
record R
  extends C;
end R;
model M
  R r(x = 1);
end M;
