// pipeline/certification.hpp: a run told to its judge.
#pragma once

#include "analysis/diagnosis.hpp"
#include "certify/certifier.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/options.hpp"
#include "pipeline/setup.hpp"

namespace trammel::pipeline {

// What a choice keeps of the constraints, as the catalogs say.
certify::Promise promise(const analysis::Diagnosis& found, const Choice& choice, int index_as_integrated,
                         const integrate::RunOptions& run, double gamma, bool projects);

struct Judge {
  Judge(const model::Problem& problem, const Reported& all, const analysis::Diagnosis& by_structure,
        bool full);
  // Makes the run that is about to begin tell its steps.
  void follow(const Setup& setup, const Choice& choice, const Options& options, integrate::RunOptions& run,
              bool projects);

  analysis::Diagnosis found;  // of the problem as written
  certify::Certifier certifier;
};

}  // namespace trammel::pipeline
