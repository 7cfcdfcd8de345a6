// model/origin.hpp: where in the user's text something came from.
#pragma once

#include <string>

namespace trammel::model {

struct Origin {
  std::string file = {};
  int line = 0, column = 0;
};

}  // namespace trammel::model
