// modelica/libraries.cpp: packages as folders of files [MLS36, 13.4]. A file is read when a name in it is
// asked for, and once.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.hpp"
#include "modelica/classes.hpp"
#include "modelica/parser.hpp"

namespace trammel::modelica {
namespace {

namespace fs = std::filesystem;

std::string contents(const std::string& path) {
  std::error_code ignored;
  const auto size = fs::file_size(path, ignored);
  std::ifstream file(path, std::ios::binary);
  if (!file || ignored || size > largest_file)
    throw Error(Kind::io, fmt::format("cannot read {}", quote(path)), {.file = path},
                "check that it is a readable file");
  std::string text(static_cast<std::size_t>(size), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

// "3.2.3" before "4.0.0" before "4.1.0": numbers are compared as numbers; a version without one comes last.
bool older(const std::string& a, const std::string& b) {
  std::istringstream left(a), right(b);
  std::string x, y;
  while (true) {
    const bool more_left = static_cast<bool>(std::getline(left, x, '.')),
               more_right = static_cast<bool>(std::getline(right, y, '.'));
    if (!more_left || !more_right) return more_right;
    const auto number = [](const std::string& s) { return std::strtol(s.c_str(), nullptr, 10); };
    if (number(x) != number(y)) return number(x) < number(y);
  }
}

}  // namespace

void Classes::list(const std::string& path, Folder& folder) {
  folder.path = path;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(path, failed)) {
    const fs::path& p = entry.path();
    if (entry.is_directory(failed)) {
      const fs::path package = p / "package.mo";
      if (fs::exists(package, failed)) folder.files.emplace(p.filename().string(), package.string());
    } else if (p.extension() == ".mo" && p.filename() != "package.mo") {
      folder.files.emplace(p.stem().string(), p.string());
    }
  }
}

// Name, "Name 4.0.0", Name.mo and "Name 4.0.0.mo" in a folder of libraries.
void Classes::add_library(const std::string& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed))
    throw Error(Kind::io, fmt::format("the library folder {} does not exist", quote(path)), {.file = path},
                "give -L the folder that holds the packages");
  Folder found;
  if (fs::exists(fs::path(path) / "package.mo", failed)) {  // the package itself was given
    const fs::path whole = fs::absolute(path, failed).lexically_normal();
    const std::string name = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
    found.files.emplace(name, (fs::path(path) / "package.mo").string());
  } else {
    list(path, found);
  }
  for (const auto& [name, file] : found.files) {
    const std::size_t gap = name.find(' ');
    const std::string version = gap == std::string::npos ? "" : name.substr(gap + 1);
    libraries_[name.substr(0, gap)].push_back({version, file});
  }
}

void Classes::note_uses(const ClassDef& cls) {
  if (!cls.annotation) return;
  for (const Argument& a : cls.annotation->arguments) {
    if (a.name != std::vector<std::string>{"uses"} || !a.modification) continue;
    for (const Argument& used : a.modification->arguments) {
      if (used.name.size() != 1 || !used.modification) continue;
      for (const Argument& v : used.modification->arguments)
        if (v.name == std::vector<std::string>{"version"} && v.modification && v.modification->value)
          wanted_versions_.try_emplace(used.name[0], v.modification->value->text);
    }
  }
}

// The version that is asked for by `uses`, else the newest.
const Classes::Candidate* Classes::choose_version(const std::string& name) const {
  const auto at = libraries_.find(name);
  if (at == libraries_.end()) return nullptr;
  const auto wanted = wanted_versions_.find(name);
  const Candidate* best = nullptr;
  for (const Candidate& c : at->second) {
    if (wanted != wanted_versions_.end() && c.version == wanted->second) return &c;
    if (best == nullptr || older(best->version, c.version)) best = &c;
  }
  if (wanted != wanted_versions_.end() && !best->version.empty())
    session_.note(fmt::format("version {} of {} was asked for and is not there: {} is used", wanted->second,
                              quote(name), best->version));
  return best;
}

const ClassDef* Classes::read_class(ClassDef& around, const std::string& name, const std::string& path) {
  StoredDefinition stored = parse({path, contents(path)});
  const ClassDef* found = nullptr;
  for (auto& def : stored.classes) {
    def->parent = &around;
    note_uses(*def);
    if (def->name == name) {
      found = def.get();
      if (path.ends_with("/package.mo")) list(path.substr(0, path.size() - 11), folders_[def.get()]);
    }
    around.classes.try_emplace(def->name, def.get());
    read_.push_back(std::move(def));
  }
  if (found == nullptr)
    throw Error(Kind::name, fmt::format("{} does not hold the class {}", quote(path), quote(name)),
                {.file = path}, "a file of a library is named after its class");
  return found;
}

}  // namespace trammel::modelica
