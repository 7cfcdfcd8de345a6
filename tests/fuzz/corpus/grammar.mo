within A.B;
encapsulated partial package P "all of the grammar" extends Q(break x, x(each final y = 1) = 2, redeclare replaceable model M = N constrainedby O(a = 1) "c");
  import A = B.C; import B.*; import B.{x, y}; import .B.z;
  expandable connector X end X; operator record C encapsulated operator function '+' end '+'; end C;
  type E = enumeration(a "x", b) "e"; type F = enumeration(:); type V = input Real[3](unit = "m"); function d = der(f, x, y);
  replaceable flow discrete Real x[:, 3](start = {1, 2}, fixed = true) = [1, 2; 3, 4] if b "c" annotation (Icon(a = 1));
  inner outer parameter Integer n = 1, m; redeclare final constant .A.B c; stream output Boolean o; class extends Z(a = 1) end Z;
  pure function f input Real u = 1; output Real y; protected Real w[size(u, 1)]; external "C" y = g(u, 1) annotation (Library = "x"); end f;
initial equation x = 1; der(x) = 0; initial algorithm x := 1;
equation
  a.b[1].c = -x ^ 2 .* y ./ z .^ w + (if a and not b or c then 1 elseif d <> e then 2 else 3) "label" annotation (a);
  (a, , b) = f(1, x = 2, g = function h(y = 1)); connect(a.b, c[1:end]); assert(true, "m"); for i in 1:2:10, j loop x[i] = j; end for;
  if a then b = c; elseif d then else e = f; end if; when {a, b} then x = pre(y); elsewhen c then reinit(x, 1); end when;
algorithm
  x := {i for i in 1:3, j in {1, 2}}; (a, b) := f(x); while a < b loop break; return; end while; sum(x for i in y); '1.2 x'[:, end - 1] := 1e-3;
  when initial() then x := 1; end when;
  annotation (experiment(StopTime = 1.5, Tolerance = 1e-6));
end P;
