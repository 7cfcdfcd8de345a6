// expect: 7:14: the value of a modifier has the size [2], but the array of components has [3]
// hint: write each before it if it is for every component
model A
  parameter Real k = 1;
end A;
model M
  A a[3](k = {1, 2});
end M;
