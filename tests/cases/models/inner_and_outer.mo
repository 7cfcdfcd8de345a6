// at 0: mid.leaf.y = 8 tol 1e-12
// at 0: mid.z = 7 tol 1e-12
// at 0: mid.deep.leaf.y = 80 tol 1e-12
// at 0: mid.deep.z = 8 tol 1e-12
// source: inner outer: what is inside sees this one, its own class the one around; its modifiers are those of the inner one [MLS36, 5.4]
model Leaf
  outer Real w;
  Real y = w;
end Leaf;
model Deep
  inner outer Real w = 10*w;
  Leaf leaf;
  Real z = w;
end Deep;
model Mid
  inner outer Real w = w + 1;
  Leaf leaf;
  Deep deep;
  Real z = w;
end Mid;
model M
  inner Real w = 7;
  Mid mid;
end M;
