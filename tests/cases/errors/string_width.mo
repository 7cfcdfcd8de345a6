// expect: 4:24: minimumLength of String must be an Integer from 0 to 1000
model M
  // a width that no text needs
  parameter String s = String(3, minimumLength = 5000);
end M;
