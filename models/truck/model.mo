model Truck "A truck over a bump: five bodies in a plane, nine coordinates, the load joined to the chassis"
  constant Real g = 9.81;
  constant Real m1 = 1450, m2 = 3335, m3 = 600, m4 = 1100, m5 = 11515;
  constant Real i2 = 14313, i4 = 948, i5 = 33000;
  constant Real a12 = -2.06, a23 = 2.44, a24 = 1.94, a42 = 3.64, a25 = 0.98;
  constant Real b24 = -0.8, b42 = 0.9, c25 = 2.44, ac1 = -3.07, ac2 = 0.15, cc1 = -1.61, cc2 = -0.75, h1 = -1.34;
  constant Real speed = 15;
  Real p1(start = 0.5, fixed = true) "rear wheel", p2(start = 2, fixed = true) "chassis, height";
  Real p3(start = 0, fixed = true) "chassis, pitch", p4(start = 0.5, fixed = true) "front wheel";
  Real p5(start = 2.9, fixed = true) "cabin, height", p6(start = 0, fixed = true) "cabin, pitch";
  Real p7(start = -1.46) "load, along", p8(start = 2.9) "load, height", p9(start = 0, fixed = true) "load, pitch";
  Real v1(start = 0, fixed = true), v2(start = 0, fixed = true), v3(start = 0, fixed = true);
  Real v4(start = 0, fixed = true), v5(start = 0, fixed = true), v6(start = 0, fixed = true);
  Real v7, v8, v9(start = 0, fixed = true);
  Real lambda1(start = 0, nominal = 1e4), lambda2(start = 68056, nominal = 1e5) "the joint holds the load";
  Real u1 "road under the rear wheel", u2 "under the front wheel", s1, s2;
  Real f10, f30 "tyres", f12x, f12y, f23x, f23y, f24x, f24y, f42x, f42y, f25x, f25y;
  Real l12, l23, l24, l42, l25, c3, s3, c6, s6, c9, s9;
