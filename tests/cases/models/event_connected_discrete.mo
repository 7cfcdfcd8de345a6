// at 0.5: b.y = 0 tol 1e-12
// at 1.5: b.y = 10 tol 1e-12
// source: a variable that a when-clause assigns may be the first of a connection
connector In = input Integer;
connector Out = output Integer;
block A
  Out y(start = 0, fixed = true);
equation
  when time > 1 then
    y = 5;
  end when;
end A;
block B
  In u;
  Out y = 2*u;
end B;
model M
  A a;
  B b;
equation
  connect(a.y, b.u);
  annotation (experiment(StopTime = 2));
end M;
