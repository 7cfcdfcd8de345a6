// at 1: f.b.x = 2 tol 1e-9
// at 1: f.b.y = 3 tol 1e-9
// at 1: g.b.x = 5 tol 1e-9
// at 1: g.b.y = 3 tol 1e-9
// at 1: h.b.x = 2 tol 1e-9
// at 1: h.b.y = 3 tol 1e-9
// at 1: k.part.x = 4 tol 1e-9
// at 1: k.part.y = 7 tol 1e-9
// source: modifiers of the constraining clause of a redeclaration hold for what takes its place [MLS36, 7.3.2], below its own
// modifiers; also with `replaceable` alone as a modifier, and for classes
model A Real x = 1; end A;
model B Real x = 1; Real y = 1; end B;
model C Real x = 10; Real y = 10; end C;
model D replaceable B b constrainedby A; end D;
model E extends D(redeclare replaceable B b constrainedby B(x = 2, y = 3)); end E;
model F extends E(redeclare C b); end F;
model G extends E(redeclare C b(x = 5)); end G;
model H0 extends D(replaceable B b constrainedby B(x = 2, y = 3)); end H0;
model H extends H0(redeclare C b); end H;
model K0 replaceable model Part = B constrainedby A; Part part; end K0;
model K1 extends K0(redeclare replaceable model Part = B constrainedby B(x = 4, y = 6)); end K1;
model K extends K1(redeclare model Part = C(y = 7)); end K;
model M
  F f;
  G g;
  H h;
  K k;
end M;
