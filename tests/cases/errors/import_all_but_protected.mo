// expect: 9:12: 'secret' is not declared
package Lib
  constant Real open = 2;
protected
  constant Real secret = 1;
end Lib;
model M
  import Lib.*;
  Real x = secret;
end M;
