// The wheelset of the test set: a conical wheel pair on circular rails, straight track, index-2 formulation
// (contact at velocity level). Mathematics and data of Simeon, Führer and Rentrop as the test set states
// them.
#include <array>
#include <cmath>

#include "model/model.hpp"
#include "support/testset/testset.hpp"

namespace trammel::support {

using model::der;
using model::Formula;
using model::Model;

namespace {

constexpr double mass = 16.08, gravity = 9.81, speed = 30, radius = 0.1, inertia1 = 0.0605, inertia2 = 0.366,
                 friction = 0.12, half_width = 0.19, spring_x = 6400, spring_z = 6400, ellipse_e = 1.3537956,
                 ellipse_g = 0.7115218, poisson = 0.28, glide = 7.92e10, kalker11 = 4.72772197,
                 kalker22 = 4.27526987, kalker23 = 1.97203505, cone = 0.0262, half_gauge = 0.1506,
                 rail_radius = 0.06, pi = 3.1415926;  // π as the problem states it

struct Pose {
  Formula x, y, z, theta, phi, vx, vy, vz, vtheta, vphi, spin;  // spin: Ω + β
};

// One wheel on its rail: contact constraint, contact angle, and creep force for a normal force.
struct Contact {
  std::array<Formula, 5> q;  // row of the constraint matrix
  Formula sine, cosine;      // of the contact plane's angle
  std::array<Formula, 2> parallel;
  std::array<Formula, 3> force = {}, moment = {};

  Contact(const Pose& p, const Formula& psi, const Formula& xi, bool left);
  void creep(const Pose& p, const Formula& normal);

 private:
  bool left_;
  Formula xi_, s_, c_, r_, slope_, rail_slope_, rail_curve_;
};

Contact::Contact(const Pose& p, const Formula& psi, const Formula& xi, bool left)
    : left_(left), xi_(xi), s_(sin(psi)), c_(cos(psi)) {
  // The sign of ξ does not change during the motion: the left wheel has ξ > 0.
  const double side = left ? 1 : -1;
  const Formula st = sin(p.theta), ct = cos(p.theta), sp = sin(p.phi), cp = cos(p.phi);
  r_ = radius + std::tan(cone) * (half_gauge - side * xi);
  slope_ = -side * std::tan(cone) + 0.0 * xi;
  const Formula place = p.x + xi * ct * cp + r_ * (ct * sp * c_ - st * s_);
  const Formula off = side * place - half_gauge - std::sin(cone) * rail_radius;
  const Formula root = sqrt(rail_radius * rail_radius - off * off);
  rail_slope_ = -side * off / root;
  rail_curve_ = -rail_radius * rail_radius / (root * root * root);
  q = {rail_slope_, -1.0 + 0.0 * xi, 0.0 * xi, rail_slope_ * (r_ * (-ct * s_ - c_ * sp * st) - cp * st * xi),
       -(c_ * r_ * sp) - cp * xi + rail_slope_ * (cp * c_ * ct * r_ - ct * sp * xi)};
  const Formula w1 = (slope_ * cp - sp * c_) * ct + s_ * st, w2 = slope_ * sp + c_ * cp;
  const Formula tangent = (left ? -1.0 : 1.0) * w1 / w2;
  cosine = 1.0 / sqrt(1.0 + tangent * tangent);
  sine = tangent * cosine;
  parallel = {rail_slope_ * (slope_ * sp + cp * c_) + slope_ * ct * cp - ct * sp * c_ + st * s_,
              slope_ * st * cp - st * sp * c_ - ct * s_};
}

void Contact::creep(const Pose& p, const Formula& normal) {
  const double side = left_ ? 1 : -1;
  const Formula sp = sin(p.phi), cp = cos(p.phi), st = sin(p.theta / cosine), ct = cos(p.theta / cosine);
  const Formula curvature = 0.5 / (r_ * sqrt(1.0 + slope_ * slope_)) +
                            0.5 * (-rail_curve_ / pow(1.0 + rail_slope_ * rail_slope_, 1.5));
  const Formula c = pow(
      3.0 * abs(normal) * ((1 - poisson) * ellipse_e) / (2 * pi * glide * std::sqrt(ellipse_g) * curvature),
      1.0 / 3);
  const Formula a = r_ * (st * sp * c_ + ct * s_) + xi_ * st * cp, b = xi_ * sp - r_ * cp * c_;
  const Formula v1 = -p.spin * r_ * (st * c_ + ct * sp * s_) + p.vx - p.vtheta * a - p.vphi * ct * b;
  const Formula v2 = p.spin * r_ * cp * s_ + p.vy + p.vphi * (xi_ * cp + r_ * sp * c_);
  const Formula v3 = -p.spin * r_ * (ct * c_ - st * sp * s_) + speed + p.vz -
                     p.vtheta * (xi_ * ct * cp + r_ * (ct * sp * c_ - st * s_)) + p.vphi * st * b;
  const Formula w1 = v1 - 2.0 * p.vx, w2 = v2 - 2.0 * p.vy, w3 = v3 - 2.0 * p.vz - 2 * speed;
  const Formula rolling = 0.5 * sqrt(w1 * w1 + w2 * w2 + w3 * w3);
  const Formula along = (st * v1 + ct * v3) / rolling,
                across = (ct * cosine * v1 + side * sine * v2 - st * cosine * v3) / rolling,
                turn = (-side * sine * p.spin + cosine * p.vtheta) / rolling;
  const Formula limit = friction * normal;
  const Formula tx = -limit * tanh(glide * kalker11 * c * c * along / limit),
                ty = -limit *
                     tanh((glide * kalker22 * c * c * across + glide * kalker23 * c * c * c * turn) / limit);
  const Formula size = sqrt(tx * tx + ty * ty);
  const Formula factor = select(size * size > limit * limit, abs(limit) / size, 1.0 + 0.0 * size);
  const Formula fx = tx * factor, fy = ty * factor;
  force = {st * fx + ct * cosine * fy, side * sine * fy, ct * fx - st * cosine * fy};
  const Formula so = sin(p.theta), co = cos(p.theta);  // moments are taken with θ itself
  moment = {-(xi_ * so + r_ * s_ * co * cp) * force[0] - r_ * s_ * sp * force[1] +
                (-xi_ * co + r_ * s_ * so * cp) * force[2],
            -(xi_ * co * sp - r_ * c_ * co * cp) * force[0] + (xi_ * cp + r_ * c_ * sp) * force[1] +
                (xi_ * so * sp - r_ * c_ * so * cp) * force[2],
            -r_ * (c_ * so + s_ * co * sp) * force[0] + r_ * s_ * cp * force[1] -
                r_ * (c_ * co - s_ * so * sp) * force[2]};
}

constexpr double start[17] = {0.14941e-2,
                              0.40089e-6,
                              0.11241e-5,
                              -0.28573e-3,
                              0.26459e-3,
                              0,
                              0,
                              0,
                              0,
                              0,
                              0,
                              -7.4122380357667139e-6,
                              -0.1521364296121248,
                              7.5634406395172940e-6,
                              0.1490635714733819,
                              -0.83593e-2,
                              -0.74144e-2};
constexpr const char* names[17] = {
    "x",    "y",    "z",         "theta",    "phi",      "vx",      "vy",          "vz",          "vtheta",
    "vphi", "beta", "psi_right", "xi_right", "psi_left", "xi_left", "lambda_left", "lambda_right"};

model::Problem make_wheelset() {
  Model m("wheelset");
  std::vector<Formula> u;
  for (int i = 0; i < 17; ++i)
    u.push_back(m.variable(names[i], {.start = start[i], .fixed = i < 5 || i == 10}));
  const Pose p{u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9], speed / radius + u[10]};
  Contact left(p, u[13], u[14], true), right(p, u[11], u[12], false);
  const Formula e1 = 1e4 * u[15], e2 = 1e4 * u[16];
  const Formula determinant = -left.sine * right.cosine - right.sine * left.cosine,
                w1 = left.q[0] * e1 + right.q[0] * e2, w2 = left.q[1] * e1 + right.q[1] * e2;
  left.creep(p, (right.cosine * w1 - right.sine * w2) / determinant);
  right.creep(p, (-left.cosine * w1 - left.sine * w2) / determinant);
  const auto constraint = [&](int k) { return left.q[k] * e1 + right.q[k] * e2; };
  const auto force = [&](int k) { return left.force[k] + right.force[k] + constraint(k); };
  const auto moment = [&](int k) { return left.moment[k] + right.moment[k]; };
  const Formula sp = sin(p.phi), cp = cos(p.phi), yaw = -2 * half_width * half_width * spring_z * p.theta;

