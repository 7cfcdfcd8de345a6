// at 1: y = 3 tol 1e-6
// at 1: z = 1 tol 1e-6
// source: a String that is one of two known ones can be compared while the model runs; der(y) = 2 where time > 0.5, 4 before; String of
// what is known is a String like any other [MLS36, 3.7.1]
function speed
  input Real u;
  output Real v;
protected
  String gear;
algorithm
  if u > 0.5 then gear := "low"; else gear := "high"; end if;
  v := if gear == "low" then 2 elseif gear == "high" then 4 else 0;
end speed;
function known
  input Integer n;
  output Real v;
algorithm
  v := if "n = " + String(n) == "n = 12" then 1 else 0;
end known;
model M
  Real y(start = 0, fixed = true), z;
equation
  der(y) = noEvent(speed(time));
  z = known(12);
end M;
