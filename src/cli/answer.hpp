// cli/answer.hpp: one call of the program: what it prints, and its exit status.
#pragma once

namespace trammel::cli {

int answer(int argc, char** argv);

}  // namespace trammel::cli
