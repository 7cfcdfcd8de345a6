// expect: 6:10: 'k' comes from 'P' and from 'Q'
// hint: import it from one of them by its name
package P constant Real k = 1; end P;
package Q constant Real k = 2; end Q;
model M import P.*;
  import Q.*;
  Real y = k;
end M;
