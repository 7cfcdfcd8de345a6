// at 0: known = 3 tol 0
// source: String of a parameter is known when the model is read, also where an equation asks [MLS36, 3.8]
model M
  parameter Real p = 2;
  parameter Boolean on = true;
  Integer known = (if String(p) == "2" then 1 else 0) + (if String(on) == "true" then 2 else 0);
end M;
