// expect: 6:36: '==' compares Strings that are known only while the model runs
// hint: compare the numbers
function same "both are printed alike as long as nothing is known of them"
  input Real a, b;
  output Real y;
algorithm y := if "v " + String(a) == "v " + String(b) then 1 else 0;
end same;
model M
  Real y = same(time, 2*time);
end M;
