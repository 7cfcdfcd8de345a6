// expect: 4:10: 'Boolean' is a predefined type and cannot be a class
// hint: rename one of them
model M
  record Boolean
    Real x = 1;
  end Boolean;
  Real y = 1;
end M;
