// expect: 4:3: 'inner' is not supported yet
// hint: pass the component's values as parameters or connect to it
model M
  inner Real g = 9.81;
end M;
