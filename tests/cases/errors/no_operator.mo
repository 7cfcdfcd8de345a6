// expect: 9:11: '+' is not defined for C and C
// hint: define it in an operator record
operator record C
  Real re;
  Real im;
end C;
model M
  C a(re = 1, im = 2);
  C b = a + a;
end M;
