// expect: 4:8: 'Integer' is a type and cannot be declared
// hint: choose another name
model M
  Real Integer = 1;
end M;
