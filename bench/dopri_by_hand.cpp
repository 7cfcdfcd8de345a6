#include "dopri_by_hand.hpp"

#include <algorithm>
#include <cmath>

#include "support/andrews_data.hpp"

namespace trammel::bench {
namespace {

using namespace support::andrews_data;

constexpr int n = 13;
constexpr double A = m2 * da * rr, B = m4 * zt * (e - ea), C = m6 * u * (zf - fa);

struct Mechanism {
  double K[n][n] = {}, G[6][7] = {}, rhs[n] = {}, g[6] = {};  // K by columns
  int pivot[n] = {};

  void evaluate(const double* q, const double* v) {
    const double sbe = std::sin(q[0]), cbe = std::cos(q[0]), sth = std::sin(q[1]), cth = std::cos(q[1]),
                 sga = std::sin(q[2]), cga = std::cos(q[2]), sph = std::sin(q[3]), cph = std::cos(q[3]),
                 sde = std::sin(q[4]), cde = std::cos(q[4]), som = std::sin(q[5]), com = std::cos(q[5]),
                 sep = std::sin(q[6]), cep = std::cos(q[6]), sbt = std::sin(q[0] + q[1]),
                 cbt = std::cos(q[0] + q[1]), spd = std::sin(q[3] + q[4]), cpd = std::cos(q[3] + q[4]),
                 soe = std::sin(q[5] + q[6]), coe = std::cos(q[5] + q[6]);
    std::fill(&K[0][0], &K[0][0] + n * n, 0.0);
    K[0][0] = m1 * ra * ra + m2 * (rr * rr + da * da) + i1 + i2 - 2 * A * cth;
    K[0][1] = K[1][0] = m2 * da * da + i2 - A * cth;
    K[1][1] = m2 * da * da + i2;
    K[2][2] = m3 * (sa * sa + sb * sb) + i3;
    K[3][3] = m4 * (e - ea) * (e - ea) + i4;
    K[3][4] = K[4][3] = K[3][3] + B * sph;
    K[4][4] = m4 * (zt * zt + (e - ea) * (e - ea)) + m5 * (ta * ta + tb * tb) + i4 + i5 + 2 * B * sph;
    K[5][5] = m6 * (zf - fa) * (zf - fa) + i6;
    K[5][6] = K[6][5] = K[5][5] - C * som;
    K[6][6] = m6 * ((zf - fa) * (zf - fa) + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7 - 2 * C * som;
    const double xd = sd * cga + sc * sga + xb - xc, yd = sd * sga - sc * cga + yb - yc;
    const double length = std::sqrt(xd * xd + yd * yd), force = -c0 * (length - l0) / length;
    rhs[0] = mom - A * v[1] * (v[1] + 2 * v[0]) * sth;
    rhs[1] = A * v[0] * v[0] * sth;
    rhs[2] = force * (xd * (sc * cga - sd * sga) + yd * (sd * cga + sc * sga));
    rhs[3] = B * v[4] * v[4] * cph;
    rhs[4] = -B * v[3] * (v[3] + 2 * v[4]) * cph;
    rhs[5] = -C * v[6] * v[6] * com;
    rhs[6] = C * v[5] * (v[5] + 2 * v[6]) * com;
    const double gx2 = d * sbt, gy2 = -d * cbt, gx1 = -rr * sbe + gx2, gy1 = rr * cbe + gy2;
    for (int k = 0; k < 6; k += 2) {
      G[k][0] = gx1, G[k][1] = gx2;
      G[k + 1][0] = gy1, G[k + 1][1] = gy2;
    }
    G[0][2] = -ss * cga, G[1][2] = -ss * sga;
    G[2][3] = -e * cpd, G[2][4] = -e * cpd + zt * sde;
    G[3][3] = -e * spd, G[3][4] = -e * spd - zt * cde;
    G[4][5] = zf * soe, G[4][6] = zf * soe - u * cep;
    G[5][5] = -zf * coe, G[5][6] = -zf * coe - u * sep;
    for (int k = 0; k < 6; ++k)
      for (int j = 0; j < 7; ++j) K[7 + k][j] = K[j][7 + k] = G[k][j];
    const double w = v[0] + v[1], X = -rr * cbe * v[0] * v[0] + d * cbt * w * w,
                 Y = -rr * sbe * v[0] * v[0] + d * sbt * w * w;
    const double p = (v[3] + v[4]) * (v[3] + v[4]), o = (v[5] + v[6]) * (v[5] + v[6]);
    rhs[7] = -(X + ss * sga * v[2] * v[2]);
    rhs[8] = -(Y - ss * cga * v[2] * v[2]);
    rhs[9] = -(X + e * spd * p + zt * cde * v[4] * v[4]);
    rhs[10] = -(Y - e * cpd * p + zt * sde * v[4] * v[4]);
    rhs[11] = -(X + zf * coe * o + u * sep * v[6] * v[6]);
    rhs[12] = -(Y + zf * soe * o - u * cep * v[6] * v[6]);
  }

  void factor() {
    for (int k = 0; k < n; ++k) {
      int p = k;
      for (int i = k + 1; i < n; ++i)
        if (std::fabs(K[k][i]) > std::fabs(K[k][p])) p = i;
      pivot[k] = p;
      std::swap(K[k][k], K[k][p]);
      const double inverse = 1 / K[k][k];
      for (int i = k + 1; i < n; ++i) K[k][i] *= inverse;
      for (int j = k + 1; j < n; ++j) {
        std::swap(K[j][k], K[j][p]);
        const double f = K[j][k];
        if (f != 0)
          for (int i = k + 1; i < n; ++i) K[j][i] -= f * K[k][i];
      }
    }
  }

  void solve(double* x) const {
    for (int k = 0; k < n; ++k) {
      std::swap(x[k], x[pivot[k]]);
      if (x[k] != 0)
        for (int i = k + 1; i < n; ++i) x[i] -= x[k] * K[k][i];
    }
    for (int k = n - 1; k >= 0; --k) {
      x[k] /= K[k][k];
      for (int i = 0; i < k; ++i) x[i] -= x[k] * K[k][i];
    }
  }

  void derivative(const double* z, double* dz) {
    evaluate(z, z + 7);
    factor();
    solve(rhs);
    for (int i = 0; i < 7; ++i) dz[i] = z[7 + i], dz[7 + i] = rhs[i];
  }

  // The position and velocity constraints, with sines and cosines of the point itself.
  void constraints(const double* z, double* h, double* rate) {
    const double X = rr * std::cos(z[0]) - d * std::cos(z[0] + z[1]),
                 Y = rr * std::sin(z[0]) - d * std::sin(z[0] + z[1]);
    const double gx2 = d * std::sin(z[0] + z[1]), gx1 = -rr * std::sin(z[0]) + gx2,
                 gy2 = -d * std::cos(z[0] + z[1]), gy1 = rr * std::cos(z[0]) + gy2;
    const double sga = std::sin(z[2]), cga = std::cos(z[2]), spd = std::sin(z[3] + z[4]),
                 cpd = std::cos(z[3] + z[4]), sde = std::sin(z[4]), cde = std::cos(z[4]),
                 soe = std::sin(z[5] + z[6]), coe = std::cos(z[5] + z[6]), sep = std::sin(z[6]),
                 cep = std::cos(z[6]);
    const double* v = z + 7;
    h[0] = X - ss * sga - xb, h[1] = Y + ss * cga - yb, h[2] = X - e * spd - zt * cde - xa;
    h[3] = Y + e * cpd - zt * sde - ya, h[4] = X - zf * coe - u * sep - xa,
    h[5] = Y - zf * soe + u * cep - ya;
    const double x = gx1 * v[0] + gx2 * v[1], y = gy1 * v[0] + gy2 * v[1];
    rate[0] = x - ss * cga * v[2], rate[1] = y - ss * sga * v[2];
    rate[2] = x - e * cpd * (v[3] + v[4]) + zt * sde * v[4],
    rate[3] = y - e * spd * (v[3] + v[4]) - zt * cde * v[4];
    rate[4] = x + zf * soe * (v[5] + v[6]) - u * cep * v[6],
    rate[5] = y - zf * coe * (v[5] + v[6]) - u * sep * v[6];
  }

  void project(double* z) {
    double h[6], rate[6], x[n];
    for (int level = 0; level < 2; ++level)
      for (int iteration = 0; iteration < 6; ++iteration) {
        constraints(z, h, rate);
        std::fill(x, x + 7, 0.0);
        for (int k = 0; k < 6; ++k) x[7 + k] = level == 0 ? -h[k] : -rate[k];
        solve(x);
        double moved = 0, size = 0;
        for (int i = 0; i < 7; ++i) {
          z[7 * level + i] += x[i];
          moved = std::max(moved, std::fabs(x[i]));
          size = std::max(size, std::fabs(z[7 * level + i]));
        }
        if (moved <= 2e-15 * size) break;
      }
  }
};

}  // namespace

HandRun integrate_andrews_by_hand(double tolerance, double t_end) {
  Mechanism m;
  HandRun run;
  double z[14] = {}, z1[14], y[14], k[7][14], t = 0, h = 1e-6, previous = 1e-4;
  std::copy_n(q0, 7, z);
  m.derivative(z, k[0]);
  ++run.evaluations;
  bool rejected = false;
  while (t < t_end) {
    if (t + h >= t_end) h = t_end - t;
    const auto stage = [&](int i, double* to, std::initializer_list<double> a) {
      for (int j = 0; j < 14; ++j) {
        double sum = 0;
        int s = 0;
        for (const double w : a) sum += w * k[s++][j];
        to[j] = z[j] + h * sum;
      }
      m.derivative(to, k[i]);
    };
    stage(1, y, {1. / 5});
    stage(2, y, {3. / 40, 9. / 40});
    stage(3, y, {44. / 45, -56. / 15, 32. / 9});
    stage(4, y, {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729});
    stage(5, y, {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656});
    stage(6, z1, {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84});
    run.evaluations += 6;
    double sum = 0;
    for (int j = 0; j < 14; ++j) {
      const double error = h * (71. / 57600 * k[0][j] - 71. / 16695 * k[2][j] + 71. / 1920 * k[3][j] -
                                17253. / 339200 * k[4][j] + 22. / 525 * k[5][j] - 1. / 40 * k[6][j]);
      const double ratio = error / (tolerance + tolerance * std::max(std::fabs(z[j]), std::fabs(z1[j])));
      sum += ratio * ratio;
    }
    const double error = std::sqrt(sum / 14);
    if (error > 1) {
      h *= std::max(0.2, 0.9 * std::pow(error, -0.2));
      rejected = true;
      continue;
    }
    m.project(z1);
    t += h;
    ++run.steps;
    std::copy_n(z1, 14, z);
    std::copy_n(k[6], 14, k[0]);
    h *= std::clamp(0.9 * std::pow(std::max(error, 1e-10), -0.17) * std::pow(previous, 0.04), 0.2,
                    rejected ? 1.0 : 10.0);
    previous = std::max(error, 1e-4);
    rejected = false;
  }
  std::copy_n(z, 7, run.q);
  std::copy_n(z + 7, 7, run.v);
  return run;
}

}  // namespace trammel::bench
