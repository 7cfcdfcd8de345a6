// expect: 7:14: the function 'both' has more than one result
// hint: declare one output
operator record Pair
  Real a, b;
  encapsulated operator 'constructor'
    import Pair;
    function both
      input Real x;
      output Pair p(a = x, b = x);
      output Pair q(a = x, b = x);
    algorithm
    end both;
  end 'constructor';
end Pair;
model M
  Pair p = Pair(1);
end M;
