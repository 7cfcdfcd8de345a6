// note: 'm.x' is inherited twice with other attributes; those of m.mo:4:8 count
model A
  // the first one
  Real x(start = 1) = 3;
end A;
model B
  Real x(start = 2) = 3;
end B;
model C
  extends A;
  extends B;
end C;
model M
  C m;
end M;
