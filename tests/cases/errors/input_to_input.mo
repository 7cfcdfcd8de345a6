// expect: 10:3: connect joins the input 'a.u' with inputs only
// hint: connect one of them with an output
connector In = input Real;
model A
  In u;
end A;
model M
  A a, b;
equation
  connect(a.u, b.u);
end M;
