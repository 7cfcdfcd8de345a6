// expect: 7:15: 'd.motor' is of the model 'Motor' and cannot be 'input'
// hint: use a record, or leave out the prefix
model Motor
  Real torque = 1;
end Motor;
model Drive
  input Motor motor;
end Drive;
model M
  Drive d;
end M;
