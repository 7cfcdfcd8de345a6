// at 1: x = 0.73 tol 1e-12
// source: numbers may start with their point; what is not UTF-8 is read as ISO 8859-1
model M "café, München" // ÿ
  Real x = .73*time;
end M;
