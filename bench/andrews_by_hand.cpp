#include "andrews_by_hand.hpp"

#include <cmath>

#include "support/andrews_data.hpp"

namespace trammel::bench {

using namespace support::andrews_data;

namespace {

// Sines and cosines, once.
struct Trig {
  explicit Trig(const double* q)
      : sbe(std::sin(q[0])), cbe(std::cos(q[0])), sth(std::sin(q[1])), cth(std::cos(q[1])),
        sga(std::sin(q[2])), cga(std::cos(q[2])), sph(std::sin(q[3])), cph(std::cos(q[3])),
        sde(std::sin(q[4])), cde(std::cos(q[4])), som(std::sin(q[5])), com(std::cos(q[5])),
        sep(std::sin(q[6])), cep(std::cos(q[6])), sbt(std::sin(q[0] + q[1])), cbt(std::cos(q[0] + q[1])),
        spd(std::sin(q[3] + q[4])), cpd(std::cos(q[3] + q[4])), soe(std::sin(q[5] + q[6])),
        coe(std::cos(q[5] + q[6])) {}
  double sbe, cbe, sth, cth, sga, cga, sph, cph, sde, cde, som, com, sep, cep, sbt, cbt, spd, cpd, soe, coe;
};

constexpr double A = m2 * da * rr, B = m4 * zt * (e - ea), C = m6 * u * (zf - fa);
constexpr double M11 = m1 * ra * ra + m2 * (rr * rr + da * da) + i1 + i2, M12 = m2 * da * da + i2,
                 M22 = m2 * da * da + i2;
constexpr double M33 = m3 * (sa * sa + sb * sb) + i3, M44 = m4 * (e - ea) * (e - ea) + i4;
constexpr double M55 = m4 * (zt * zt + (e - ea) * (e - ea)) + m5 * (ta * ta + tb * tb) + i4 + i5;
constexpr double M66 = m6 * (zf - fa) * (zf - fa) + i6;
constexpr double M77 = m6 * ((zf - fa) * (zf - fa) + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7;

}  // namespace

namespace {

void residual(const Trig& t, const double* y, const double* yp, double* r) {
  const double *v = y + 7, *w = y + 14, *l = y + 21;
  for (int i = 0; i < 14; ++i) r[i] = yp[i] - y[7 + i];
  const double xd = sd * t.cga + sc * t.sga + xb - xc, yd = sd * t.sga - sc * t.cga + yb - yc;
  const double length = std::sqrt(xd * xd + yd * yd), force = -c0 * (length - l0) / length;
  const double Lx = l[0] + l[2] + l[4], Ly = l[1] + l[3] + l[5];
  const double gx2 = d * t.sbt, gy2 = -d * t.cbt, gx1 = -rr * t.sbe + gx2, gy1 = rr * t.cbe + gy2;
  r[14] = (M11 - 2 * A * t.cth) * w[0] + (M12 - A * t.cth) * w[1] - mom +
          A * v[1] * (v[1] + 2 * v[0]) * t.sth + gx1 * Lx + gy1 * Ly;
  r[15] = (M12 - A * t.cth) * w[0] + M22 * w[1] - A * v[0] * v[0] * t.sth + gx2 * Lx + gy2 * Ly;
  r[16] = M33 * w[2] - force * (xd * (sc * t.cga - sd * t.sga) + yd * (sd * t.cga + sc * t.sga)) -
          ss * t.cga * l[0] - ss * t.sga * l[1];
  r[17] =
      M44 * w[3] + (M44 + B * t.sph) * w[4] - B * v[4] * v[4] * t.cph - e * t.cpd * l[2] - e * t.spd * l[3];
  r[18] = (M44 + B * t.sph) * w[3] + (M55 + 2 * B * t.sph) * w[4] + B * v[3] * (v[3] + 2 * v[4]) * t.cph +
          (zt * t.sde - e * t.cpd) * l[2] - (e * t.spd + zt * t.cde) * l[3];
  r[19] =
      M66 * w[5] + (M66 - C * t.som) * w[6] + C * v[6] * v[6] * t.com + zf * t.soe * l[4] - zf * t.coe * l[5];
  r[20] = (M66 - C * t.som) * w[5] + (M77 - 2 * C * t.som) * w[6] - C * v[5] * (v[5] + 2 * v[6]) * t.com +
          (zf * t.soe - u * t.cep) * l[4] - (zf * t.coe + u * t.sep) * l[5];
  const double X = rr * t.cbe - d * t.cbt, Y = rr * t.sbe - d * t.sbt;
  r[21] = X - ss * t.sga - xb;
  r[22] = Y + ss * t.cga - yb;
  r[23] = X - e * t.spd - zt * t.cde - xa;
  r[24] = Y + e * t.cpd - zt * t.sde - ya;
  r[25] = X - zf * t.coe - u * t.sep - xa;
  r[26] = Y - zf * t.soe + u * t.cep - ya;
}

// The zeros of J stay untouched.
void jacobian(const Trig& t, const double* y, double c, double* J) {
  const double *v = y + 7, *w = y + 14, *l = y + 21;
  const auto at = [J](int row, int column) -> double& { return J[row + 27 * column]; };
  for (int i = 0; i < 14; ++i) {
    at(i, i) = c;
    at(i, i + 7) = -1;
  }
  const double Lx = l[0] + l[2] + l[4], Ly = l[1] + l[3] + l[5];
  const double hbt = d * (t.cbt * Lx + t.sbt * Ly);
  at(14, 0) = hbt - rr * (t.cbe * Lx + t.sbe * Ly);
  at(14, 1) = hbt + A * (t.sth * (2 * w[0] + w[1]) + v[1] * (v[1] + 2 * v[0]) * t.cth);
  at(15, 0) = hbt;
  at(15, 1) = hbt + A * (t.sth * w[0] - v[0] * v[0] * t.cth);
  at(14, 7) = 2 * A * v[1] * t.sth;
  at(14, 8) = 2 * A * (v[1] + v[0]) * t.sth;
  at(15, 7) = -2 * A * v[0] * t.sth;

  const double a = sc * t.cga - sd * t.sga, b = sd * t.cga + sc * t.sga;
  const double xd = b + xb - xc, yd = -a + yb - yc;
  const double length = std::sqrt(xd * xd + yd * yd), force = -c0 * (length - l0) / length,
               s = xd * a + yd * b;
  const double slope = -c0 * l0 * s / (length * length * length);
  at(16, 2) = -slope * s - force * (a * a + b * b - xd * b + yd * a) + ss * (t.sga * l[0] - t.cga * l[1]);

  const double hpd = e * (t.spd * l[2] - t.cpd * l[3]);
  at(17, 3) = hpd + B * (t.cph * w[4] + v[4] * v[4] * t.sph);
  at(17, 4) = hpd;
  at(18, 3) = hpd + B * (t.cph * (w[3] + 2 * w[4]) - v[3] * (v[3] + 2 * v[4]) * t.sph);
  at(18, 4) = hpd + zt * (t.cde * l[2] + t.sde * l[3]);
  at(17, 11) = -2 * B * v[4] * t.cph;
  at(18, 10) = 2 * B * (v[3] + v[4]) * t.cph;
  at(18, 11) = 2 * B * v[3] * t.cph;

  const double hoe = zf * (t.coe * l[4] + t.soe * l[5]);
  at(19, 5) = hoe - C * (t.com * w[6] + v[6] * v[6] * t.som);
  at(19, 6) = hoe;
  at(20, 5) = hoe - C * (t.com * (w[5] + 2 * w[6]) - v[5] * (v[5] + 2 * v[6]) * t.som);
  at(20, 6) = hoe + u * (t.sep * l[4] - t.cep * l[5]);
  at(19, 13) = 2 * C * v[6] * t.com;
  at(20, 12) = -2 * C * (v[5] + v[6]) * t.com;
  at(20, 13) = -2 * C * v[5] * t.com;

  at(14, 14) = M11 - 2 * A * t.cth;
  at(14, 15) = at(15, 14) = M12 - A * t.cth;
  at(15, 15) = M22;
  at(16, 16) = M33;
  at(17, 17) = M44;
  at(17, 18) = at(18, 17) = M44 + B * t.sph;
  at(18, 18) = M55 + 2 * B * t.sph;
  at(19, 19) = M66;
  at(19, 20) = at(20, 19) = M66 - C * t.som;
  at(20, 20) = M77 - 2 * C * t.som;

  const double gx2 = d * t.sbt, gy2 = -d * t.cbt, gx1 = -rr * t.sbe + gx2, gy1 = rr * t.cbe + gy2;
  const auto constraint = [&](int k, int column, double value) {
    at(14 + column, 21 + k) = at(21 + k, column) = value;
  };
  for (int k = 0; k < 6; k += 2) {
    constraint(k, 0, gx1);
    constraint(k, 1, gx2);
    constraint(k + 1, 0, gy1);
    constraint(k + 1, 1, gy2);
  }
  constraint(0, 2, -ss * t.cga);
  constraint(1, 2, -ss * t.sga);
  constraint(2, 3, -e * t.cpd);
  constraint(2, 4, -e * t.cpd + zt * t.sde);
  constraint(3, 3, -e * t.spd);
  constraint(3, 4, -e * t.spd - zt * t.cde);
  constraint(4, 5, zf * t.soe);
  constraint(4, 6, zf * t.soe - u * t.cep);
  constraint(5, 5, -zf * t.coe);
  constraint(5, 6, -zf * t.coe - u * t.sep);
}

}  // namespace

void andrews_by_hand(const double* y, const double* yp, double c, double* r, double* J) {
  const Trig t(y);
  residual(t, y, yp, r);
  jacobian(t, y, c, J);
}

}  // namespace trammel::bench
