// expect: 3:9: this String has no end
// hint: close it with "
model M "a model
  Real x = 1;
end M;
