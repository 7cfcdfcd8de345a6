// expect: 4:3: this comment has no end
// hint: close it with */
model M
  /* never closed
  Real x = 1;
end M;
