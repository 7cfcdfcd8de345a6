// expect: 4:8: 'time' is the time of the run and cannot be declared
// hint: choose another name
model M
  Real time;
equation
  der(time) = 1;
end M;
