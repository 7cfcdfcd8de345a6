// at 0.25: a = 2 tol 1e-9
// at 1: a = 7 tol 1e-9
// at 1: b = 20 tol 1e-9
// at 1: c = 4 tol 1e-9
// at 1: d = 6 tol 1e-9
// at 1: v[2] = 6 tol 1e-9
// source: an element of an array of records or components, chosen by a subscript that changes at 0.5
model M
  record Gear
    Real ratio;
    Real loss[2];
  end Gear;
  record Box
    Gear g[2];
  end Box;
  model Slope
    parameter Real k = 1;
    Real v = k*time;
  end Slope;
  parameter Gear g[2] = {Gear(1, {1, 2}), Gear(4, {5, 7})};
  Box box[2](g(ratio = {{1, 2}, {3, 4}}, loss = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}));
  Gear w[2, 3](ratio = {{1, 2, 3}, {4, 5, 6}}, each loss = {0, 0});
  Slope s[3](k = {10, 20, 30});
  Integer i(start = 1, fixed = true);
  Gear whole = g[i];
  Real a = g[i].loss[2], b = s[i].v, c = whole.ratio, d = box[i].g[1].loss[i], v[2] = w[:, i + 1].ratio;
equation
  when time > 0.5 then
    i = pre(i) + 1;
  end when;
end M;
