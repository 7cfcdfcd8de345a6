// expect: 3:9: the class 'P' extends itself
// hint: remove one of the extends clauses
package P
  extends Q(k = 1);
end P;
package Q
  extends P(k = 2);
end Q;
model M
  Real x = P.k;
end M;
