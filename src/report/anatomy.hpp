// report/anatomy.hpp: what a model is made of, for its report: equations as mathematics, hidden constraints,
// incidence.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "analysis/diagnosis.hpp"
#include "model/dae.hpp"

namespace trammel::report {

using Json = nlohmann::ordered_json;

// {"equations": [{"name", "text", "math", "line"}], "hidden": [..], "parameters": [..], "before": incidence,
// "after": incidence}. Of large models the first equations and no incidence, with their numbers. An
// incidence: {"rows": [..], "columns": [..], "entries": [[i, j, order], ..], "blocks": [[first, size], ..]}.
Json anatomy(const model::Dae& dae, const analysis::Diagnosis& found,
             const std::vector<analysis::HiddenConstraint>& hidden);

}  // namespace trammel::report
