// pipeline/start_plan.hpp: the inside of a StartPlan, for those who make one.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/point.hpp"
#include "pipeline/start.hpp"
#include "system/first_tops.hpp"

namespace trammel::pipeline {

// What stands in StartPlan: the problem before start values were taken, and where each of them goes.
struct StartPlan::Data {
  explicit Data(const analysis::PointProblem& point) : plan(point) {}
  const model::Dae* dae = nullptr;
  std::vector<analysis::Quantity> quantities = {};
  std::vector<analysis::Condition> conditions = {};
  analysis::PointPlan plan;
  std::unordered_map<std::uint32_t, int> quantity = {};     // by leaf
  std::unordered_map<std::uint32_t, double> constant = {};  // by leaf
  std::unordered_map<std::uint32_t, PutOff> put_off = {};
  std::unordered_map<std::uint32_t, int> top = {};  // by leaf: which unknown it is the top derivative of
  // By leaf, where preferred values of eliminated variables are among them: what becomes of those depends on
  // which others are given.
  std::unordered_map<std::uint32_t, model::Rank> ranks = {};
  bool with_tops = false;
};

// What the search said, as notes of the start.
void tell_point(const analysis::Point& point, std::vector<std::string>& notes);

// The run begins where the tops are; which of several roots it is, the guess decides.
void find_tops(const model::Dae& dae, system::Ode& ode, double t, const std::vector<double>& z,
               std::vector<std::string>& notes);

}  // namespace trammel::pipeline
