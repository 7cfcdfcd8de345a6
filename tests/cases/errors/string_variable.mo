// expect: 6:3: the String 's' has no value
// hint: give it one where it is declared
model M
  String s;
equation
  s = "a";
end M;
