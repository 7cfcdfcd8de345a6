#include "program/native.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/sha256.hpp"
#include "base/text.hpp"

extern char** environ;

namespace trammel::program {
namespace {

namespace fs = std::filesystem;

// No fast-math and no contraction: the bytecode machine must get the same bits. errno is not looked at, which
// lets sqrt be one instruction.
const std::vector<std::string> flags = {"-std=c11",        "-fPIC", "-shared", "-ffp-contract=off",
                                        "-fno-math-errno", "-w",    "-x",      "c"};
constexpr std::string_view trailer_mark =
    "\ntrammel:";  // then 64 digits: the hash of what stands before the mark
constexpr std::size_t trailer_size = trailer_mark.size() + 64;

std::string environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT: read before threads matter
  return value ? value : "";
}

std::string compiler() {
  const std::string chosen = environment("TRAMMEL_CC");
  return chosen.empty() ? "cc" : chosen;
}

// The folder is ours alone: code found there is run.
bool usable_folder(const std::string& folder, std::string& note) {
  std::error_code error;
  fs::create_directories(fs::path(folder).parent_path(), error);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
    note = fmt::format("the cache folder {} cannot be made ({})", quote(folder), std::strerror(errno));
    return false;
  }
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    note = fmt::format("the cache folder {} is not a folder", quote(folder));
    return false;
  }
  if (status.st_uid != ::geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    note = fmt::format("the cache folder {} can be written by others", quote(folder));
    return false;
  }
  return true;
}

bool read_file(const std::string& path, std::string& content) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  std::ostringstream all;
  all << file.rdbuf();
  content = std::move(all).str();
  return !file.bad();
}

bool write_file(const std::string& path, std::string_view content, std::ios::openmode mode) {
  std::ofstream file(path, std::ios::binary | mode);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  return !file.fail();
}

// An entry is whole if it ends in the hash of everything before the trailer.
bool intact(const std::string& path) {
  std::string content;
  if (!read_file(path, content) || content.size() <= trailer_size) return false;
  const std::size_t body = content.size() - trailer_size;
  const std::string_view all = content;
  return all.substr(body, trailer_mark.size()) == trailer_mark &&
         all.substr(body + trailer_mark.size()) == sha256(all.substr(0, body));
}

std::shared_ptr<const NativeCode> load(const std::string& path, std::size_t kernels) {
  void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return nullptr;
  auto code = std::make_shared<NativeCode>(handle, kernels);
  return code->complete() ? code : nullptr;
}

// Runs the compiler without a shell; its messages are not the user's business.
bool run_compiler(const std::string& program, const std::string& level, const std::string& source,
                  const std::string& object, std::string& note) {
  std::vector<std::string> words = {program, level};
  words.insert(words.end(), flags.begin(), flags.end());
  for (const std::string& word : {source, std::string("-o"), object, std::string("-lm")})
    words.push_back(word);
  words.insert(words.end() - 3, {"-x", "none"});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null",
                                       stream == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0);
  pid_t child = 0;
  const int started = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (started != 0) {
    note = fmt::format("the C compiler {} cannot be started ({})", quote(program), std::strerror(started));
    return false;
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  note = fmt::format("the C compiler {} failed", quote(program));
  return false;
}

// Builds in a folder of its own and moves the finished file into place: other processes see all of it or
// nothing.
bool build(const std::string& folder, const std::string& entry, const std::string& source,
           const std::string& level, std::string& note) {
  std::string scratch = folder + "/build-XXXXXX";
  if (!::mkdtemp(scratch.data())) {
    note = fmt::format("nothing can be written to {} ({})", quote(folder), std::strerror(errno));
    return false;
  }
  const std::string text = scratch + "/kernels.c", object = scratch + "/kernels.so";
  bool good = write_file(text, source, std::ios::trunc);
  if (!good) note = fmt::format("{} cannot be written: is the disk full?", quote(text));
  good = good && run_compiler(compiler(), level, text, object, note);
  std::string content;
  if (good &&
      !(read_file(object, content) &&
        write_file(object, std::string(trailer_mark) + sha256(content), std::ios::app) && intact(object))) {
    note = fmt::format("{} cannot be written: is the disk full?", quote(object));
    good = false;
  }
  if (good && ::rename(object.c_str(), entry.c_str()) != 0) {
    note = fmt::format("{} cannot be written ({})", quote(entry), std::strerror(errno));
    good = false;
  }
  std::error_code ignored;
  fs::remove_all(scratch, ignored);
  return good;
}

}  // namespace

NativeCode::NativeCode(void* handle, std::size_t kernels) : handle_(handle) {
  for (std::size_t i = 0; i < kernels; ++i) {
    void* symbol = ::dlsym(handle, fmt::format("trammel_kernel_{}", i).c_str());
    complete_ &= symbol != nullptr;
    kernels_.push_back(reinterpret_cast<NativeKernel>(symbol));
  }
}

NativeCode::~NativeCode() { ::dlclose(handle_); }

std::string cache_folder() {
  if (std::string chosen = environment("TRAMMEL_CACHE"); !chosen.empty()) return chosen;
  if (const std::string cache = environment("XDG_CACHE_HOME"); !cache.empty()) return cache + "/trammel";
  if (const std::string home = environment("HOME"); !home.empty()) return home + "/.cache/trammel";
  return {};
}

std::shared_ptr<const NativeCode> build_native(const std::string& source, bool optimize, std::size_t kernels,
                                               std::string& note) {
  const std::string folder = cache_folder();
  if (folder.empty()) {
    note = "there is no cache folder (HOME is not set)";
    return nullptr;
  }
  if (!usable_folder(folder, note)) return nullptr;
  const std::string level = optimize ? "-O2" : "-O1";
  const std::string entry = folder + "/" + sha256(compiler() + "\n" + level + "\n1\n" + source) + ".so";
  if (intact(entry))
    if (auto code = load(entry, kernels)) return code;
  if (!build(folder, entry, source, level, note)) return nullptr;
  auto code = load(entry, kernels);
  if (!code) note = fmt::format("compiled code in {} cannot be loaded", quote(folder));
  return code;
}

}  // namespace trammel::program
