// pipeline/stabilizations.hpp: what can keep a run on its constraints after each step, by name.
#pragma once

#include <string_view>
#include <vector>

#include "integrate/options.hpp"

namespace trammel::pipeline {

struct Stabilization {
  std::string_view name, summary, source;  // source: key in docs/references.bib
  integrate::ProjectionOptions options = {};
};

const std::vector<Stabilization>& stabilizations();
// "auto" is the first of them; an Error of kind name for others.
const Stabilization& find_stabilization(std::string_view name);
// The name of these options; "projection" if they have none of their own.
std::string_view name_of(const integrate::ProjectionOptions& options);

}  // namespace trammel::pipeline
