// expect: 6:3: 's' has a value already
// hint: leave one of the two out
model M
  String s = "a";
algorithm
  s := "b";
end M;
