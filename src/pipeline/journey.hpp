// pipeline/journey.hpp: a run of a Prepared from begin to end, in which choices may be made anew.
//
// Most runs are one Relay. Two kinds rest on what was decided from numbers at the start:
//
//   - a derivative array replaced the part of the model whose structure misleads (array_setup.hpp);
//   - constraints were left out because they follow from the others (square.hpp).
//
// Like a chart, such a decision serves for a while. Before it becomes singular, it is made anew from the values that
// were reached. That gives another Prepared and another Relay.
#pragma once

#include <memory>
#include <optional>

#include "pipeline/derivative_array.hpp"
#include "pipeline/relay.hpp"

namespace trammel::pipeline {

class Journey {
 public:
  // Begins with one of the choices of the Prepared. Throws an Error if none can begin.
  Journey(const Prepared& prepared, const Numbers& numbers, const Options& options, std::size_t choice = 0);

  bool step();             // one accepted step; false: it is over
  bool advance(double t);  // until t lies in the last step; false: it was over before
  void to_end();
  bool over() const { return over_; }
  void go_on(const Numbers& numbers, const Point& from);  // from there with other numbers

  Course* course() {
    return relay_ && relay_->has_course() ? &relay_->course() : nullptr;
  }  // none: it is over
  std::size_t choice() const { return relay_ ? relay_->choice() : 0; }
  int renewals() const { return renewals_; }
  Counts counts() const;
  // What there is to tell of all that is over.
  const solution::Solution& so_far() const { return renews() ? whole_ : relay_->so_far(); }
  solution::Solution finish();

 private:
  enum class Kind { plain, by_part, with_surplus };
  bool renews() const { return kind_ != Kind::plain; }
  template <class Walk>
  bool walk(const Walk& walk);
  void begin(const RelayStart& start);
  bool renew();
  std::optional<Prepared> prepare_anew(const model::Problem& here) const;

  Prepared given_, prepared_;  // prepared_: the one that goes on
  Kind kind_ = Kind::plain;
  std::unique_ptr<model::Problem> figures_;  // parameters and start values; none: those of the Prepared
  model::Problem all_;                       // that is prepared anew
  std::optional<ArrayProblem> part_;         // that was replaced at the start
  Options rest_;                             // of the run, from the last renewal on
  std::unique_ptr<Relay> relay_;
  int renewals_ = 0;
  bool over_ = false;
  Counts before_;             // of relays that are over
  solution::Solution whole_;  // likewise, where choices are made anew
};

}  // namespace trammel::pipeline
