// at 0: known = 3 tol 0
// at 0: total = 6 tol 1e-12
// at 0: none = 0 tol 0
// source: String of an operator record is its operator 'String', sums use its '+' and, of nothing, its '0' [MLS36, 14.4 and 10.3.4.1]
operator record Pair
  Real a;
  Real b;
  encapsulated operator 'String'
    function plain
      import Pair;
      input Pair p;
      output String text;
    algorithm
      text := String(p.a) + "|" + String(p.b);
    end plain;
    function joined
      import Pair;
      input Pair p;
      input String between;
      output String text;
    algorithm
      text := String(p.a) + between + String(p.b);
    end joined;
  end 'String';
  encapsulated operator function '+'
    import Pair;
    input Pair p;
    input Pair q;
    output Pair r = Pair(p.a + q.a, p.b + q.b);
  algorithm
  end '+';
  encapsulated operator function '0'
    import Pair;
    output Pair r = Pair(0, 0);
  algorithm
  end '0';
end Pair;
model M
  parameter Pair p = Pair(2, 3);
  parameter Pair list[2, 2] = {{Pair(1, 0), Pair(2, 0)}, {Pair(0, 1), Pair(0, 2)}};
  parameter Pair all = sum(list);
  parameter Pair nobody[0];
  parameter Pair nothing = sum(nobody);
  Integer known = (if String(p) == "2|3" then 1 else 0) + (if String(p, between = " and ") == "2 and 3" then 2 else 0);
  Real total = all.a + all.b;
  Real none = nothing.a + nothing.b;
end M;
