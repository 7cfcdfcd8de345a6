// expect: 6:10: the type 'T' cannot extend the model 'A'
// hint: extend a class of its own kind
model A
  Real v = 1;
end A;
type T = A;
model M
  T t;
end M;
