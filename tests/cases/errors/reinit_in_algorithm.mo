// expect: 8:5: reinit stands only in a when-clause of an equation section
// hint: move it there
model M
  Real x(start = 0);
equation
  der(x) = 1;
algorithm when time > 1 then
    reinit(x, 0);
  end when;
end M;
