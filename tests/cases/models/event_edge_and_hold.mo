// at 0.2: y = 0 tol 0
// at 0.5: y = 1 tol 0
// at 0.7: y = 1 tol 0
// at 0.9: y = 0 tol 0
// at 0.9: n = 2 tol 0
// source: an edge chooses a value at one instant, and behind it the last value stays
model M
  Boolean u = time > 0.25 and time < 0.75;
  Boolean rises = edge(u), falls, low = not u;
  Boolean y(start = false, fixed = true);
  Integer first "of those that are true";
  Integer n(start = 0, fixed = true);
initial equation
  pre(u) = false;
  pre(low) = true;
equation
  falls = edge(low);
  first = if rises then 1 elseif falls then 2 else 0;
  y = if first == 0 then pre(y) else first == 1;
  n = if first <> 0 then pre(n) + 1 else pre(n);
end M;
