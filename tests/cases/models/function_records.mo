// at 1: y = 3 tol 1e-12
// at 1: z = 12 tol 1e-12
// at 1: w = 7 tol 1e-12
// at 1: q = 1 tol 1e-12
// source: by hand
record R
  Real x = 7, y = 2;
end R;
record S = R(x = 5);
function make "fields that the declaration gives, from other variables of the function"
  input Real a;
  output R r(x = a);
algorithm
end make;
function doubled
  input R r;
  output Real y;
protected
  S s(y = 2*r.y);
  R t;
algorithm
  y := s.x + s.y + t.x - r.x;
end doubled;
package P constant Real k = 1; end P;
package Q constant Real k = 2, l = 3; end Q;
model FunctionRecords
  import P.k;  // by its name: before the same one of Q
  import Q.*;
  R made = make(3), plain = R();
  Real y = made.x, z = doubled(made) + k - 1 - (l - 2), w = plain.x, q = k;
end FunctionRecords;
