// pipeline/start.hpp: a consistent start: states on all constraints, as near as possible to what was asked
// for.
#pragma once

#include <string>
#include <vector>

#include "model/dae.hpp"
#include "system/system.hpp"

namespace trammel::pipeline {

// The state z at t for a Dae in underlying-ODE form. Fixed values and initial equations hold exactly, or an
// Error says which of them contradict each other; preferred values move as little as possible, guesses
// freely. `notes` receives a sentence for each thing that had to be decided.
std::vector<double> consistent_start(const model::Problem& problem, const model::Dae& dae, system::Ode& ode,
                                     double t, std::vector<std::string>* notes = nullptr);

// The same for all unknowns of any Dae with their derivatives, without a view: values[j][l] is x_j^(l), l = 0
// .. d_j, on F_i^(l) = 0, l = 0 .. c_i. The offsets may be larger than the structure asks for, which makes
// the derivative array longer: for models whose structure misleads.
struct FullStart {
  std::vector<std::vector<double>> values;
  std::vector<std::string> notes;
};
FullStart consistent_values(const model::Problem& problem, const std::vector<int>& c,
                            const std::vector<int>& d, double t);

}  // namespace trammel::pipeline
