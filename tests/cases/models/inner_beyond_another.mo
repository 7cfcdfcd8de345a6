// at 0: mid.leaf.y = 7 tol 1e-12
// source: an outer element is that inner one of its name which is nearest; others do not count [MLS36, 5.4]
model Leaf
  outer Real w;
  Real y = w;
end Leaf;
model Mid
  Real w = 5;
  Leaf leaf;
end Mid;
model M
  inner Real w = 7;
  Mid mid;
end M;
