// expect: 6:3: 'when' cannot stand in a function
// hint: write a when-clause of its own
function f
  output Real y;
algorithm
  when true then
    y := 1;
  end when;
end f;
model M
  Real x = f();
end M;