  for (int i = 0; i < 5; ++i) m.equation(std::string("rate of ") + names[i], der(u[i]) == u[5 + i]);
  m.equation("lateral", mass * der(p.vx) == force(0) - 2 * spring_x * p.x);
  m.equation("vertical", mass * der(p.vy) == force(1) - mass * gravity);
  m.equation("longitudinal", mass * der(p.vz) == force(2) - 2 * spring_z * p.z);
  m.equation("yaw", inertia2 * cp * der(p.vtheta) == inertia2 * p.vtheta * p.vphi * sp -
                                                         inertia1 * p.spin * p.vphi -
                                                         (inertia1 - inertia2) * p.vtheta * sp * p.vphi +
                                                         moment(0) + cp * yaw + constraint(3));
  m.equation("roll", inertia2 * der(p.vphi) == inertia1 * p.spin * p.vtheta * cp +
                                                   (inertia1 - inertia2) * p.vtheta * sp * p.vtheta * cp +
                                                   moment(1) + constraint(4));
  m.equation("spin", inertia1 * (sp * der(p.vtheta) + der(u[10])) ==
                         -inertia1 * p.vtheta * p.vphi * cp + moment(2) + sp * yaw);
  for (const auto& [name, contact] : {std::pair{"left", &left}, {"right", &right}}) {
    Formula rate = contact->q[0] * p.vx;
    const Formula v[5] = {p.vx, p.vy, p.vz, p.vtheta, p.vphi};
    for (int k = 1; k < 5; ++k) rate = rate + contact->q[k] * v[k];
    m.equation(std::string("contact ") + name, rate == 0.0);
    m.equation(std::string("normals ") + name, contact->parallel[0] == 0.0);
    m.equation(std::string("tangents ") + name, contact->parallel[1] == 0.0);
  }
  return m.problem();
}

}  // namespace

TestProblem wheelset() {
  TestProblem problem{"wheelset", 2, 10, make_wheelset, {}, {}};
  problem.counted.assign(names, names + 11);
  problem.end = {0.86355386965811e-2, 0.13038281022727e-4,  -0.93635784016818e-4, -0.13642299804033e-1,
                 0.15292895005422e-2, -0.76985374142666e-1, -0.25151106429207e-3, 0.20541188079539e-2,
                 -0.23904837703692,   -0.13633468454173e-1, -0.24421377661131};
  problem.digits = 6.8;  // no solver is known to come closer to this reference
  return problem;
}

}  // namespace trammel::support
