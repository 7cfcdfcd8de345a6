// expect: 3:7: 'Real' is a predefined type and cannot be a class
// hint: rename one of them
model Real
end Real;
