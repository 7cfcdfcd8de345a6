// expect: 7:14: the function 'from_real' has no result
// hint: declare an output
operator record C
  Real re;
  Real im;
  encapsulated operator 'constructor'
    function from_real
      input Real re;
      input Real im = 0;
    end from_real;
  end 'constructor';
end C;
model M
  parameter C a = C(1, 2);
end M;
