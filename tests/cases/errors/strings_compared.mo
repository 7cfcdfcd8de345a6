// expect: 3:19: '<' cannot compare Strings here
model M
  Boolean b = "a" < "b";
end M;
