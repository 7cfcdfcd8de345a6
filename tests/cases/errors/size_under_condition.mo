// expect: 10:24: the size of 'v' would change under a condition that is known only while the model runs
// hint: declare it with its largest size
function f
  input Real u;
  output Real y;
protected
  Real v[:];
algorithm
  v := {1, 2};
  if u > 0.5 then      v := {1, 2, 3};
  end if;
  y := sum(v);
end f;
model M
  Real y = f(time);
end M;
