// expect: 8:15: a model writes no files here, so it cannot tell whether it did
// hint: write results with -o FILE
function write
  output Boolean done;
  external "C" done = ModelicaIO_writeRealMatrix("a.mat", "A", [1], 1, 1, false, "4");
end write;
model M
  Boolean b = write();
end M;
