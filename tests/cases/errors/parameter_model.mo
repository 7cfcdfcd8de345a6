// expect: 7:19: 'motor' is of the model 'Motor' and cannot be 'parameter'
// hint: use a record, or leave out the prefix
model Motor
  Real torque = 1;
end Motor;
model M
  parameter Motor motor;
end M;
