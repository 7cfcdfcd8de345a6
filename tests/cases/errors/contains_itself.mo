// expect: 4:5: 'A' contains itself: 'a' is one of its components
// hint: break the circle
model A
  A a;
end A;
