// expect: 14:12: 'f' is protected in 'Part' and cannot be used from outside
// hint: declare it in a public section
model Part
protected
  function f
    input Real x;
    output Real y;
  algorithm
    y := 2*x;
  end f;
end Part;
model M
  Part p;
  Real x = p.f(1);
end M;
