// expect: 4:15: the String 's' has no value
// hint: give it one where it is declared
model M
  Real x = if s == "a" then 1 else 2;
  String s;
end M;
