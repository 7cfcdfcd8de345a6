// Andrews' squeezing mechanism: data of the problem. [HW96, VII.7; IVP test set]
#pragma once

namespace trammel::support::andrews_data {

inline constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706,
                        m7 = .05498;
inline constexpr double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5,
                        i6 = 5.667e-7, i7 = 1.912e-5;
inline constexpr double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072,
                        c0 = 4530;
inline constexpr double d = 28e-3, da = 115e-4, e = 2e-2, ea = 1421e-5, rr = 7e-3, ra = 92e-5, l0 = 7785e-5;
inline constexpr double ss = 35e-3, sa = 1874e-5, sb = 1043e-5, sc = 18e-3, sd = 2e-2, ta = 2308e-5,
                        tb = 916e-5;
inline constexpr double u = 4e-2, ua = 1228e-5, ub = 449e-5, zf = 2e-2, zt = 4e-2, fa = 1421e-5, mom = 33e-3;

// beta, Theta, gamma, Phi, delta, Omega, epsilon
inline constexpr double q0[7] = {-0.0617138900142764496358948458001, 0,
                                 0.455279819163070380255912382449,   0.222668390165885884674473185609,
                                 0.487364979543842550225598953530,   -0.222668390165885884674473185609,
                                 1.23054744454982119249735015568};

// At t = 0.03: quadruple precision, step halving agrees in all digits (docs/references: the published values
// carry a time shift of 1e-12 s).
inline constexpr double q_end[7] = {15.810771195153707097119,   -15.756371058411839469728,
                                    0.040822240119645804858282, -0.53473011634207959377019,
                                    0.52440996587995406937166,  0.53473011634207959377019,
                                    1.0480807410419378730685};
inline constexpr double v_end[7] = {
    1139.9203022591060641981,  -1424.3792951775400731960, 11.032911910618593745327, 19.293374105032040831628,
    0.57356991482950245381769, -19.293374105032040831628, 0.32317914924913087499075};

// Mass matrix, forces, constraints, for any type of number: double, or Formula to get equations.
template <class Number>
struct Terms {
  Number M[7][7], f[7], g[6];
};

template <class Number>
Terms<Number> terms(const Number* q, const Number* v) {
  using std::cos, std::sin, std::sqrt;
  Terms<Number> t;
  for (auto& row : t.M)
    for (Number& entry : row) entry = 0.0;
  const Number cth = cos(q[1]), sth = sin(q[1]), sph = sin(q[3]), cph = cos(q[3]), som = sin(q[5]),
               com = cos(q[5]);
  t.M[0][0] = m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * cth + da * da) + i1 + i2;
  t.M[0][1] = t.M[1][0] = m2 * (da * da - da * rr * cth) + i2;
  t.M[1][1] = m2 * da * da + i2;
  t.M[2][2] = m3 * (sa * sa + sb * sb) + i3;
  t.M[3][3] = m4 * (e - ea) * (e - ea) + i4;
  t.M[3][4] = t.M[4][3] = m4 * ((e - ea) * (e - ea) + zt * (e - ea) * sph) + i4;
  t.M[4][4] =
      m4 * (zt * zt + 2 * zt * (e - ea) * sph + (e - ea) * (e - ea)) + m5 * (ta * ta + tb * tb) + i4 + i5;
  t.M[5][5] = m6 * (zf - fa) * (zf - fa) + i6;
  t.M[5][6] = t.M[6][5] = m6 * ((zf - fa) * (zf - fa) - u * (zf - fa) * som) + i6;
  t.M[6][6] =
      m6 * ((zf - fa) * (zf - fa) - 2 * u * (zf - fa) * som + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7;

  const Number cga = cos(q[2]), sga = sin(q[2]);
  const Number xd = sd * cga + sc * sga + xb, yd = sd * sga - sc * cga + yb;
  const Number length = sqrt((xd - xc) * (xd - xc) + (yd - yc) * (yd - yc));
  const Number force = -c0 * (length - l0) / length;
  t.f[0] = mom - m2 * da * rr * v[1] * (v[1] + 2 * v[0]) * sth;
  t.f[1] = m2 * da * rr * v[0] * v[0] * sth;
  t.f[2] = force * (xd - xc) * (sc * cga - sd * sga) + force * (yd - yc) * (sd * cga + sc * sga);
  t.f[3] = m4 * zt * (e - ea) * v[4] * v[4] * cph;
  t.f[4] = -m4 * zt * (e - ea) * v[3] * (v[3] + 2 * v[4]) * cph;
  t.f[5] = -m6 * u * (zf - fa) * v[6] * v[6] * com;
  t.f[6] = m6 * u * (zf - fa) * v[5] * (v[5] + 2 * v[6]) * com;

  const Number X = rr * cos(q[0]) - d * cos(q[0] + q[1]), Y = rr * sin(q[0]) - d * sin(q[0] + q[1]);
  t.g[0] = X - ss * sga - xb;
  t.g[1] = Y + ss * cga - yb;
  t.g[2] = X - e * sin(q[3] + q[4]) - zt * cos(q[4]) - xa;
  t.g[3] = Y + e * cos(q[3] + q[4]) - zt * sin(q[4]) - ya;
  t.g[4] = X - zf * cos(q[5] + q[6]) - u * sin(q[6]) - xa;
  t.g[5] = Y - zf * sin(q[5] + q[6]) + u * cos(q[6]) - ya;
  return t;
}

}  // namespace trammel::support::andrews_data
