// pipeline/option_table.hpp: every option of a run, told once.
//
// The flags of the command line, the manual page, completions, the checks of C++ fields and other languages
// are made from this table. A field of Options that is no callback stands here, and in no other list.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/options.hpp"

namespace trammel::pipeline {

struct Option {
  std::string_view name;      // of the flag, without its dashes: max-step
  std::string_view value;     // what stands behind it, in help texts: H
  std::string_view sentence;  // what it does
  // Puts a text in; throws an Error of kind usage that names flag, text and what may stand there.
  std::function<void(Options& options, std::string_view text)> set;
  std::function<std::string(const Options& options)> get;  // a text that set() takes
  std::function<void(const Options& options)> check = {};  // throws for a number out of its range
  std::vector<std::string_view> words = {};                // what may stand there, if it is one of few words
};

// Stabilizations come before the single options of projection that they consist of: who applies several
// goes through the table in its order.
const std::vector<Option>& option_table();

// By name, with dashes or underscores; throws an Error of kind name for others.
const Option& find_option(std::string_view name);
void check_ranges(const Options& options);

// The parts of "x,q[1,2]": commas in brackets do not part.
std::vector<std::string> parts_of_list(std::string_view list);

}  // namespace trammel::pipeline
