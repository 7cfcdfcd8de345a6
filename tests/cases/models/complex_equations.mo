// at 1: v.re = 2 tol 1e-9
// at 1: v.im = -1 tol 1e-9
// source: equations of Complex are two equations each: i v = 1 + 2 i
model M
  Complex v;
  constant Complex j = Complex(0, 1);
equation
  j*v = Complex(1, 2);
end M;
