// at 0: y = 1 tol 1e-12
// source: comments and strings with quotes, escapes and other alphabets
model M "résumé: \"a\\b\" // not a comment"
  /* a comment * with stars ** and // slashes */
  parameter String s = "a/*b*/c" "comment of s";
  // Ωμέγα
  Real y = if s == "a/*b*/c" then 1 else 0;
end M;
