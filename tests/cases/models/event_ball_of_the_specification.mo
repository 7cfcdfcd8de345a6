// at 3: flying = 0 tol 0
// at 3: h = 0 tol 1e-8
// at 3: v = 0 tol 1e-12
// source: the bounces end where the apex is below rounding: then the flag says that it does not fly
model M
  parameter Real e = 0.7, g = 9.81;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Boolean flying(start = true), impact; discrete Real v_new; Integer foo;
equation
  impact = h <= 0.0;
  foo = if impact then 1 else 2;
  der(v) = if flying then -g else 0;
  der(h) = v;
  when {h <= 0.0 and v <= 0.0, impact} then
    v_new = if edge(impact) then -e*pre(v) else 0;
    flying = v_new > 0;
    reinit(v, v_new);
  end when;
  annotation(experiment(StopTime = 3));
end M;
