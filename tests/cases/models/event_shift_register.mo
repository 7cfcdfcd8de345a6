// at 9.5: r[1] = 9 tol 0
// at 9.5: r[2] = 8 tol 0
// at 9.5: r[3] = 7 tol 0
// at 9.5: r[4] = 6 tol 0
// at 9.5: r[5] = 5 tol 0
// source: pre of a slice of an Integer array
model M
  Integer r[5](each start = 0, each fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when sample(1, 1) then
    n = pre(n) + 1;
    r[1] = n;
    r[2:5] = pre(r[1:4]);
  end when;
  annotation(experiment(StopTime = 9.5));
end M;
