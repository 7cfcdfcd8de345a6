// expect: 4:33: 'start' is an attribute of enumerations and cannot be a literal
// hint: choose another name
model M
  type Gate = enumeration(open, start);
  parameter Gate g = Gate.open;
end M;
