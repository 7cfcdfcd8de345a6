#include "solution/readout.hpp"

#include <algorithm>
#include <mutex>

namespace trammel::solution {

class Readout::Pool {
 public:
  explicit Pool(Make make) : make_(std::move(make)) {}

  Observe take() {
    {
      const std::lock_guard lock(idle_now_);
      if (!idle_.empty()) {
        Observe one = std::move(idle_.back());
        idle_.pop_back();
        return one;
      }
    }
    return make_();
  }
  void give_back(Observe one) {
    const std::lock_guard lock(idle_now_);
    idle_.push_back(std::move(one));
  }

 private:
  const Make make_;
  std::mutex idle_now_;
  std::vector<Observe> idle_;
};

Readout::Readout(Make all, std::vector<char> states_only, Make of_states)
    : all_(std::make_shared<Pool>(std::move(all))), states_only_(std::move(states_only)) {
  if (of_states) of_states_ = std::make_shared<Pool>(std::move(of_states));
}

bool Readout::needs_states_only(std::size_t variable) const {
  return of_states_ && variable < states_only_.size() && states_only_[variable] != 0;
}

void Readout::operator()(double t, Vec state, Vec slope, Out values) const {
  Observe one = all_->take();
  one(t, state, slope, values);
  all_->give_back(std::move(one));
}

void Readout::of_states(double t, Vec state, Vec slope, Out values) const {
  Observe one = of_states_->take();
  one(t, state, slope, values);
  of_states_->give_back(std::move(one));
}

Readout read_states() {
  Readout result(
      [] { return [](double, Vec state, Vec, Out values) { std::ranges::copy(state, values.begin()); }; });
  result.plain_ = true;
  return result;
}

}  // namespace trammel::solution
