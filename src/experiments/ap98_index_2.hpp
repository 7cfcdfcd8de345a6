// experiments/ap98_index_2.hpp: the index-2 problem y1' = y1 y2² z², y2' = y1² y2² - 3 y2² z, y1² y2 = 1 with
// y = (e^t, e^-2t), z = e^2t on [0, 1].
#pragma once

namespace trammel::experiments {

struct Index2Errors {                 // the largest over all steps
  double y = 0, z = 0, hidden_z = 0;  // z as reported; z from g_y f = 0 at the reported y
};
Index2Errors index_2_errors(const char* method, const char* formulation, int steps);

}  // namespace trammel::experiments
