// expect: 4:45: the attribute unit of 'T' is final in its type and cannot be changed
// hint: use Real, or displayUnit to show another unit
model M
  parameter Modelica.Units.SI.Time T(unit = "ms") = 1;
  Real x = time/T;
end M;
