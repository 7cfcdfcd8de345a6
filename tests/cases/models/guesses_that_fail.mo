// at 1: x = 2 tol 1e-9
// at 1: v = 2 tol 1e-9
// at 1: q = 2.718281828459045 tol 1e-9
// at 1: r = 4 tol 1e-9
// at 1: u[1] = 0.2182178902359924 tol 1e-9
// at 1: u[21] = 0.2182178902359924 tol 1e-9
// source: roots by hand; the guess 0 is singular or undefined, so that the search goes one scale up first
model GuessesThatFail "default guesses at which the matrix is singular or a function undefined"
  Real x, v(min = 0), q, r, u[21], dp[21];
equation
  x^3 = 8;
  v^2 = 4;
  log(q) = 1;
  sqrt(r) = 2;
  sum(dp) = 1;
  for i in 1:21 loop
    dp[i] = u[i]^2;
  end for;
  for i in 1:20 loop
    u[i] = u[i + 1];
  end for;
end GuessesThatFail;
