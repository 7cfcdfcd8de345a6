// at 1: p.re = -5 tol 1e-12
// at 1: p.im = 10 tol 1e-12
// at 1: q.re = 5 tol 1e-12
// at 1: q.im = 2 tol 1e-12
// at 1: n.re = -1 tol 1e-12
// at 1: v[2].im = 8 tol 1e-12
// at 1: same = 1 tol 0
// source: (1+2i)(3+4i) = -5+10i; 4 + (1+2i) = 5+2i [MLS36, chapter 14]
operator record C
  Real re;
  Real im;
  encapsulated operator 'constructor'
    function from_real
      import C;
      input Real re;
      input Real im = 0;
      output C result(re = re, im = im);
    algorithm
    end from_real;
  end 'constructor';
  encapsulated operator function '+'
    import C;
    input C a;
    input C b;
    output C c;
  algorithm
    c := C(a.re + b.re, a.im + b.im);
  end '+';
  encapsulated operator '-'
    function negate
      import C;
      input C a;
      output C c;
    algorithm
      c := C(-a.re, -a.im);
    end negate;
    function subtract
      import C;
      input C a;
      input C b;
      output C c;
    algorithm
      c := C(a.re - b.re, a.im - b.im);
    end subtract;
  end '-';
  encapsulated operator '*'
    function multiply
      import C;
      input C a;
      input C b;
      output C c;
    algorithm
      c := C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
    end multiply;
  end '*';
  encapsulated operator function '=='
    import C;
    input C a;
    input C b;
    output Boolean same;
  algorithm
    same := a.re == b.re and a.im == b.im;
  end '==';
end C;
model M
  parameter C a = C(1, 2), b(re = 3, im = 4);
  C p = a*b;
  C q = 4*time + a;
  C n = -a;
  C v[2] = 2*{a, b};
  Boolean same = a == C(1, 2);
end M;
