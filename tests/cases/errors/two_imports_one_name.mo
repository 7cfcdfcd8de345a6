// expect: 11:14: two imports are called 'P' (the other one: line 10)
// hint: give one of them another name: import Other = ...
package A
  constant Real k = 1;
end A;
package B
  constant Real k = 2;
end B;
model M
  import P = A;
  import P = B;
  Real x = P.k;
end M;
