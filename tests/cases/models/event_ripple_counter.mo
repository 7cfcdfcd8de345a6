// at 0.5: q[1] = 0 tol 0
// at 0.5: q[2] = 0 tol 0
// at 0.5: q[3] = 0 tol 0
// at 0.5: q[4] = 0 tol 0
// at 3.75: q[1] = 1 tol 0
// at 3.75: q[2] = 1 tol 0
// at 3.75: q[3] = 0 tol 0
// at 3.75: q[4] = 0 tol 0
// at 6.75: q[1] = 0 tol 0
// at 6.75: q[2] = 1 tol 0
// at 6.75: q[3] = 1 tol 0
// at 6.75: q[4] = 0 tol 0
// at 7.75: q[1] = 1 tol 0
// at 7.75: q[2] = 1 tol 0
// at 7.75: q[3] = 1 tol 0
// at 7.75: q[4] = 0 tol 0
// at 8.75: q[1] = 0 tol 0
// at 8.75: q[2] = 0 tol 0
// at 8.75: q[3] = 0 tol 0
// at 8.75: q[4] = 1 tol 0
// at 13.25: q[1] = 0 tol 0
// at 13.25: q[2] = 0 tol 0
// at 13.25: q[3] = 1 tol 0
// at 13.25: q[4] = 1 tol 0
// at 15.75: q[1] = 1 tol 0
// at 15.75: q[2] = 1 tol 0
// at 15.75: q[3] = 1 tol 0
// at 15.75: q[4] = 1 tol 0
// source: a binary counter; its clock is a sine of time in a model without states
model M
  parameter Integer n = 4;
  Boolean clk, q[n](each start = false, each fixed = true);
equation
  clk = sin(6.283185307179586*(time - 0.5)) > 0 and time > 1.2;
  when clk then q[1] = not pre(q[1]); end when;
  for k in 2:n loop
    when not q[k-1] then q[k] = not pre(q[k]); end when;
  end for;
  annotation(experiment(StopTime = 16));
end M;
