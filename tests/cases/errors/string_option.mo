// expect: 4:24: String of Integer has no argument 'significantDigits'
// hint: minimumLength, leftJustified, of a Real significantDigits, and format are
model M
  parameter String s = String(3, significantDigits = 2);
end M;