equation
  s2 = max(time - 2/15, 0);
  s1 = max(time - 2/15 - (a23 - a12)/speed, 0);
  u1 = 0.001*s1^6*exp(-s1);
  u2 = 0.001*s2^6*exp(-s2);
  c3 = cos(p3); s3 = sin(p3); c6 = cos(p6); s6 = sin(p6); c9 = cos(p9); s9 = sin(p9);
  f10 = 4.4e6*(p1 - u1) + 600*(v1 - 0.001*(6*s1^5 - s1^6)*exp(-s1)) - 2329145.162;
  f30 = 2.2e6*(p4 - u2) + 300*(v4 - 0.001*(6*s2^5 - s2^6)*exp(-s2)) - 1147434.838;
  // Each spring with damper between two points: (k l + d l' + n) along the line, with l its length.
  l12 = sqrt((a12*c3 - h1*s3 - a12)^2 + (p2 + a12*s3 + h1*c3 - p1)^2);
  f12x = (824700 + (21593*((a12*c3 - h1*s3 - a12)*(-a12*s3 - h1*c3)*v3 + (p2 + a12*s3 + h1*c3 - p1)*(v2 + (a12*c3 - h1*s3)*v3 - v1))/l12 - 246872.662)/l12)*(a12*c3 - h1*s3 - a12);
  f12y = (824700 + (21593*((a12*c3 - h1*s3 - a12)*(-a12*s3 - h1*c3)*v3 + (p2 + a12*s3 + h1*c3 - p1)*(v2 + (a12*c3 - h1*s3)*v3 - v1))/l12 - 246872.662)/l12)*(p2 + a12*s3 + h1*c3 - p1);
  l23 = sqrt((a23*c3 - h1*s3 - a23)^2 + (p2 + a23*s3 + h1*c3 - p4)^2);
  f23x = (271100 + (38537*((a23*c3 - h1*s3 - a23)*(-a23*s3 - h1*c3)*v3 + (p2 + a23*s3 + h1*c3 - p4)*(v2 + (a23*c3 - h1*s3)*v3 - v4))/l23 - 84924.838)/l23)*(a23*c3 - h1*s3 - a23);
  f23y = (271100 + (38537*((a23*c3 - h1*s3 - a23)*(-a23*s3 - h1*c3)*v3 + (p2 + a23*s3 + h1*c3 - p4)*(v2 + (a23*c3 - h1*s3)*v3 - v4))/l23 - 84924.838)/l23)*(p2 + a23*s3 + h1*c3 - p4);
  l24 = sqrt((a24 - b24 + b24*c6 - a24*c3)^2 + (p5 + b24*s6 - p2 - a24*s3)^2);
  f24x = (135700 + (12218*((a24 - b24 + b24*c6 - a24*c3)*(-b24*s6*v6 + a24*s3*v3) + (p5 + b24*s6 - p2 - a24*s3)*(v5 + b24*c6*v6 - v2 - a24*c3*v3))/l24 - 127842.88235294)/l24)*(a24 - b24 + b24*c6 - a24*c3);
  f24y = (135700 + (12218*((a24 - b24 + b24*c6 - a24*c3)*(-b24*s6*v6 + a24*s3*v3) + (p5 + b24*s6 - p2 - a24*s3)*(v5 + b24*c6*v6 - v2 - a24*c3*v3))/l24 - 127842.88235294)/l24)*(p5 + b24*s6 - p2 - a24*s3);
  l42 = sqrt((a24 - b24 + b42*c6 - a42*c3)^2 + (p5 + b42*s6 - p2 - a42*s3)^2);
  f42x = (135700 + (12218*((a24 - b24 + b42*c6 - a42*c3)*(-b42*s6*v6 + a42*s3*v3) + (p5 + b42*s6 - p2 - a42*s3)*(v5 + b42*c6*v6 - v2 - a42*c3*v3))/l42 - 127208.11764706)/l42)*(a24 - b24 + b42*c6 - a42*c3);
  f42y = (135700 + (12218*((a24 - b24 + b42*c6 - a42*c3)*(-b42*s6*v6 + a42*s3*v3) + (p5 + b42*s6 - p2 - a42*s3)*(v5 + b42*c6*v6 - v2 - a42*c3*v3))/l42 - 127208.11764706)/l42)*(p5 + b42*s6 - p2 - a42*s3);
  l25 = sqrt((p7 + c25*c9 - a25*c3)^2 + (p8 + c25*s9 - p2 - a25*s3)^2);
  f25x = (900000 + (38500*((p7 + c25*c9 - a25*c3)*(v7 - c25*s9*v9 + a25*s3*v3) + (p8 + c25*s9 - p2 - a25*s3)*(v8 + c25*c9*v9 - v2 - a25*c3*v3))/l25 - 854905.94111111)/l25)*(p7 + c25*c9 - a25*c3);
  f25y = (900000 + (38500*((p7 + c25*c9 - a25*c3)*(v7 - c25*s9*v9 + a25*s3*v3) + (p8 + c25*s9 - p2 - a25*s3)*(v8 + c25*c9*v9 - v2 - a25*c3*v3))/l25 - 854905.94111111)/l25)*(p8 + c25*s9 - p2 - a25*s3);
  der(p1) = v1; der(p2) = v2; der(p3) = v3; der(p4) = v4; der(p5) = v5; der(p6) = v6; der(p7) = v7; der(p8) = v8; der(p9) = v9;
  m1*der(v1) = -m1*g - f10 + f12y "rear wheel";
  m3*der(v4) = -m3*g - f30 + f23y "front wheel";
  m2*der(v2) = -m2*g - f12y - f23y + f24y + f42y + f25y - lambda2 "chassis, height";
  i2*der(v3) = -(a12*c3 - h1*s3)*f12y + (a12*s3 + h1*c3)*f12x - (a23*c3 - h1*s3)*f23y + (a23*s3 + h1*c3)*f23x
    + a24*(c3*f24y - s3*f24x) + a42*(c3*f42y - s3*f42x) + a25*(c3*f25y - s3*f25x)
    - (ac1*c3 - ac2*s3)*lambda2 + (ac1*s3 + ac2*c3)*lambda1 "chassis, pitch";
  m4*der(v5) = -m4*g - f24y - f42y "cabin, height";
  i4*der(v6) = -b24*(c6*f24y - s6*f24x) - b42*(c6*f42y - s6*f42x) "cabin, pitch";
  m5*der(v7) = -f25x + lambda1 "load, along";
  m5*der(v8) = -m5*g - f25y + lambda2 "load, height";
  i5*der(v9) = -c25*(c9*f25y - s9*f25x) + (cc1*c9 - cc2*s9)*lambda2 - (cc1*s9 + cc2*c9)*lambda1 "load, pitch";
  ac1*c3 - ac2*s3 = p7 + cc1*c9 - cc2*s9 "joint, along";
  p2 + ac1*s3 + ac2*c3 = p8 + cc1*s9 + cc2*c9 "joint, height";
  annotation(experiment(StopTime = 40, Tolerance = 1e-6));
end Truck;
