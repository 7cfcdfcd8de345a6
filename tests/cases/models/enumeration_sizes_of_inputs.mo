// at 1: y = 7 tol 1e-12
// at 1: z = 30 tol 1e-12
// source: an input of a function may have an enumeration or Boolean as its size: 1*2 + 2*1 + 3*1, 10 + 20
model M
  type Axis = enumeration(x, y, z);
  function dot
    input Real a[Axis];
    input Real b[Axis];
    output Real s = 0;
  algorithm
    for i in Axis loop
      s := s + a[i]*b[i];
    end for;
  end dot;
  function both
    input Real a[Boolean];
    output Real s = a[false] + a[true];
  algorithm
  end both;
  Real y = dot({1, 2, 3}, {2, 1, 1}), z = both({10, 20});
end M;
