// at 0: a.y = -15 tol 1e-12
// at 0.5: v = 7.5 tol 1e-6
// source: of the three solutions at the start (-15, 0 and 15) the simplified argument chooses the lower one [MLS36, 3.7.4.2]; u follows from two equations in two unknowns
model M "a relation in the actual argument begins as the simplified one says"
  model Limited
    Real u, y;
    parameter Real gain = 15000, most = 15;
  equation
    y = homotopy(actual = if gain*u > most then most else if gain*u < -most then -most else gain*u,
                 simplified = -most);
  end Limited;
  Limited a;
  Real v(start = 0, fixed = true), i, w;
equation
  i = (a.y - w)/2;
  i = (w - v)/3 + (w - a.u)/1e3;
  a.u = w;
  der(v) = -a.y;
end M;
