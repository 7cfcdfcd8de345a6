// expect: 3:12: cannot compare Integer and Boolean
model M
  Real x = min(1, true);
end M;
