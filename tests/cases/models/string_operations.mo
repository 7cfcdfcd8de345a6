// at 0: a = 1 tol 1e-12
// at 0: b = 1 tol 1e-12
// at 0: c = 1 tol 1e-12
// at 0: d = 3 tol 1e-12
// source: Strings are joined and compared; String() of numbers, Booleans, enumerations [MLS36, 3.7.1]
model M
  type E = enumeration(one, two);
  parameter String s = "x" + String(3) + String(true) + String(E.two);
  Real a = if s == "x3truetwo" then 1 else 0;
  Real b = if String(2.5, significantDigits = 3) == "2.5" then 1 else 0;
  Real c = if "abc" < "abd" then 1 else 0;
  parameter String names[3] = {"p", "q", "r"};
  Real d = size(names, 1);
end M;
