// expect: 8:10: 'secret' is protected in 'Lib' and cannot be used from outside
// hint: declare it in a public section
package Lib
protected
  constant Real secret = 1;
end Lib;
model M
  import Lib.secret;
  Real x = secret;
end M;
