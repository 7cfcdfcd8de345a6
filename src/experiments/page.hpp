// experiments/page.hpp: reproductions as text for a terminal, as JSON, and as pages of docs/reproduction.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace trammel::experiments {

std::string text(const Reproduction& reproduction);
std::string summary(const std::vector<Reproduction>& all);  // one line: how many are met
nlohmann::ordered_json to_json(const Reproduction& reproduction);

// FOLDER/README.md (all), FOLDER/ID.md and FOLDER/figures/ID_NAME.svg. Links assume that the folder stands
// two levels below the top, as docs/reproduction does. Throws an Error of kind io.
void write_pages(const std::vector<Reproduction>& all, const std::string& folder);

}  // namespace trammel::experiments
