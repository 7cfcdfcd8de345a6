// expect: 12:3: the field 'n' is an Integer and cannot be equal to a Real
// hint: use records with the same types of fields
record Whole
  Integer n;
end Whole;
record Broken
  Real n;
end Broken;
model M
  Whole w; Broken b(n = 1.5);
equation
  w = b;
end M;
