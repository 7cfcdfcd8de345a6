// expect: 11:10: '==' compares Strings that are known only while the model runs
// hint: compare the numbers
function f "one of the two texts is known, the other is not"
  input Real u;
  output Real y;
protected
  String s;
algorithm
  if u > 0.5 then s := String(u); else s := "0.7"; end if;
  y :=
    if s == "0.7" then 1 else 0;
end f;
model M
  Real y = f(time);
end M;
