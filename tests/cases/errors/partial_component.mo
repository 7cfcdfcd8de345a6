// expect: 6:3: 'P' is partial and cannot be the class of 'p'
// hint: use a class that extends it
partial model P
end P;
model M
  P p;
end M;
