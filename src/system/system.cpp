#include "system/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/error.hpp"
#include "base/work.hpp"
#include "model/simplification.hpp"
#include "system/compile.hpp"
#include "system/data.hpp"

namespace trammel::system {

std::string_view name(Form form) {
  switch (form) {
    case Form::residual:
      return "residual";
    case Form::ode:
      return "ode";
    case Form::hessenberg:
      return "hessenberg";
    case Form::second_order:
      return "second_order";
  }
  return "residual";
}

const std::vector<int>& Ode::moved_guesses() const {
  static const std::vector<int> none;
  return none;
}
const std::vector<Ode::Pivot>& Ode::pivots() const {
  static const std::vector<Pivot> none;
  return none;
}

Form System::form() const { return data_->form; }
int System::unknowns() const { return static_cast<int>(data_->unknowns.size()); }
const std::string& System::unknown(int j) const { return data_->unknowns.at(j); }
const std::string& System::equation(int row) const { return data_->equations.at(row); }
double System::nominal(int j) const { return data_->nominal.at(j); }
int System::momentum_of(int j) const { return data_->momentum_of.at(j); }
const std::vector<OtherName>& other_names(const System& system) { return system.data().other_names; }
const std::vector<std::string>& System::notes() const { return data_->program.notes(); }
const std::vector<System::Part>& System::state() const {
  return data_->array.level >= 0 ? data_->array.state : data_->ode.state;
}
bool System::native() const { return data_->program.statistics().native; }

System with_engine(const System& system, const program::CompileOptions& options) {
  auto data = std::make_shared<System::Data>(system.data());
  data->program = program::with_engine(data->program, options);
  return System(std::move(data));
}

Instance::Instance(const System& system) : system_(system), parameters_(system.data().parameters) {
  const bool array = system.data().array.level >= 0;
  switch (system.form()) {
    case Form::residual:
      residual_ = array                ? make_array_residual(system_, counts_)
                  : system.data().code ? make_opaque_residual(system_, counts_)
                                       : make_residual(system_, counts_);
      break;
    case Form::ode:
      ode_ = array ? make_array_ode(system_, counts_) : make_ode(system_, counts_);
      break;
    case Form::hessenberg:
      hessenberg_ = std::make_unique<Hessenberg>(system_, counts_);
      break;
    case Form::second_order:
      residual_ = make_residual(system_, counts_);
      break;
  }
}
Instance::~Instance() = default;

void Instance::set_parameters(Vec values) {
  const Vec own = values.first(parameters_.size());
  if (std::ranges::equal(own, parameters_)) return;
  std::ranges::copy(own, parameters_.begin());
  tell_parameters();
}

void Instance::set_parameter(int id, double value) {
  double& parameter = parameters_.at(static_cast<std::size_t>(id));
  if (parameter == value) return;
  parameter = value;
  tell_parameters();
}

void Instance::tell_parameters() {
  if (residual_) residual_->set_parameters(parameters_);
  if (ode_) ode_->set_parameters(parameters_);
  if (hessenberg_) hessenberg_->set_parameters(parameters_);
}

Instance& Instance::aside() {
  if (!aside_) {
    aside_ = std::make_unique<Instance>(system_);
    if (ode_) aside_->ode_->follow(ode_->chart());
  }
  if (aside_->parameters_ != parameters_) {
    aside_->parameters_ = parameters_;
    aside_->tell_parameters();
  }
  if (ode_ && ode_->guesses()) aside_->ode_->join(*ode_);
  return *aside_;
}

namespace {

[[noreturn]] void refuse(Form has, Form asked) {
  throw Error(Kind::usage,
              fmt::format("the system was compiled as '{}', not as '{}'", name(has), name(asked)));
}

}  // namespace

Residual& Instance::residual() {
  if (!residual_) refuse(system_.form(), Form::residual);
  return *residual_;
}
Ode& Instance::ode() {
  if (!ode_) refuse(system_.form(), Form::ode);
  return *ode_;
}
Hessenberg& Instance::hessenberg() {
  if (!hessenberg_) refuse(system_.form(), Form::hessenberg);
  return *hessenberg_;
}

std::shared_ptr<System::Data> start_data(const model::Dae& dae, Form form, program::Program program) {
  auto data = std::make_shared<System::Data>(std::move(program));
  data->form = form;
  data->time_unit = dae.time_unit;
  for (const model::Variable& variable : dae.variables) {
    data->unknowns.push_back(dae.graph->variable_name(variable.id));
    data->nominal.push_back(variable.nominal);
  }
  std::unordered_map<int, int> unknown_of;  // variable -> its number here
  for (const model::Variable& variable : dae.variables)
    unknown_of.emplace(variable.id, static_cast<int>(unknown_of.size()));
  for (const model::Variable& variable : dae.variables) {
    const auto partner = unknown_of.find(variable.momentum_of);
    data->momentum_of.push_back(partner == unknown_of.end() ? -1 : partner->second);
  }
  for (const model::Renamed& name : dae.renamed) {
    const auto own = unknown_of.find(name.variable), of = unknown_of.find(name.of);
    if (own != unknown_of.end() && of != unknown_of.end())
      data->other_names.push_back({own->second, of->second, name.derivative});
  }
  for (const model::Equation& equation : dae.equations) data->equations.push_back(equation.name);
  for (const model::Parameter& parameter : dae.parameters)
    data->regularized |= dae.graph->parameter_name(parameter.id) == "regularization()";
  data->simplification = model::simplification(dae);
  data->parameters.assign(static_cast<std::size_t>(data->program.parameters()), 0);
  for (const model::Parameter& parameter : dae.parameters) data->parameters[parameter.id] = parameter.value;
  return data;
}

System compile(const model::Dae& dae, Form form, const program::CompileOptions& options,
               const analysis::Diagnosis* known) {
  ++work_so_far().compilations;
  std::optional<analysis::Diagnosis> own;
  if (known == nullptr) known = &own.emplace(analysis::analyze(dae));
  switch (form) {
    case Form::residual:
    case Form::second_order:
      return compile_residual(dae, *known, form, options);
    case Form::ode:
      return compile_ode(dae, *known, options);
    case Form::hessenberg:
      return compile_hessenberg(dae, *known, options);
  }
  throw Error(Kind::usage, "there is no such form");
}

}  // namespace trammel::system
