// expect: 4:14: 's.u' is 'input', but 's' is 'output' as a whole
// hint: leave out one of the prefixes
connector Signals
  input Real u;
  output Real y;
end Signals;
model M
  output Signals s(u = 1, y = 2);
end M;
