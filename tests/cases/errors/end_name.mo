// expect: 5:1: 'end Tank' does not match 'model Pump' (line 3)
// hint: write end Pump
model Pump
  Real x = 1;
end Tank;
