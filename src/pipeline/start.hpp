// pipeline/start.hpp: a consistent start: states on all constraints, as near as possible to what was asked
// for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/dae.hpp"
#include "system/system.hpp"

namespace trammel::pipeline {

// The state z at t for a Dae in underlying-ODE form. Fixed values and initial equations hold exactly, or an
// Error says which of them contradict each other; preferred values move as little as possible, guesses
// freely. `notes` receives a sentence for each thing that had to be decided.
// `plan` receives all of it that does not depend on numbers.
class StartPlan;
std::vector<double> consistent_start(const model::Problem& problem, const model::Dae& dae, system::Ode& ode,
                                     double t, std::vector<std::string>* notes = nullptr,
                                     std::shared_ptr<const StartPlan>* plan = nullptr);

// A start that was looked for once, ready for other start values and parameters. It points into the Dae that
// it was made for.
class StartPlan {
 public:
  struct Data;
  struct PutOff {  // a start value that is no condition on the states
    model::Rank rank = model::Rank::guess;
    std::uint32_t target = 0;  // the leaf that it is a guess of ...
    double sign = 0;           // ... up to its sign; 0: it is ignored
  };
  explicit StartPlan(std::unique_ptr<const Data> data);
  ~StartPlan();
  // The same as consistent_start without symbolic work. None if the start values are of another kind: fixed
  // where no unknown of the start stands for them, say.
  std::optional<std::vector<double>> start(const model::Problem& problem, Vec parameters, system::Ode& ode,
                                           double t, std::vector<std::string>* notes) const;

 private:
  std::unique_ptr<const Data> data_;
};

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
