// expect: 4:3: class 'C' not found
model M
  import A.B.C;
  C x;
end M;
