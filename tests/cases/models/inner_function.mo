// at 1: y = 4 tol 1e-12
// source: a function declared in the model that uses it
model M
  function twice
    input Real u;
    output Real v;
  algorithm
    v := 2*u;
  end twice;
  Real y = twice(twice(time));
end M;
