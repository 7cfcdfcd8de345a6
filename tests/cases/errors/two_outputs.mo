// expect: 6: the model has 5 equations for 4 unknowns; 3 equations share only 2 unknowns: 'equation at line 6 of a', 'equation at line 6 of b' and 'connection a.y = b.y' determine 'a.y' and 'b.y'
// hint: remove one of these equations
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
