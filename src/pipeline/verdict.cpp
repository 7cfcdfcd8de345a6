#include "pipeline/verdict.hpp"

#include "analysis/stiffness.hpp"
#include "base/error.hpp"
#include "pipeline/implicit_method.hpp"

namespace trammel::pipeline {
namespace {

// Conditions of the top equations at the start, estimated by pivots. From the first on, singular values are
// asked, which know scales and cost more; from the second on, no digit is left.
constexpr double doubtful = 1e8, no_digit_left = 1e14;

// The fastest decay of the linearized underlying ODE at the start.
std::optional<double> fastest_decay(const ReferenceForm& form, const Standing& standing,
                                    const system::Ode& ode) {
  const model::Dae& dae = form.dae;
  analysis::Offsets offsets{.c = std::vector<int>(dae.equations.size(), 0),
                            .d = std::vector<int>(dae.variables.size(), 0),
                            .assignment = {}};
  analysis::Values values(dae.variables.size());
  for (std::size_t i = 0; i < ode.state().size(); ++i) {
    ++offsets.d[ode.state()[i].unknown];
    values[ode.state()[i].unknown].push_back(standing.z[i]);
  }
  for (std::size_t j = 0; j < values.size(); ++j) values[j].push_back(ode.top()[j]);
  return analysis::fastest_decay({dae, offsets, values, standing.t});
}

class Judge {
 public:
  Judge(const model::Problem& given, double t, double length)
      : problem_(std::make_shared<model::Problem>(model::on_top(given))), t_(t), length_(length) {
    v_.problem = problem_;
    v_.found = analysis::analyze(problem_->dae);
    v_.facts.index = v_.found.index;
  }

  Verdict run(Ask ask) {
    find_start();
    if (ask == Ask::everything) {
      look_at_tops();
      v_.facts.constant_matrix = constant_coefficients(problem_->dae);
      v_.facts.size = static_cast<int>(problem_->dae.equations.size());
    }
    return std::move(v_);
  }

 private:
  void find_start() {
    try {
      v_.reference =
          std::make_shared<ReferenceForm>(*problem_, program::CompileOptions{.engine = program::Engine::vm});
      v_.standing = stand(*v_.reference, *problem_, t_);
    } catch (const Error&) {
      v_.no_start = std::current_exception();
    }
  }

  // The structural verdict stands unless the top equations cannot be solved, in any units, and ranks of the
  // derivative array say something else.
  void look_at_tops() {
    double condition = INFINITY;
    std::optional<system::Instance> instance;
    if (v_.standing) {
      instance.emplace(v_.reference->system);
      system::Ode& ode = instance->ode();
      std::vector<double> slope(v_.standing->z.size());
      if (!v_.standing->top.empty()) ode.guess(v_.standing->top);
      if (ode.derivative(t_, v_.standing->z, slope)) condition = ode.condition();
    }
    if (condition > doubtful) v_.array = where_structure_misleads(*problem_, t_);
    v_.facts.structure_holds = condition < no_digit_left;
    if (v_.facts.structure_holds && !v_.array) {
      if (const auto decay = fastest_decay(*v_.reference, *v_.standing, instance->ode()))
        v_.facts.stiffness = *decay * length_;
    } else if (!v_.array) {
      v_.part = where_a_part_misleads(*problem_, t_);
    }
  }

  std::shared_ptr<model::Problem> problem_;
  double t_, length_;
  Verdict v_;
};

}  // namespace

Verdict judge(const model::Problem& problem, double t, double length, Ask ask) {
  return Judge(problem, t, length).run(ask);
}

}  // namespace trammel::pipeline
