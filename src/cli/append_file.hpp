// cli/append_file.hpp: a file that grows while others may read it, and that survives what ends the program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace trammel::cli {

class AppendFile {  // errors are of kind io
 public:
  explicit AppendFile(std::string path);  // made if it is not there
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  std::uint64_t size() const { return size_; }
  // The whole text or nothing: if the disk takes only a part, that is cut off again. When this returns, the
  // text outlives the program (not the machine: nobody waits for the disk).
  void append(std::string_view text);
  void cut(std::uint64_t size);
  bool lock();  // false: another program has locked it

 private:
  std::string path_;
  int fd_;
  std::uint64_t size_ = 0;
};

}  // namespace trammel::cli
