// at 1: x = 2 tol 1e-12
// at 1: n = 1 tol 1e-12
// source: Strings are compared and joined when the model is read
model M
  parameter String name = "wa" + "ter";
  String copy = name + String(3);
  Real x = if copy == "water3" then 2*time else 0;
  Real n = if name <> "oil" then 1 else 0;
end M;
