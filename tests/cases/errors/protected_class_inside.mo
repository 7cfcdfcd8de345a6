// expect: 10:12: 'Hidden' is protected in 'Lib' and cannot be used from outside
// hint: declare it in a public section
package Lib
protected
  package Hidden
    constant Real k = 1;
  end Hidden;
end Lib;
model M
  Real x = Lib.Hidden.k;
end M;
