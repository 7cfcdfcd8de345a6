// pipeline/branch_end.hpp: runs that stay on one solution of nonlinear equations, and end where it does.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/setup.hpp"
#include "system/branch_guard.hpp"

namespace trammel::pipeline {

// None where the equations have but one solution at every point. Guards the form that is integrated, or the
// reference beside it.
std::unique_ptr<system::BranchGuard> guard_for(Setup& setup);
// Of the reference, by algebraic unknowns that the form that is integrated has as well; none if it is the
// reference itself.
std::vector<double> tops_of(const Setup& setup, Vec y);

// Does the run end because its branch does? A step towards the end of it was refused, however short.
bool ended(const Setup& setup, const integrate::Run& run, system::BranchGuard& guard);
// `changing`: choices without events that take their other side there.
void tell_end(const Setup& setup, const integrate::Run& run, int row,
              const std::vector<std::string>& changing, solution::Solution& result);

// Poles of unknowns on which nothing else depends, as notes, which hold these words.
inline constexpr std::string_view at_a_pole = "divides by zero at t =";
void tell_poles(const Setup& setup, const system::BranchGuard& guard, solution::Solution& result);

// With nothing to integrate, the start is all there is: it must have been solved, or an Error says what was
// not.
void require_start(Setup& setup);

}  // namespace trammel::pipeline
