// at 1: A[1] = 0 tol 1e-12
// at 1: A[2] = 3 tol 1e-12
// at 1: A[3] = 0 tol 1e-12
// at 1: A[4] = 1.5 tol 1e-12
// at 1: phase = -1.5707963267948966 tol 1e-12
// at 1: phase3 = 0 tol 1e-12
// source: 3 sin(2 pi t) + 1.5 cos(6 pi t) at 12 points of one period
function spectrum
  input Real u[:];
  output Integer info;
  output Real A[div(size(u, 1), 2) + 1], phi[div(size(u, 1), 2) + 1];
protected
  Real work[3*size(u, 1) + 2*(div(size(u, 1), 2) + 1)];
  external "C" info = ModelicaFFT_kiss_fftr(u, size(u, 1), work, size(work, 1), A, phi);
end spectrum;
model M
  constant Real pi = 3.141592653589793;
  parameter Real u[12] = {3*sin(2*pi*k/12) + 1.5*cos(6*pi*k/12) for k in 0:11};
  Real A[7], phi[7], phase = phi[2], phase3 = phi[4];
  Integer info;
equation
  (info, A, phi) = spectrum(u);
end M;
