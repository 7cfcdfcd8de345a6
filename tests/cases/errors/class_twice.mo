// expect: 5:7: there are two classes called 'M' (the other one: line 3)
// hint: rename one of them
model M
end M;
model M
end M;
