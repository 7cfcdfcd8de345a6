// at 0: a = 1 tol 1e-12
// at 0: b = 1 tol 1e-12
// at 0: c = 1 tol 1e-12
// at 0: d = 1 tol 1e-12
// at 0: e = 1 tol 1e-12
// source: String(x, significantDigits, minimumLength, leftJustified), format; %.6g by default [MLS36, 3.7.1]
model M
  Real a = if String(1/3) == "0.333333" then 1 else 0;
  Real b = if String(2.0) + String(1e10) == "21e+10" then 1 else 0;
  Real c = if String(12, minimumLength = 4, leftJustified = false) == "  12" then 1 else 0;
  Real d = if String(3.14159, format = "6.2f") == "  3.14" then 1 else 0;
  Real e = if String(true, minimumLength = 6) + "|" == "true  |" then 1 else 0;
end M;
