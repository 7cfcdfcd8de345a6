// pipeline/repeated.cpp: runs that are made again.
//
// A run may show that it was asked with wrong numbers: variables stay far below their assumed sizes, the tolerance
// leaves nothing of derivatives, or it is not certified. `solve` makes such a run again; `run` says so.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/routine.hpp"
#include "model/inputs.hpp"
#include "pipeline/checks.hpp"
#include "pipeline/growth.hpp"
#include "pipeline/judged.hpp"
#include "pipeline/prepared_data.hpp"
#include "pipeline/shrunk_sizes.hpp"
#include "pipeline/singularity.hpp"
#include "pipeline/solve.hpp"
#include "pipeline/switches.hpp"
#include "pipeline/verdict.hpp"
#include "solution/follower.hpp"

namespace trammel::pipeline {
namespace {

using solution::Solution;

// What is prepared stays as it is: the user is told.
Solution run_prepared(const Prepared& prepared, const Numbers& numbers, const Options& options) {
  Looks looks;
  Solution result = run_judged(prepared, numbers, options, looks);
  if (!result.success() || options.step.given()) return result;
  if (const auto which = far_below_their_size(prepared, looks.sizes); !which.empty())
    result.notes.push_back(
        fmt::format("{} stayed far below the size that was assumed, and may have lost as many digits: "
                    "give nominal values",
                    names_of(prepared, which)));
  return result;
}

}  // namespace

Solution run(const Prepared& prepared, const Numbers& numbers) {
  return run(prepared, numbers, prepared.options());
}

Solution run(const Prepared& prepared, const Numbers& numbers, const Options& options) {
  return expr::watched([&] { return run_prepared(prepared, numbers, options); });
}

namespace {

// A derivative that is a small difference of large terms has lost what these have more than it. If the tolerance
// leaves nothing of it, a sharper one does: by how much; 1: not needed, or of no use where the value is about zero.
double sharper_by(double left_open) {
  constexpr double noticed = 0.03, wanted = 0.003, hopeless = 1e3, most = 1e-4;
  return left_open > noticed && left_open < hopeless ? std::max(most, wanted / left_open) : 1;
}

// `steps`: of the run before. One that needs far more does not serve: noise makes its steps short.
Options sharpened(const Options& options, double by, long steps) {
  constexpr double sharpest = 1e-10;
  constexpr long most = 20, some = 1000;
  const integrate::RunOptions run = check_options(options);
  Options result = options;
  result.tolerance.reset();
  result.step.rtol = std::min(run.step.rtol, std::max(sharpest, by * run.step.rtol));
  result.step.atol = std::min(run.step.atol, std::max(sharpest, by * run.step.atol));
  result.step.max_steps = std::min(run.step.max_steps, most * steps + some);
  return result;
}

// dopri5 errs by up to ten tolerances more than a tenth of the digits in motions through singular
// configurations (measured on 17 mechanisms at 1e-4 to 1e-6), dop853 does not; it is what tight tolerances get.
bool loose_through_singular(const Options& options, const Solution& run) {
  return options.method == "auto" && run.choice.method == "dopri5" && options.step.grid.empty() &&
         met_singular(run);
}

// A run from begin to end that is made again where it shows that its sizes or its tolerance do not serve.
class Repeated {
 public:
  Repeated(const model::Problem& problem, const Options& options)
      : options_(options), sized_(problem), result_(run(prepare(problem, options), watching(options))) {}

  // A motion that friction holds at a jump crosses it in every step. With events there it stays, or finds another.
  void make_events_of_jumps() {
    constexpr int most = 4;
    if (chattering_.empty() || result_.success()) return;
    const bool left = result_.outcome == solution::Outcome::interrupted;
    const double t = result_.t_end;
    std::set<std::string> jumps;
    for (int k = 0; k < most && !result_.success() && !interrupted_; ++k) {
      const std::size_t known = jumps.size();
      jumps.insert(chattering_.begin(), chattering_.end());
      if (jumps.size() == known) break;
      chattering_.clear();
      model::Problem with_events = model::on_top(sized_);
      model::make_events_of_jumps(with_events.dae, {jumps.begin(), jumps.end()});
      std::vector<std::string> quoted;
      for (const std::string& text : jumps) quoted.push_back(quote(text));
      if (again([&] { return prepare(with_events, options_); }, watching(options_),
                fmt::format("{} {}{}short steps led nowhere at t = {:.6g}; the run was made anew with events "
                            "there, so that a motion that stays is found",
                            listed(quoted, 5), quoted.size() > 1 ? "jump" : "jumps", without_event, t),
                false))
        sized_ = std::move(with_events);
    }
    chattering_.clear();
    if (left && !result_.success() && !interrupted_) result_ = run(prepare(sized_, options_), options_);
  }

