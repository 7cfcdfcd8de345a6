// system/ode_simplified.cpp: the first tops, from the simplified arguments of homotopy(..) [MLS36, 3.7.4.2].
#include <algorithm>

#include "system/first_tops.hpp"
#include "system/solved_ode.hpp"

namespace trammel::system {

void SolvedOde::begin(Vec top) {
  guess(top);
  begins_ = true;
}

void begin(Ode& ode, Vec top) {
  if (auto* solved = dynamic_cast<SolvedOde*>(&ode))
    solved->begin(top);
  else
    ode.guess(top);
}

// homotopy(actual, simplified): from the simplified equations to those of the model.
bool SolvedOde::continue_from_simplified(double t, Vec z) {
  constexpr double first_piece = 0.1, smallest_piece = 1.0 / 1024;  // of the way
  std::vector<double> parameters(runner_.parameters().begin(), runner_.parameters().end());
  double& part = parameters[static_cast<std::size_t>(data_.simplification)];
  if (part > 0) return false;  // they are asked for, not the way from them
  const auto set = [&](double value) {
    part = value;
    runner_.set_parameters(parameters);
  };
  const std::vector<double> guess = good_;
  set(1);
  bool found = bool(search_blocks(t, z));
  for (double now = 1, piece = first_piece; found && now > 0;) {
    const double next = std::max(0.0, now - piece);
    const std::vector<double> before = unknown_;
    set(next);
    if (newton(t, z, true)) {
      now = next;
      piece *= 2;
    } else {
      unknown_ = before;
      found = (piece /= 2) >= smallest_piece;
    }
  }
  set(0);
  if (!found) unknown_ = good_ = guess;
  return found;
}

// Behind an event the same unknowns satisfy other equations: F(x) = s F(x_before) leads there from what they
// were, as s goes from 1 to 0. What is found is the solution that the branch leads to, and not one of others
// that a search comes to first.
bool SolvedOde::continue_from_last(double t, Vec z) {
  constexpr double first_piece = 0.25, smallest_piece = 1.0 / 256;  // of the way
  const std::vector<double> last = good_;
  std::vector<double> off(last.size());
  unknown_ = last;
  const double* in[] = {&t, z.data(), unknown_.data()};
  double* out[] = {off.data(), A_.value.data()};
  runner_.run(top_function, in, out);
  bool found = bool(finite_residual(off));
  for (double now = 1, piece = first_piece; found && now > 0;) {
    const double next = std::max(0.0, now - piece);
    const std::vector<double> before = unknown_;
    offset_ = off;
    for (double& part : offset_) part *= next;
    if (newton(t, z, true)) {
      now = next;
      piece *= 2;
    } else {
      unknown_ = before;
      found = (piece /= 2) >= smallest_piece;
    }
  }
  offset_.clear();
  if (!found) unknown_ = last;
  factored_t_ = std::nan("");
  return found && bool(newton(t, z, true));
}

}  // namespace trammel::system
