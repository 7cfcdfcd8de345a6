// at 0: y = 30 tol 1e-12
// source: names are looked up from inside to outside through packages; later siblings count [MLS36, 5.3]
package Lib
  package A
    model X
      Real y = 2*B.c*k;
    end X;
    constant Real k = 3;
  end A;
  package B
    constant Real c = 5;
  end B;
end Lib;
model M
  extends Lib.A.X;
end M;
