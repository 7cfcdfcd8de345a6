// Models whose index, strangeness index and degrees of freedom are known from theorems or by hand.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace trammel::support {

struct KnownModel {
  std::string name;  // with the place where the answer stands, or how it follows
  model::Model model;
  int index = 0;                       // differentiation index of the natural first-order form
  int freedoms = 0;                    // dimension of the set of consistent starts of the states
  std::optional<int> structural = {};  // where the structure alone says something else
  std::vector<std::pair<std::string, int>> hidden = {};  // must be among the hidden constraints
};

std::vector<KnownModel> documents();  // from the literature
std::vector<KnownModel> chains();     // families of given index
std::vector<KnownModel> mechanisms();
std::vector<KnownModel> circuits();    // and other networks, processes, plain ODEs
std::vector<KnownModel> misleading();  // whose structure says the wrong thing

}  // namespace trammel::support
