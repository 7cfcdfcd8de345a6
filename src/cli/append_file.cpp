#include "cli/append_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::cli {
namespace {

[[noreturn]] void fail_to_append(const std::string& path, int code) {
  const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG;
  throw Error(Kind::io, fmt::format("cannot write {}: {}", quote(path), std::strerror(code)), {.file = path},
              full ? "free some space and give the same command again: what was written stays"
                   : "choose a place where you may write");
}

}  // namespace

AppendFile::AppendFile(std::string path)
    : path_(std::move(path)), fd_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  struct stat about = {};
  if (fd_ < 0 || ::fstat(fd_, &about) != 0) fail_to_append(path_, errno);
  size_ = static_cast<std::uint64_t>(about.st_size);
}

AppendFile::~AppendFile() {
  if (fd_ >= 0) ::close(fd_);
}

void AppendFile::append(std::string_view text) {
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t done = ::write(fd_, rest.data(), rest.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) {
      const int code = errno;
      if (::ftruncate(fd_, static_cast<off_t>(size_)) != 0) size_ += text.size() - rest.size();
      fail_to_append(path_, code);
    }
    rest.remove_prefix(static_cast<std::size_t>(done));
  }
  size_ += text.size();
}

void AppendFile::cut(std::uint64_t size) {
  if (::ftruncate(fd_, static_cast<off_t>(size)) != 0) fail_to_append(path_, errno);
  size_ = size;
}

bool AppendFile::lock() { return ::flock(fd_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

}  // namespace trammel::cli
