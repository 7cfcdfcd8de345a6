// expect: 10:3: 'Part' is protected in 'Lib' and cannot be used from outside
// hint: declare it in a public section
package Lib
protected
  model Part
    Real x = 1;
  end Part;
end Lib;
model M
  Lib.Part p;
end M;
