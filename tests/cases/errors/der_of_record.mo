// expect: 8:12: der needs a number or an array of numbers
// hint: write der of each field
record R
  Real a;
end R;
model M
  R r(a = time);
  Real x = der(r);
end M;
