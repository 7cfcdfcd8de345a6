// modelica/overrides.hpp: values that were given from outside of the text, by the names of parameters.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "modelica/modelica.hpp"
#include "modelica/session.hpp"

namespace trammel::modelica {

class Overrides {
 public:
  struct Given {
    double number = 0;
    std::string text = {};  // an expression instead of the number
    ExpressionPtr value = {};
    bool used = false;
  };

  Overrides(Session& session, const LoadOptions& options);
  bool empty() const { return given_.empty(); }
  Given* find(const std::string& name);                                 // none: not given
  bool contain(const std::string& name) const;                          // it, or an element of it
  const Expression& expression(const std::string& name, Given& given);  // of its text, read when it is needed
  std::vector<std::string> unused() const;

 private:
  Session& session_;
  std::map<std::string, Given> given_;
};

}  // namespace trammel::modelica
