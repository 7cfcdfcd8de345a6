// cli/sweep_runner.hpp: the runs of a sweep, by their numbers.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/sweep_axes.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/sweep.hpp"

namespace trammel::cli {

// What a run gives depends on its number only: not on the runs before it, on the thread or on the rank.
class SweepRunner {
 public:
  // Reads the model, with the numbers of the first run. Where these make no model, with those of the last.
  SweepRunner(Arguments arguments, std::vector<modelica::Source> sources, Combinations runs);
  // Formulates and compiles, once for all runs. Not for parameters that decide about the structure: with them
  // the text is read anew for every run.
  void prepare();
  pipeline::SweepRow run(std::size_t number) const;  // from any thread, behind prepare()

  const Combinations& runs() const { return runs_; }
  const modelica::Loaded& loaded() const { return loaded_; }
  const std::string& model() const { return loaded_.problem.dae.name; }
  const std::vector<double>& times() const { return times_; }               // of --at
  const std::vector<std::string>& variables() const { return variables_; }  // of the model that was read
  const std::vector<std::string>& columns() const { return columns_; }      // those of --variables
  std::string hash() const;  // of the texts and of the equations that they and their libraries mean

 private:
  modelica::Loaded load_run(std::size_t number) const;
  pipeline::Options options(const modelica::Loaded& loaded) const;
  pipeline::SweepRow alone(std::size_t number) const;

  Arguments arguments_;
  std::vector<modelica::Source> sources_;
  Combinations runs_;
  std::unique_ptr<std::mutex> reading_ = std::make_unique<std::mutex>();
  modelica::Loaded loaded_;
  std::vector<double> times_;
  std::vector<std::string> variables_, columns_;
  std::optional<pipeline::Prepared> prepared_;
  std::optional<pipeline::Options> meant_;
};

}  // namespace trammel::cli
