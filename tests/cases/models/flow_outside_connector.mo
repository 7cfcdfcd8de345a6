// at 0: f = 3 tol 1e-12
// source: only the flows of connectors are zero where nothing is connected [MLS36, 9.2]
model M
  flow Real f = 3;
end M;
