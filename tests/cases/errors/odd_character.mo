// expect: 4:14: the character '§' cannot stand here
// hint: names with other characters than letters, digits and _ stand in single quotes
model M
  Real x = 1 § 2;
end M;
