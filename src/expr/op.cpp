#include "expr/op.hpp"

#include <array>

namespace trammel::expr {
namespace {

// In the order of enum Op.
constexpr std::array<OpInfo, op_count> table = {{
    {"none", 0, false},   {"constant", 0, false}, {"parameter", 0, false}, {"time", 0, false},
    {"symbol", 0, false}, {"neg", 1, false},      {"add", 2, true},        {"sub", 2, false},
    {"mul", 2, true},     {"div", 2, false},      {"pow", 2, false},       {"sin", 1, false},
    {"cos", 1, false},    {"tan", 1, false},      {"asin", 1, false},      {"acos", 1, false},
    {"atan", 1, false},   {"atan2", 2, false},    {"sinh", 1, false},      {"cosh", 1, false},
    {"tanh", 1, false},   {"exp", 1, false},      {"log", 1, false},       {"log10", 1, false},
    {"sqrt", 1, false},   {"abs", 1, false},      {"sign", 1, false},      {"min", 2, false},
    {"max", 2, false},    {"floor", 1, false},    {"ceil", 1, false},      {"mod", 2, false},
    {"<", 2, false},      {"<=", 2, false},       {">", 2, false},         {">=", 2, false},
    {"==", 2, true},      {"<>", 2, true},        {"and", 2, true},        {"or", 2, true},
    {"not", 1, false},    {"select", 3, false},   {"call", 1, false},      {"argument", 2, false},
    {"result", 0, false},
}};

}  // namespace

const OpInfo& info(Op op) { return table[static_cast<std::size_t>(op)]; }

}  // namespace trammel::expr
