// expect: 6:5: the operator '-' can have functions only; 'Inside' is none
// hint: declare it outside of the operator
operator record Pair
  Real a, b;
  encapsulated operator '-'
    model Inside
      Real x = 1;
    end Inside;
  end '-';
end Pair;
model M
  Real y = 1;
end M;
