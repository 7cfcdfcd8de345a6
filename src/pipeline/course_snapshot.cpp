// pipeline/course_snapshot.cpp: discrete variables, relations, mode and past of a run as numbers.
#include <algorithm>

#include "base/error.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/chatter.hpp"
#include "pipeline/course.hpp"

namespace trammel::pipeline {
namespace {

void put(std::vector<double>& all, const std::vector<double>& part) {
  all.push_back(static_cast<double>(part.size()));
  all.insert(all.end(), part.begin(), part.end());
}

class Unpacker {
 public:
  explicit Unpacker(Vec numbers) : rest_(numbers) {}
  std::vector<double> next() {
    if (rest_.empty() || !(rest_[0] >= 0) || rest_[0] > static_cast<double>(rest_.size() - 1))
      throw Error(Kind::io, "this is not a snapshot of this model, or it is damaged", {}, "take a new one");
    const auto size = static_cast<std::size_t>(rest_[0]);
    std::vector<double> part(rest_.begin() + 1, rest_.begin() + 1 + static_cast<std::ptrdiff_t>(size));
    rest_ = rest_.subspan(size + 1);
    return part;
  }

 private:
  Vec rest_;
};

}  // namespace

std::vector<double> Course::packed(const integrate::Run& here) {
  std::vector<double> all;
  if (!instants_) return all;
  auto at = reached(segment_->setup(), here);
  if (!at && segment_->setup().typical.z.empty()) at = Point{.t = here.t};  // a model without states
  if (!at)
    throw Error(Kind::usage,
                "this formulation does not hold the state of the underlying equations, so that a run with "
                "events cannot be taken up again",
                {}, "use the formulation 'underlying_ode' or 'ggl'");
  put(all, at->z);
  const Instants::State state = instants_->state();
  for (const auto* part : {&state.parameters, &state.size, &state.last, &state.samples}) put(all, *part);
  put(all, {state.before.begin(), state.before.end()});
  std::vector<double> surface;
  for (const Surface::Member& member : surface_.members) {
    surface.push_back(member.relation);
    surface.push_back(member.above);
    surface.push_back(member.sheet);
  }
  put(all, {mode_.prepared ? 1.0 : 0.0, final_ ? 1.0 : 0.0});
  put(all, surface);
  // What the mode was prepared from.
  std::vector<double> values(mode_.prepared ? prepared_.variables().size() : 0);
  if (!values.empty()) segment_->values_at(segment_->driver().t(), values);
  put(all, values);
  put(all, instants_->history() ? instants_->history()->packed() : std::vector<double>{});
  return all;
}

void Course::unpack(double t, Vec numbers) {
  Unpacker unpacker(numbers);
  Instants::State state;
  Point from{.t = t, .z = unpacker.next()};
  for (auto* part : {&state.parameters, &state.size, &state.last, &state.samples}) *part = unpacker.next();
  const std::vector<double> before = unpacker.next(), flags = unpacker.next(), surface = unpacker.next(),
                            values = unpacker.next(), past = unpacker.next();
  state.before.assign(before.begin(), before.end());
  surface_ = {};
  for (std::size_t k = 0; k + 2 < surface.size(); k += 3)
    surface_.members.push_back(
        {static_cast<int>(surface[k]), surface[k + 1], static_cast<int>(surface[k + 2])});
  mode_ = {};
  if (flags.size() != 2 || state.parameters.size() < instants_->parameters().size())
    throw Error(Kind::io, "this is not a snapshot of this model, or it is damaged", {}, "take a new one");
  if (flags[0] != 0) {
    mode_ = modes_.enter(state.parameters, surface_, t, values);
    instants_ = std::make_shared<Instants>(mode_.prepared->events(), *instants_);
  }
  final_ = flags[1] != 0;
  instants_->restore(state);
  if (instants_->history()) instants_->history()->unpack(past);
  take_parameters();
  ended_ = over_ = stuck_ = false;
  go_on(std::move(from), true);
}

}  // namespace trammel::pipeline
