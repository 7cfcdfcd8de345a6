// at 0: a = 1 tol 1e-12
// at 0: o = 2 tol 1e-12
// at 0: n = -1 tol 1e-12
// source: logical operators of operator records [MLS36, 14.4]: the smaller, the larger, the negative of fuzzy values 1 and 2
operator record Fuzzy
  Real v;
  encapsulated operator function 'and'
    import Fuzzy;
    input Fuzzy a, b;
    output Fuzzy c;
  algorithm
    c := Fuzzy(min(a.v, b.v));
  end 'and';
  encapsulated operator function 'or'
    import Fuzzy;
    input Fuzzy a, b;
    output Fuzzy c;
  algorithm
    c := Fuzzy(max(a.v, b.v));
  end 'or';
  encapsulated operator function 'not'
    import Fuzzy;
    input Fuzzy a;
    output Fuzzy c;
  algorithm
    c := Fuzzy(-a.v);
  end 'not';
end Fuzzy;
model M
  Fuzzy x = Fuzzy(1), y = Fuzzy(2), both = x and y, either = x or y, none = not x;
  Real a = both.v, o = either.v, n = none.v;
end M;
