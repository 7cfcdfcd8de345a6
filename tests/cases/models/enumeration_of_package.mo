// at 1: x = 2 tol 1e-12
// source: an enumeration inside a package, as type, default and in a choice
package Types
  type Init = enumeration(none, steady, state);
end Types;
model A
  parameter Types.Init init = Types.Init.none;
  Real x = if init == Types.Init.steady then 2 else 1;
end A;
model M
  A a(init = Types.Init.steady);
  Real x = a.x;
end M;
