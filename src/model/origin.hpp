// model/origin.hpp: where in the user's text something came from.
#pragma once

#include "base/shared_text.hpp"

namespace trammel::model {

struct Origin {
  SharedText file = {};
  int line = 0, column = 0;
};

}  // namespace trammel::model
