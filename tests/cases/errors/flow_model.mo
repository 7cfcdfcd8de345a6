// expect: 8:14: 'c.f' is of the model 'Motor' and cannot be 'flow'
// hint: use a record, or leave out the prefix
model Motor
  Real torque = 1;
end Motor;
connector C
  Real e;
  flow Motor f;
end C;
model M
  C c(e = 1);
end M;
