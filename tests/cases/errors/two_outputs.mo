// expect: 18:3: connect joins two sources: 'a.y' and 'b.y'
// hint: connect an output with inputs only
connector Out = output Real;
connector In = input Real;
block S
  Out y = time;
end S;
block G
  In u;
  Out y = 2*u;
end G;
model M
  S a;
  S b;
  G g;
equation
  connect(a.y, g.u);
  connect(b.y, g.u);
end M;
