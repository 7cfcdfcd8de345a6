// at 0: x = 1 tol 0
// at 0: y = 12 tol 0
// at 0: z = 3 tol 0
// at 0: n = 4 tol 0
// source: equations and algorithms determine Strings, in any order, as they do numbers [MLS36, 8.3.1 and 11.1]
model M
  model Part
    String name;
    Integer length = if name == "left" then 1 else 2;
  end Part;
  function length
    input String s;
    output Integer n;
  external "C" n = ModelicaStrings_length(s);
  end length;
  String whole, first, second = "b" + first, built, rows[2];
  Part left, right;
  Real x = left.length*time^0, y = if whole == "aba" then 12 else 0, z = if built == "xxx" then 3 else 0, n;
equation
  whole = first + second;
  "a" = first;
  left.name = "left";
  right.name = "ri" + "ght";
algorithm
  for k in 1:3 loop
    built := built + "x";
  end for;
  for s in {"up", "down"} loop
    rows[if s == "up" then 1 else 2] := s;
  end for;
  n := if rows[1] == "up" then length(rows[2]) else 0;
end M;
