// expect: 4:8: this quoted name has no end
// hint: close it with '
model M
  Real 'x = 1;
end M;
