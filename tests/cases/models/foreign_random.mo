// at 1: a = 0.054353923013481964 tol 1e-16
// at 1: b = 0.5039062821310871 tol 1e-16
// at 1: c = 0.37670097295847393 tol 1e-16
// at 1: next[1] = -1064264126 tol 0
// at 1: next[2] = -1914035327 tol 0
// at 1: drawn = 0.054353923013481964 tol 1e-16
// at 1: hash1 = 1827717433 tol 0
// at 1: hash2 = -1025762750 tol 0
// source: one step of Vigna's xorshift64*, xorshift128+ (23, 17, 26) and xorshift1024* with 64-bit integers elsewhere (the state is the number drawn, as the published result of Noise.UniformNoise shows); hashes as the documentation of Modelica.Utilities.Strings gives them
function star64
  input Integer s[2];
  output Real r;
  output Integer t[2];
  external "C" ModelicaRandom_xorshift64star(s, t, r);
end star64;
function plus128
  input Integer s[4];
  output Real r;
  output Integer t[4];
  external "C" ModelicaRandom_xorshift128plus(s, t, r);
end plus128;
function star1024
  input Integer s[33];
  output Real r;
  output Integer t[33];
  external "C" ModelicaRandom_xorshift1024star(s, t, r);
end star1024;
function hash
  input String s;
  output Integer h;
  external "C" h = ModelicaStrings_hashString(s);
end hash;
model M
  Real a = star64({126247697, 0});
  Real b = plus128({1, 2, 3, 4});
  Real c = star1024(cat(1, 1:32, {0}));
  Integer hash1 = hash("this is a test"), hash2 = hash("Controller.noise1");
  discrete Integer next[2](start = {126247697, 0}, each fixed = true);
  discrete Real drawn(start = 0, fixed = true);
equation
  when time > 0.5 then
    (drawn, next) = star64(pre(next));
  end when;
end M;
