#include "report/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::report {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, int code) {
  const char* hint = "";
  if (code == ENOSPC || code == EDQUOT)
    hint = "free some space, or write to another disk";
  else if (code == ENOENT)
    hint = "create the folder first";
  else if (code == EACCES || code == EPERM || code == EROFS)
    hint = "choose a place where you may write";
  throw Error(Kind::io, fmt::format("cannot write {}: {}", quote(path), std::strerror(code)), {.file = path},
              hint);
}

class Descriptor {  // an open file that is closed, and its name removed unless kept
 public:
  Descriptor(std::string shown, const std::string& name, int flags)
      : shown_(std::move(shown)), fd_(::open(name.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666)) {
    if (fd_ < 0) fail(shown_, errno);
    if ((flags & O_EXCL) != 0) temporary_ = name;
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t done = ::write(fd_, text.data(), text.size());
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail(shown_, errno);
      text.remove_prefix(static_cast<std::size_t>(done));
    }
  }
  // Some file systems report a full disk only here.
  void finish(const std::string& target) {
    if (!temporary_.empty() && ::fsync(fd_) != 0 && errno != EINVAL) fail(shown_, errno);
    const int closed = ::close(fd_);
    fd_ = -1;
    if (closed != 0 && errno != EINTR) fail(shown_, errno);
    if (temporary_.empty()) return;
    if (std::rename(temporary_.c_str(), target.c_str()) != 0) fail(shown_, errno);
    temporary_.clear();
  }

 private:
  std::string shown_, temporary_;
  int fd_;
};

// What a link points to, so that writing through a link keeps the link.
std::string target_of(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_symlink(path, ignored)) return path;
  const fs::path resolved = fs::weakly_canonical(path, ignored);
  return ignored ? path : resolved.string();
}

bool is_special(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

}  // namespace

void write_file(const std::string& path, const std::function<void(const Sink&)>& write) {
  const std::string target = target_of(path);
  std::error_code ignored;
  if (fs::is_directory(target, ignored)) fail(path, EISDIR);
  const bool special = is_special(target);
  Descriptor file(path, special ? target : fmt::format("{}.{}.part", target, ::getpid()),
                  special ? O_TRUNC : O_CREAT | O_EXCL);
  write([&](std::string_view text) { file.write(text); });
  file.finish(target);
}

void check_writable(const std::string& path) {
  const std::string target = target_of(path);
  std::error_code ignored;
  if (fs::is_directory(target, ignored)) fail(path, EISDIR);
  if (is_special(target)) {
    if (::access(target.c_str(), W_OK) != 0) fail(path, errno);
    return;
  }
  std::string folder = fs::path(target).parent_path().string();
  if (folder.empty()) folder = ".";
  if (::access(folder.c_str(), W_OK | X_OK) != 0) fail(path, errno);
}

}  // namespace trammel::report
