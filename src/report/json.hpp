// report/json.hpp: solutions and errors as JSON. JSON has no NaN and no infinity: they become null, and a
// message names the variables that had them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "report/csv.hpp"
#include "solution/solution.hpp"

namespace trammel::report {

using Json = nlohmann::ordered_json;

// Everything about a run: the object that `trammel simulate --json` prints. A run that stopped early has
// status "error", the reason, and all that was computed. `samples` are the points that were asked for by
// their times.
Json to_json(const solution::Solution& run, const std::vector<solution::Sample>& samples);

// {"status": "error", "error": {...}}; fields that do not apply are left out.
Json to_json(const Error& error);

// The text of a JSON value, indented; bytes that are no UTF-8 become U+FFFD, so that it can always be
// written.
std::string text(const Json& json);

// A trajectory by columns: {"trammel", "model", "time": [...], "variables": {"x": [...]}}.
void write_json(std::string_view version, std::string_view model, const std::vector<std::string>& variables,
                const std::vector<solution::Sample>& rows, const Sink& sink);

}  // namespace trammel::report
