// at 0: x[3,2] = 32 tol 1e-12
// at 0: n = 6 tol 1e-12
// source: enumerations and Boolean as sizes of array types [MLS36, 10.1]
model M
  type E = enumeration(e1, e2, e3);
  type A = Real[Boolean];
  type B = A[E];
  B x;
  Integer n = size(x, 1)*size(x, 2);
equation
  for i in E, j in Boolean loop
    x[i, j] = 10*Integer(i) + (if j then 2 else 1);
  end for;
end M;
