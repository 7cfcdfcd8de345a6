// report/labels.hpp: panels with the names and units that stand in the model.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "model/dae.hpp"
#include "report/figure.hpp"
#include "report/plot_text.hpp"
#include "report/table.hpp"

namespace trammel::report {

// Units by the names under which values are reported; der(x) has that of x per second.
class Units {
 public:
  explicit Units(const model::Dae& dae);
  Units(const std::vector<std::string>& names, const std::vector<std::string>& units);
  std::string of(const std::string& name) const;  // "" where none is known

 private:
  std::unordered_map<std::string, std::string> unit_;
};

std::string per_second(const std::string& unit);  // "m" -> "m/s" -> "m/s2"

// "x [m]", "time [s]"
std::string with_unit(const std::string& name, const std::string& unit);

Panel panel_of(const std::vector<Wish>& wishes, const Table& table, const Units& units);

}  // namespace trammel::report
