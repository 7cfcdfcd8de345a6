// pipeline/relay.hpp: choices of formulation and method that take over from each other.
//
// A run begins with the first choice of its Prepared. If a choice cannot continue, finds the problem stiff, or is
// expected to take more work than another one (outlook.hpp), the next one continues from the point that was reached.
// `solve` and `Simulation` step the same Relay, so both take the same decisions.
#pragma once

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/course.hpp"
#include "pipeline/outlook.hpp"

namespace trammel::pipeline {

struct RelayStart {
  bool own_numbers = false;                 // parameters or start values differ from those of the Prepared
  bool may_age = false;                     // choices that were made from numbers at the start are watched
  std::optional<Point> from = {};           // none: the start of the interval
  std::size_t choice = 0;                   // to begin with
  std::shared_ptr<Instants> instants = {};  // none: those of the start, if there are events
};

class Relay {
 public:
  // Prepared and numbers (parameters and start values) must outlive it. Throws an Error if no choice can begin.
  Relay(const Prepared& prepared, const model::Problem& numbers, const Options& options,
        const RelayStart& start = {});

  bool step();             // one accepted step; false: it is over
  bool advance(double t);  // until t lies in the last step; false: it was over before
  void to_end();
  bool over() const { return over_; }
  bool aged() const {
    return aged_;
  }  // over, because what was chosen at the start is about to become singular

  Course& course() { return *course_; }  // of the choice that goes on, or went on last
  bool has_course() const { return course_ != nullptr; }
  std::size_t choice() const { return order_[std::min(turn_, order_.size() - 1)]; }
  const std::shared_ptr<Instants>& instants() const { return instants_; }
  Counts counts() const;                                        // of all choices
  const solution::Solution& so_far() const { return result_; }  // without the course that goes on
  solution::Solution finish();                                  // what there is to tell, once it is over

 private:
  template <class Walk>
  bool walk(const Walk& walk);
  void begin();
  void close(Once once);
  void refuse(const Error& error);
  void insert_next();
  void pass_on();

  const Prepared& prepared_;
  const model::Problem& numbers_;
  const Options options_;
  const RelayStart start_;
  const Interval interval_;
  std::shared_ptr<Instants> instants_;
  std::vector<std::size_t> order_;  // of choices
  std::size_t turn_ = 0;
  std::optional<std::size_t> explicitly_;  // the choice that returns where stiffness has gone
  Outlook outlook_;
  bool came_back_ = false, over_ = false, aged_ = false;
  std::optional<std::size_t>
      stiff_;  // the choice that was left for stiffness, while no other has made a step
  std::optional<Point> from_;
  std::unique_ptr<Course> course_;
  std::vector<int> crossings_;
  std::string because_;  // why the choice before was left
  std::vector<std::string> history_;
  std::exception_ptr refusal_;  // the first, for when all choices refuse
  std::vector<solution::Considered::Candidate> considered_;
  Counts counts_;          // of the choices that are over
  double effort_ = 0;      // of the tries of steps of this run alone
  double began_with_ = 0;  // effort of the thread when the course began
  solution::Solution result_;
};

}  // namespace trammel::pipeline
