// cli/main.cpp: the trammel program.
#include "base/memory.hpp"
#include "cli/answer.hpp"
#include "cli/commands.hpp"

int main(int argc, char** argv) {
  trammel::keep_freed_memory();
  try {
    return trammel::cli::answer(argc, argv);
  } catch (...) {  // not even an error could be told
    return trammel::cli::wrong_model;
  }
}
