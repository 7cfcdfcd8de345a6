// expect: 4:14: 's.u' is 'input', but 's' is 'input' as a whole
// hint: leave out one of the prefixes
connector Signals
  input Real u;
end Signals;
connector Given = input Signals;
model M
  Given s(u = 1);
end M;
