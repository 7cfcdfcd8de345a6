// pipeline/recommend.hpp: which formulation and method fit, and why, from what analysis found and the
// catalogs hold.
#pragma once

#include "analysis/local.hpp"
#include "pipeline/examine.hpp"

namespace trammel::pipeline {

// |λ|·T of the fastest decaying mode of the underlying ODE at a point, T the length of the interval; none if
// it could not be computed (large systems, singular top Jacobian).
std::optional<double> stiffness(const model::Dae& dae, const analysis::Offsets& offsets,
                                const analysis::Values& at, double t, double interval);

Recommendation recommend(const Examination& examination, const analysis::Diagnosis& found,
                         bool structure_holds, std::optional<double> stiff);

}  // namespace trammel::pipeline
