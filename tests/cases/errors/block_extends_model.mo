// expect: 6:11: the block 'B' cannot extend the model 'A'
// hint: extend a class of its own kind
model A
end A;
block B
  extends A;
end B;
model M
  B b;
end M;
