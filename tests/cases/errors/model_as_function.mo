// expect: 5:12: 'A' is a model, not a function
model A
end A;
model M
  Real y = A(1);
end M;
