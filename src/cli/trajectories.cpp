#include "cli/trajectories.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/result.hpp"

namespace trammel::cli {

Trajectories::Trajectories(const std::string& folder, int writer)
    : folder_(folder), name_(fmt::format("trajectories-{}.bin", writer)) {}

std::string Trajectories::add(const SweepRunner& runner, const pipeline::SweepRow& row) {
  if (!row.ran || row.solution.segments.empty()) return ",,";
  if (!file_) file_ = std::make_unique<AppendFile>(folder_ + "/" + name_);
  const ResultTexts texts = row.solution.variables == runner.variables()
                                ? texts_of(runner.loaded().problem.dae, row.solution.variables)
                                : ResultTexts{};
  std::string bytes;
  report::write_solution({runner.model(), texts.units, texts.descriptions, row.solution},
                         [&](std::string_view piece) { bytes += piece; });
  const std::uint64_t offset = file_->size();
  file_->append(bytes);
  return fmt::format("{},{},{}", name_, offset, bytes.size());
}

report::SavedSolution load_run(const std::string& folder, long run) {
  std::ifstream index(folder + "/trajectories.csv");
  const std::string begin = fmt::format("{},", run);
  for (std::string line; std::getline(index, line);) {
    if (!line.starts_with(begin)) continue;
    const std::size_t name = begin.size(), offset = line.find(',', name), bytes = line.find(',', offset + 1);
    if (offset == std::string::npos || bytes == std::string::npos) break;
    std::ifstream file(folder + "/" + line.substr(name, offset - name), std::ios::binary);
    file.seekg(std::strtoll(line.c_str() + offset + 1, nullptr, 10));
    std::string text(std::strtoull(line.c_str() + bytes + 1, nullptr, 10), '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    return report::read_solution(text);
  }
  throw Error(Kind::io, fmt::format("{} holds no trajectory of run {}", quote(folder), run), {.file = folder},
              "a folder that `trammel sweep --trajectories -o FOLDER` wrote");
}

}  // namespace trammel::cli
