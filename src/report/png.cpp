#include "report/png.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "report/file.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace trammel::report {
namespace {

namespace fs = std::filesystem;

// Exit status of a program found on the path, run silently; -1 if it could not be started. No shell is
// involved.
int run(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

struct Temporary {  // a folder that is removed with all that is in it
  std::string path = (fs::temp_directory_path() / "trammel-XXXXXX").string();
  Temporary() {
    if (::mkdtemp(path.data()) == nullptr)
      throw Error(Kind::io,
                  fmt::format("cannot make a folder in {}", quote(fs::temp_directory_path().string())));
  }
  ~Temporary() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
};

std::string bytes_of(const std::string& path) {
  std::string text;
  if (std::FILE* file = std::fopen(path.c_str(), "rb")) {
    char piece[1 << 14];
    for (std::size_t count = 0; (count = std::fread(piece, 1, sizeof piece, file)) > 0;)
      text.append(piece, count);
    std::fclose(file);
  }
  return text;
}

}  // namespace

void write_png(const std::string& path, const std::string& svg) {
  const Temporary folder;
  const std::string from = folder.path + "/figure.svg", to = folder.path + "/figure.png";
  write_file(from, [&](const Sink& sink) { sink(svg); });
  bool found = false;
  for (const std::vector<std::string>& converter :
       {std::vector<std::string>{"rsvg-convert", "--zoom", "2", "--output", to, from},
        {"inkscape", "--export-dpi=192", "--export-filename=" + to, from},
        {"magick", "-density", "192", from, to}}) {
    const int status = run(converter);
    found = found || (status >= 0 && status != 127);
    if (status != 0) continue;
    const std::string png = bytes_of(to);
    if (!png.starts_with("\x89PNG")) continue;
    return write_file(path, [&](const Sink& sink) { sink(png); });
  }
  throw Error(Kind::io,
              found ? fmt::format("cannot write {}: the converter from SVG to PNG failed", quote(path))
                    : fmt::format("cannot write {}: no converter from SVG to PNG is installed", quote(path)),
              {.file = path}, found ? "write a .svg file" : "write a .svg file, or install librsvg2-bin");
}

}  // namespace trammel::report
