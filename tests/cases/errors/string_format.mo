// expect: 4:24: '%s' is no format for Real
// hint: write it as in "6.3f" or "d"
model M
  parameter String s = String(3.5, format = "%s");
end M;
