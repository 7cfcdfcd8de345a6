// expect: 4:3: 'outer' is not supported yet
// hint: pass the component's values as parameters or connect to it
model M
  outer Real g;
end M;
