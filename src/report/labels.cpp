#include "report/labels.hpp"

#include <algorithm>

namespace trammel::report {
namespace {

// How often a name is a derivative: der(der(x)) is 2.
int order(std::string_view name) {
  int times = 0;
  while (name.starts_with("der(") && name.ends_with(")")) {
    name = name.substr(4, name.size() - 5);
    ++times;
  }
  return times;
}

}  // namespace

Units::Units(const model::Dae& dae) {
  for (const std::vector<model::Variable>* all : {&dae.variables, &dae.eliminated})
    for (const model::Variable& variable : *all)
      if (!variable.unit.empty()) unit_.emplace(dae.graph->variable_name(variable.id), variable.unit.str());
}

Units::Units(const std::vector<std::string>& names, const std::vector<std::string>& units) {
  for (std::size_t k = 0; k < names.size() && k < units.size(); ++k)
    if (!units[k].empty()) unit_.emplace(names[k], units[k]);
}

std::string Units::of(const std::string& name) const {
  if (const auto known = unit_.find(name); known != unit_.end()) return known->second;
  if (order(name) == 0) return "";
  return per_second(of(name.substr(4, name.size() - 5)));
}

std::string per_second(const std::string& unit) {
  if (unit.empty()) return "";
  if (unit == "1") return "1/s";
  if (unit == "s") return "1";
  const std::size_t slash = unit.rfind("/s");
  if (slash == std::string::npos) return unit + "/s";
  const std::string power = unit.substr(slash + 2);
  if (power.empty()) return unit + "2";
  if (power.size() == 1 && power[0] >= '2' && power[0] <= '8')
    return unit.substr(0, slash + 2) + static_cast<char>(power[0] + 1);
  return unit + "/s";
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() || unit == "1" ? name : name + " [" + unit + "]";
}

Panel panel_of(const std::vector<Wish>& wishes, const Table& table, const Units& units) {
  const auto column = [&](const std::string& name) -> const std::vector<double>& {
    return table
        .columns[static_cast<std::size_t>(std::ranges::find(table.names, name) - table.names.begin())];
  };
  Panel panel;
  const std::string unit = units.of(wishes.front().y);
  const bool one_unit =
      std::ranges::all_of(wishes, [&](const Wish& wish) { return units.of(wish.y) == unit; });
  const bool over_time = wishes.front().x.empty();
  const bool one_x =
      std::ranges::all_of(wishes, [&](const Wish& wish) { return wish.x == wishes.front().x; });
  for (const Wish& wish : wishes) {
    Curve curve{one_unit ? wish.y : with_unit(wish.y, units.of(wish.y)),
                over_time ? table.time : column(wish.x), column(wish.y)};
    if (!one_x) curve.label += " over " + wish.x;
    panel.curves.push_back(std::move(curve));
  }
  panel.x_label = over_time ? "time [s]"
                  : one_x   ? with_unit(wishes.front().x, units.of(wishes.front().x))
                            : "";
  if (wishes.size() == 1)
    panel.y_label = with_unit(wishes.front().y, unit);
  else if (one_unit && !unit.empty())
    panel.y_label = "[" + unit + "]";
  // Positions against each other are drawn to scale, unless that would make a thread of them.
  if (!over_time) {
    const Range x = x_range(panel), y = y_range(panel);
    const double ratio = (x.high - x.low) / (y.high - y.low);
    panel.equal = one_unit && order(wishes.front().x) == order(wishes.front().y) &&
                  units.of(wishes.front().x) == unit && ratio < 8 && ratio > 0.125;
  }
  return panel;
}

}  // namespace trammel::report
