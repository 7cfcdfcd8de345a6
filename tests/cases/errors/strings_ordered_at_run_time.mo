// expect: 4:49: '<' compares Strings that are known only while the model runs
// hint: compare with == or <>
model M
  Boolean b = (if time > 0.5 then "a" else "b") < "c";
end M;
