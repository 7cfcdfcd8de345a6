// pipeline/considered.hpp: what `auto` considers; and how a run tells that one choice took over from another.
#pragma once

#include <string>
#include <vector>

#include "solution/solution.hpp"

namespace trammel::pipeline {

struct Choice;
struct Once;
class Outlook;

std::vector<solution::Considered::Candidate> as_candidates(const std::vector<Choice>& choices);

// What a choice did, as a note; and why it was left, as the beginning of the reason of the next one.
std::string told(const Once& once, const Outlook& outlook);
std::string why_left(const Once& once, const Outlook& outlook);

}  // namespace trammel::pipeline