  void correct_the_sizes() {
    constexpr int most = 2;
    for (int k = 0; k < most && may_repeat(); ++k) {
      const model::Problem before = sized_;
      const std::string note = correct_sizes(sized_, *prepared_, looks_.sizes);
      if (note.empty()) return;
      if (again(options_, note, false)) continue;
      sized_ = before;
      return;
    }
  }
  // What came back from below the tolerance is followed again with errors in units of itself.
  void follow_through_the_dark() {
    suspected_ = suspected_ || looks_.recovered;
    if (!repeatable() || looks_.from_the_dark.empty() || (!result_.success() && !ran_away())) return;
    std::vector<std::string> names, quoted;
    for (const int value : looks_.from_the_dark) {
      names.push_back(result_.variables[static_cast<std::size_t>(value)]);
      quoted.push_back(quote(names.back()));
    }
    Options closer = sharpened(options_, 1, result_.counts.steps);
    closer.by_themselves = names;
    const long most = options_.step.max_steps;
    if (again([&] { return prepare_again(*prepared_, closer); }, closer,
              fmt::format("{} grew from below the tolerance; the run was repeated with {} tested in "
                          "units of {}",
                          listed(quoted, 5), names.size() > 1 ? "their errors" : "its errors",
                          names.size() > 1 ? "themselves" : "itself"),
              true)) {
      options_ = closer;
      options_.step.max_steps = most;
      // Below what is anything in units of itself there is nothing left that could grow.
      std::erase_if(looks_.from_the_dark, [&](int value) {
        return std::ranges::find(names, result_.variables[static_cast<std::size_t>(value)]) == names.end();
      });
      if (!looks_.from_the_dark.empty()) lost_in_the_dark_ = listed(quoted, 5);
    } else {
      lost_in_the_dark_ = listed(quoted, 5);
    }
  }
  // A run was to be made again for a reason, and whoever waited has lost patience: the first one proves nothing.
  void tell_of_interruption() {
    if (!interrupted_ || result_.certificate.holds != true) return;
    result_.certificate.holds = false;
    result_.certificate.message =
        "the result is not certified: it had to be computed again more closely, and that was interrupted";
  }
  // Where it could not be, it is made of errors.
  void tell_what_was_lost() {
    if (lost_in_the_dark_.empty()) return;
    solution::Certificate& certificate = result_.certificate;
    certificate.sensitive = true;
    std::ranges::fill(certificate.digits, 0);
    result_.notes.push_back(
        fmt::format("{} grew from below the tolerance: it is made of errors", lost_in_the_dark_));
  }
  void be_finer_through_singularities() {
    if (!may_repeat() || !loose_through_singular(options_, result_)) return;
    Options finer = options_;
    finer.method = "dop853";
    if (again(finer, {}, false))
      result_.choice.reason =
          "dopri5 went through singular configurations, and errors grow there; dop853 errs less at the same "
          "tolerance";
  }
  void sharpen_the_tolerance() {
    if (const double by = sharper_by(looks_.left_open); by < 1 && may_repeat())
      sharpen(by, fmt::format("the tolerance leaves little of derivatives or algebraic "
                              "unknowns that are small differences of "
                              "large terms; the run was repeated with {:.1e} of it",
                              by));
  }
  // Errors of which no digit is left, in a run that has left the sizes of its variables: one that slipped below zero
  // where the equations run away (Robertson's reaction, -1e-7). A sharper run without such growth is the answer.
  void ask_again_if_it_ran_away() {
    if (options_.method != "auto" || !may_repeat() || !left_its_sizes()) return;
    // What falls to nothing and grows again has digits of nothing, and frozen equations do not tell.
    suspected_ = true;
    if (!result_.certificate.sensitive) measure_the_growth();
    may_be_sensitive_ = false;
    for (const double by : {0.1, 0.01}) {
      if (!result_.certificate.sensitive) break;
      const double growth = result_.certificate.amplification;
      sharpen(by, {});
      if (!result_.certificate.sensitive && left_its_sizes()) measure_the_growth();
      if (!result_.certificate.sensitive)
        result_.notes.push_back(
            fmt::format("errors of a first run grew by {:.0e}; this one had {} of the "
                        "tolerance, and they do not grow",
                        growth, by));
    }
    may_be_sensitive_ = true;
  }
  // What is not certified may be right and hardly miss its bounds. Named choices stay as they were asked for.
  void try_again_if_unproved() {
    const bool own_choice = options_.method == "auto" && options_.formulation == "auto";
    const auto unproved = [&] {
      return own_choice && result_.outcome == solution::Outcome::finished && result_.certificate.refused() &&
             repeatable();
    };
    if (unproved())
      if (auto simple = prepare_untangled(sized_, options_))
        again([&] { return *simple; }, options_,
              fmt::format("a first run with the equations as written was not certified ({})",
                          result_.certificate.message),
              true);
    struct Sharper {
      double by;
      const char* part;
    };
    for (const auto& [by, part] : {Sharper{0.1, "a tenth"}, {0.01, "a hundredth"}, {0.001, "a thousandth"}})
      if (unproved())
        sharpen(by, fmt::format("a first run was not certified ({}); this one had {} of the tolerance",
                                result_.certificate.message, part));
  }
  void measure_the_growth() {
    measure_growth(*prepared_, {}, prepared_->options(), looks_, result_, suspected_);
  }
  // In singular configurations errors grow by what no error test sees. Where a second run has measured more than a few
  // tolerances, a sharper one is the answer; a tenth of the tolerance leaves at most a third of the error.
  void be_sharper_through_singularities() {
    constexpr double few = 3, sharper = 0.1, left = 1.0 / 3;
    if (options_.method != "auto" || !may_repeat() || !met_singular(result_)) return;
    std::vector<double> error = result_.certificate.error;
    if (error.empty() || !(result_.certificate.amplification > few) || result_.certificate.sensitive) return;
    const long before = result_.counts.steps;
    sharpen(sharper, fmt::format("errors of a first run grew by {:.1f} in singular configurations; this one "
                                 "had a tenth of the tolerance",
                                 result_.certificate.amplification));
    if (result_.counts.steps == before) return;
    for (double& each : error) each *= left;
    promise_measured(looks_, sharper * asked_tolerance(options_), std::move(error), result_);
  }
  Solution take() { return std::move(result_); }

