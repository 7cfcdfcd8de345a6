// expect: 5:12: 'A' is a class, not a value
model A
end A;
model M
  Real x = A;
end M;
