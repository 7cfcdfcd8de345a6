// expect: 11:10: 'Lib.Box' is a model; imports are from packages
// hint: use the whole name
package Lib
  model Box
    encapsulated model Part
      Real x = 1;
    end Part;
  end Box;
end Lib;
model M
  import Lib.Box.Part;
  Part p;
end M;
