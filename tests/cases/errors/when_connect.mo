// expect: 12:5: this cannot stand in a when-clause
// hint: assign variables, or use reinit, assert and terminate
connector C
  Real v;
  flow Real i;
end C;
model M
  C a, b;
equation
  a.v = 1;
  when time > 1 then
    connect(a, b);
  end when;
end M;
