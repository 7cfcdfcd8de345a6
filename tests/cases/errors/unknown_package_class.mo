// expect: 7:3: class 'P.B' not found: there is no 'B' in 'P'
package P
  model A
  end A;
end P;
model M
  P.B b;
end M;
