// pipeline/recommend.hpp: which formulation and method fit, and why, from what analysis found and the
// catalogs hold.
#pragma once

#include "pipeline/choose.hpp"
#include "pipeline/examine.hpp"

namespace trammel::pipeline {

// What `auto` would take first, in the words of an examination.
Recommendation recommend(const Examination& examination, const Facts& facts, double tolerance);

}  // namespace trammel::pipeline
