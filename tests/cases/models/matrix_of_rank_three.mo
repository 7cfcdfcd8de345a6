// at 1: x = 5 tol 1e-12
// at 1: n = 2 tol 1e-12
// source: MLS 10.4.2.1: [A] is promoted to the rank of its greatest part, [A; B] joins along the first dimension
model M
  constant Real A[1, 2, 2] = {{{1, 2}, {3, 4}}};
  constant Real B[:, :, :] = [A; A + fill(1, 1, 2, 2)];
  Real x = B[2, 2, 2];
  Integer n = size(B, 1);
end M;
