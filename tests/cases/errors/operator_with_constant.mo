// expect: 6:5: the operator '+' can have functions only; 'k' is none
// hint: declare it outside of the operator
operator record Pair
  Real a, b;
  encapsulated operator '+'
    constant Real k = 2;
    function sum
      input Real x;
      output Real y;
    algorithm
      y := k*x;
    end sum;
  end '+';
end Pair;
model M
  Real y = 1;
end M;
