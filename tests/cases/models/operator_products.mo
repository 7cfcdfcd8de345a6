// at 1: p.re = -1 tol 1e-12
// at 1: p.im = 0 tol 1e-12
// at 1: e[2].re = -3 tol 1e-12
// at 1: m[2].im = 2 tol 1e-12
// source: {1, i}*{2, 3i} = 2 - 3; element by element {2, -3}; [1, 0; i, i]*{1, 1} = {1, 2i} [MLS36, 10.6]
model M
  constant Complex one = Complex(1, 0), i = Complex(0, 1);
  Complex p = {one, i}*{Complex(2, 0), Complex(0, 3)};
  Complex e[2] = {one, i}.*{Complex(2, 0), Complex(0, 3)};
  Complex m[2] = {{one, Complex(0, 0)}, {i, i}}*{one, one};
end M;
