// report/file.hpp: files appear whole or not at all.
#pragma once

#include <functional>
#include <string>

#include "report/csv.hpp"

namespace trammel::report {

// Writes to a temporary file beside `path` and renames it, so that nobody ever sees half a file and an old
// file survives a failure. Devices and pipes are written to directly. Throws an Error of kind io.
void write_file(const std::string& path, const std::function<void(const Sink&)>& write);

// Throws the Error that write_file would throw, as far as that can be known beforehand: hours of computing
// should not end at a folder that does not exist.
void check_writable(const std::string& path);

}  // namespace trammel::report
