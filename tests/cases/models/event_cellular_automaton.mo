// at 8.5: c[1] = 0 tol 0
// at 8.5: c[2] = 0 tol 0
// at 8.5: c[3] = 1 tol 0
// at 8.5: c[4] = 1 tol 0
// at 8.5: c[5] = 0 tol 0
// at 8.5: c[6] = 0 tol 0
// at 8.5: c[7] = 1 tol 0
// at 8.5: c[8] = 0 tol 0
// at 8.5: c[9] = 0 tol 0
// at 8.5: c[10] = 0 tol 0
// at 8.5: c[11] = 1 tol 0
// at 8.5: c[12] = 1 tol 0
// at 8.5: c[13] = 1 tol 0
// at 8.5: c[14] = 0 tol 0
// at 8.5: c[15] = 0 tol 0
// at 8.5: c[16] = 0 tol 0
// at 8.5: c[17] = 0 tol 0
// at 8.5: c[18] = 0 tol 0
// at 8.5: c[19] = 1 tol 0
// at 8.5: c[20] = 0 tol 0
// at 8.5: c[21] = 0 tol 0
// source: rule 30, computed by itself
model M
  parameter Integer N = 21;
  Integer c[N](start = {if i == 11 then 1 else 0 for i in 1:N}, each fixed = true);
equation
  when sample(1, 1) then
    for i in 1:N loop
      c[i] = mod(pre(c[if i == 1 then N else i - 1]) + max(pre(c[i]), pre(c[if i == N then 1 else i + 1])), 2);
    end for;
  end when;
  annotation(experiment(StopTime = 8.5));
end M;
