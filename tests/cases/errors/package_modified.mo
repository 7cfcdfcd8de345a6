// expect: 4:21: the package 'D' inherits 'X' with modified elements, which is not supported yet
// hint: write the class in this package
package B constant Real k = 4; model X Real y = k; end X; end B;
package D extends B(k = 7); end D;
model M
  D.X x;
end M;
