// pipeline/certification.hpp: a run told to its judge.
#pragma once

#include <memory>
#include <vector>

#include "analysis/diagnosis.hpp"
#include "certify/certifier.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/held.hpp"
#include "pipeline/options.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/sliding.hpp"

namespace trammel::pipeline {

// What a choice keeps of the constraints, as the catalogs say.
certify::Promise promise(const analysis::Diagnosis& found, const Choice& choice, int index_as_integrated,
                         const integrate::RunOptions& run, double gamma, bool projects);

// One certifier for each mode of a model whose structure changes at events, one for all others.
class Judge {
 public:
  Judge(const model::Problem& problem, const Reported& all, const analysis::Diagnosis& by_structure,
        bool full);
  // The start that the run was asked for.
  void ask(const model::Problem& problem) { pages_.front().certifier->ask(problem, reported_.leaves); }
  // Relations of the problem, held between events.
  void hold(const Held& held);
  // From here on the equations are those of a mode, which has a key, and perhaps a surface on which it stays.
  void enter(const std::vector<double>& key, const Held& base, const std::vector<double>& parameters,
             const Surface& surface);
  void event(Vec parameters, bool states_may_jump) { now().event(parameters, states_may_jump); }
  // Makes the run that is about to begin tell its steps.
  void follow(const Setup& setup, const Choice& choice, const Options& options, integrate::RunOptions& run,
              bool projects);
  void end(double t, Vec values) { now().end(t, values); }

  solution::Certificate verdict();
  std::vector<certify::Seen> seen() const { return pages_.front().certifier->seen(); }
  std::vector<double> value_sizes() const { return pages_.front().certifier->value_sizes(); }

 private:
  struct Page {
    std::vector<double> key;
    analysis::Diagnosis found;
    std::unique_ptr<certify::Certifier> certifier;
  };
  certify::Certifier& now() { return *pages_[current_].certifier; }
  bool full_;
  Reported reported_;
  std::vector<Page> pages_;
  std::size_t current_ = 0;
};

}  // namespace trammel::pipeline
