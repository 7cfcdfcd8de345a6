// expect: 7:14: pre needs a variable, not an expression
// hint: give the expression a name
model M
  Integer n(start = 0);
equation
  when time > 1 then
    n = pre(2*n);
  end when;
end M;
