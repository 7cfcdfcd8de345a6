// expect: 4:10: 's' is a String that is no parameter
// hint: make it a parameter or a constant
model M
  String s;
equation
  s = "a";
end M;
