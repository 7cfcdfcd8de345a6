// expect: 4:15: edge takes 1 argument, not 2
model M
  Boolean a = time > 1;
  Boolean b = edge(a, a);
end M;
