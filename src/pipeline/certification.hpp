// pipeline/certification.hpp: a run told to its judge.
#pragma once

#include <memory>
#include <vector>

#include "analysis/diagnosis.hpp"
#include "certify/certifier.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/dips.hpp"
#include "pipeline/growth.hpp"
#include "pipeline/held.hpp"
#include "pipeline/options.hpp"
#include "pipeline/prepared.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/sliding.hpp"

namespace trammel::pipeline {

// What a choice keeps of the constraints, as the catalogs say.
certify::Promise promise(const analysis::Diagnosis& found, const Choice& choice, int index_as_integrated,
                         const integrate::RunOptions& run, double gamma, bool projects);

// What a judge knows before there are numbers: made once for a Prepared, read by the runs of all threads.
struct Brief {
  Reported reported;
  analysis::Diagnosis found;  // by structure
  std::shared_ptr<const certify::Code> code;
};
std::shared_ptr<const Brief> make_brief(const Prepared& prepared);
std::shared_ptr<const Brief> brief_of(const Prepared& prepared);  // the same, kept by the Prepared

// One certifier for each mode of a model whose structure changes at events, one for all others.
class Judge {
 public:
  // `problem`: with the numbers of the run.
  Judge(std::shared_ptr<const Brief> brief, const model::Problem& problem, bool full);
  // From here on the equations are those of a mode, which has a key, and perhaps a surface on which it stays.
  void enter(const std::vector<double>& key, const Held& base, const std::vector<double>& parameters,
             const Surface& surface);
  void event(Vec parameters, bool states_may_jump, const std::vector<std::string>& set) {
    now().event(parameters, states_may_jump, set);
  }
  // Which equations are judged, to come back to where those of a mode led nowhere.
  std::size_t page() const { return current_; }
  void turn_to(std::size_t page);
  // From here on the equations are those of another choice from numbers.
  void renew(const Prepared& prepared);
  // Makes the run that is about to begin tell its steps.
  void follow(const Setup& setup, const Choice& choice, const Options& options, integrate::RunOptions& run,
              bool projects);
  void end(double t, Vec values);
  // The end of a run of an underlying ODE: how its tolerance shows in what follows from the states.
  void sway(const Setup& setup, double tolerance, double t, Vec state);

  solution::Certificate verdict();
  std::vector<certify::Seen> seen() const { return pages_.front().certifier->seen(); }
  double left_open() const { return pages_.front().certifier->left_open(); }
  std::vector<double> value_sizes() const { return pages_.front().certifier->value_sizes(); }
  const std::vector<Milestones::Mark>& marks() const { return milestones_.marks(); }
  // Reported values that grew out of the dark, or should have.
  std::vector<int> from_the_dark() const;
  bool recovered() const { return dips_.recovered(); }

 private:
  struct Page {
    std::vector<double> key;
    std::shared_ptr<const analysis::Diagnosis> found;
    std::unique_ptr<certify::Certifier> certifier;
  };
  void open(const std::shared_ptr<const Brief>& brief, const model::Problem& problem);
  certify::Certifier& now() { return *pages_[current_].certifier; }
  std::shared_ptr<const Brief> brief_;
  bool full_;
  std::vector<Page> pages_;
  std::size_t current_ = 0;
  Milestones milestones_;
  Dips dips_;
  struct Point {
    double t;
    Vec state, slope;
  };
  void ask_growth(const std::vector<int>& doubtful, const Setup& setup, const Point& at, double until,
                  Out values);
  std::vector<int> from_the_dark_;
  struct Dark {  // the last point at which a state was in the dark; an infinite time: none since
    double t = 0;
    std::vector<double> state = {}, slope = {};
  };
  Dark dark_;
};

}  // namespace trammel::pipeline
