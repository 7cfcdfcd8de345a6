// expect: 3:28: the enumeration has the literal 'a' twice
// hint: remove one of them
type E = enumeration(a, b, a);
model M
  parameter E e = E.a;
end M;