 private:
  Options watching(Options options) {
    if (options.step.fixed_step == 0 && !options.after_step) options.chattering = &chattering_;
    return options;
  }
  Solution run(Prepared prepared, const Options& options) {
    Solution result = run_judged(prepared, {}, options, looks_);
    prepared_.emplace(std::move(prepared));
    return result;
  }
  void sharpen(double by, const std::string& note) {
    const Options finer = sharpened(options_, by, result_.counts.steps);
    again([&] { return prepare_again(*prepared_, finer); }, finer, note, true);
  }
  bool repeatable() const {
    return result_.counts.steps > 0 && options_.step.fixed_step == 0 && !options_.after_step && !interrupted_;
  }
  bool may_repeat() const { return result_.success() && repeatable(); }
  // What errors have made of something may lead where there is no way on.
  bool ran_away() const {
    using solution::Outcome;
    return result_.outcome == Outcome::step_too_small || result_.outcome == Outcome::singular ||
           result_.outcome == Outcome::not_finite;
  }
  bool left_its_sizes() const {
    constexpr double far = 1e3;
    const std::vector<model::Variable>& estimated = prepared_->verdict().problem->dae.variables;
    for (std::size_t j = 0; j < looks_.sizes.size() && j < estimated.size(); ++j)
      if (looks_.sizes[j].differentiated && looks_.sizes[j].largest > far * estimated[j].nominal) return true;
    return false;
  }
  // False: the run stands as it was.
  bool again(const Options& options, const std::string& note, bool must_hold) {
    return again([&] { return prepare(sized_, options); }, options, note, must_hold);
  }
  template <class Prepare>
  bool again(Prepare&& made, const Options& options, const std::string& note, bool must_hold) {
    if (options_.follower != nullptr) options_.follower->again();
    const Prepared before = *prepared_;
    Looks seen = std::move(looks_);
    std::optional<Solution> next;
    try {
      next = run(made(), options);
    } catch (const Error&) {  // they do not serve either
    }
    interrupted_ =
        interrupted_ || (next && next->outcome == solution::Outcome::interrupted && chattering_.empty());
    if (!next || !next->success() || (must_hold && next->certificate.refused()) ||
        (next->certificate.sensitive && !may_be_sensitive_)) {
      if (options_.follower != nullptr) options_.follower->back();
      prepared_ = before;
      looks_ = std::move(seen);
      return false;
    }
    if (!note.empty()) next->notes.push_back(note);
    result_ = std::move(*next);
    return true;
  }

  Options options_;
  bool may_be_sensitive_ = true;              // a run that takes the place of another
  bool interrupted_ = false;                  // while it was made again
  bool suspected_ = false;                    // a run has left the sizes of its variables
  std::string lost_in_the_dark_ = {};         // what came back from there by growth of errors
  std::vector<std::string> chattering_ = {};  // jumps that a first run did not leave
  model::Problem sized_;
  Looks looks_;
  std::optional<Prepared> prepared_;
  Solution result_;
};

Solution solve_and_size(const model::Problem& problem, const Options& options) {
  const auto begin = std::chrono::steady_clock::now();
  (void)check_options(options);
  Repeated runs(problem, options);
  runs.make_events_of_jumps();
  runs.correct_the_sizes();
  runs.follow_through_the_dark();
  runs.be_finer_through_singularities();
  runs.sharpen_the_tolerance();
  runs.ask_again_if_it_ran_away();
  runs.try_again_if_unproved();
  runs.measure_the_growth();
  runs.be_sharper_through_singularities();
  runs.tell_what_was_lost();
  runs.tell_of_interruption();
  Solution result = runs.take();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace

Solution solve(const model::Problem& problem, const Options& options) {
  return expr::watched([&] { return solve_and_size(problem, options); });
}

}  // namespace trammel::pipeline
