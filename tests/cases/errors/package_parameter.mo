// expect: 4:3: the package 'Data' cannot have parameters
// hint: declare them as constants
package Data
  parameter Real length = 2;
end Data;
model M
  Real x = Data.length;
end M;
