// expect: 6:12: the condition of a component must be known before the run: it depends on 'x', which is not a parameter
model A
end A;
model M
  Real x = time;
  A a if x > 1;
end M;
