// experiments/texts.hpp: page and published numbers of each folder of experiments/, as part of the library.
#pragma once

#include <string_view>
#include <vector>

namespace trammel::experiments {

struct Texts {
  std::string_view id, page, numbers;  // the folder's name, README.md, published.csv
  std::string_view model = {};         // of models/, if the folder has a file `model` that names one
};
const std::vector<Texts>& all_texts();

}  // namespace trammel::experiments
