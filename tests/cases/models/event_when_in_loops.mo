// at 1: b[1] = 0.1 tol 1e-12
// at 1: b[4] = 0.4 tol 1e-12
// source: each element remembers its own time
model M
  discrete Real b[4];
equation
  for i in 1:4 loop
    when time >= i/10 then b[i] = time; end when;
  end for;
end M;
