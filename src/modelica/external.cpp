// modelica/external.cpp: C functions that the Modelica library calls, written anew as expressions, so that
// they have derivatives; external objects are the arguments of their constructor.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"
#include "modelica/foreign.hpp"
#include "modelica/table_curves.hpp"
#include "modelica/table_file.hpp"

namespace trammel::modelica {

bool Elaborator::is_external_object(const Class& cls) {
  const ClassDef& def = *cls.def;
  return def.bases.size() == 1 && def.bases[0]->type.name == std::vector<std::string>{"ExternalObject"};
}

Value Elaborator::external_object(Class& cls, std::vector<std::pair<std::string, Value>> given, Place place) {
  Class* constructor = names_.member(cls, "constructor");
  if (constructor == nullptr)
    session_.fail(cls.def->place, Kind::structure,
                  fmt::format("the external object {} has no constructor", quote(cls.def->name)));
  Value v;
  v.base = Base::record;
  v.type = cls.def;
  Locals fields;
  for (const auto& f : signature(*constructor).inputs) {
    const auto at = std::ranges::find(given, f.component->name, [](const auto& p) { return p.first; });
    if (at == given.end() && !f.value)
      session_.fail(
          place, Kind::structure,
          fmt::format("the input {} of {} is missing", quote(f.component->name), quote(cls.def->name)));
    Value value = at != given.end() ? at->second : default_of(f, fields);
    fields.push_back({f.component->name, value, true, nullptr, true});
    v.fields.emplace_back(f.component->name, std::move(value));
  }
  return v;
}

// The folder of a library's file, or the path itself.
std::string Elaborator::resource(const std::string& uri) {
  constexpr std::string_view scheme = "modelica://";
  namespace fs = std::filesystem;
  if (!uri.starts_with(scheme)) return fs::absolute(uri).lexically_normal().string();
  const std::size_t slash = uri.find('/', scheme.size());
  const std::string library = uri.substr(scheme.size(), slash - scheme.size());
  for (const SharedText& file : session_.files) {
    const fs::path path = file.str();
    const std::string folder = path.parent_path().filename().string();
    if (path.filename() == "package.mo" && (folder == library || folder.starts_with(library + " ")))
      return slash == std::string::npos ? path.parent_path().string()
                                        : (path.parent_path() / uri.substr(slash + 1)).string();
  }
  return uri;
}

const Value& Elaborator::table_from_file(const Value& object, Place place) {
  const auto word = [&](const char* field) {
    const Value* v = object.field(field);
    return v && v->base == Base::text && v->data.size() == 1 ? session_.text(v->data[0]) : std::string();
  };
  const std::string path = word("fileName"), name = word("tableName");
  if (path.empty() || path == "NoName")
    session_.fail(place, Kind::usage, "this table has neither a matrix nor a file",
                  "write the table as a matrix");
  if (path.ends_with(".mat"))
    session_.fail(place, Kind::usage, fmt::format("tables in MAT files are not supported ({})", quote(path)),
                  "write the table as text or as comma-separated values");
  const auto [at, fresh] = table_files_.try_emplace(path + '\n' + name);
  if (!fresh) return at->second;
  const Value* lines = object.field("nHeaderLines");
  const std::string delimiter = word("delimiter"), where = resource(path);
  const TableFile file =
      path.ends_with(".csv")
          ? read_table_csv(
                where, delimiter.empty() ? ',' : delimiter[0],
                lines && is_number(*lines) ? static_cast<std::size_t>(g_.value(lines->data[0])) : 0)
          : read_table_text(where, name);
  if (!file.problem.empty()) {
    table_files_.erase(at);
    session_.fail(place, Kind::io, file.problem, "give the path from where the program is started");
  }
  Value& v = at->second;
  v.shape = {static_cast<std::int64_t>(file.rows), static_cast<std::int64_t>(file.columns)};
  session_.spend(count(v.shape), place);
  for (const double x : file.numbers) v.data.push_back(g_.constant(x));
  return v;
}

namespace {

struct Table {
  const Value& object;
  Elaborator& in;
  Place place;

  Graph& g() const { return *in.session().graph; }
  double number(const char* name, double otherwise) const {
    const Value* v = object.field(name);
    return v && v->data.size() == 1 && g().is_constant(v->data[0]) ? g().value(v->data[0]) : otherwise;
  }
  const Value& matrix() const {
    const Value* v = object.field("table");
    if (v == nullptr || v->rank() != 2 || count(v->shape) == 0) return in.table_from_file(object, place);
    if (!in.is_number(*v))
      in.session().fail(place, Kind::usage, "a table must be known before the run", "make it a parameter");
    return *v;
  }
  double entry(std::int64_t row, std::int64_t column) const {
    const Value& m = matrix();
    if (row < 0 || column < 0 || row >= m.shape[0] || column >= m.shape[1])
      in.session().fail(place, Kind::structure,
                        fmt::format("the table of size {} has no column {}", shown(m.shape), column + 1));
    return g().value(m.data[static_cast<std::size_t>(row * m.shape[1] + column)]);
  }
  std::vector<double> column(std::int64_t k, std::int64_t from = 0) const {
    std::vector<double> list;
    for (std::int64_t row = from; row < matrix().shape[0]; ++row) list.push_back(entry(row, k));
    return list;
  }
  std::vector<double> abscissae(std::int64_t from = 0) const {
    std::vector<double> x = column(0, from);
    if (!std::ranges::is_sorted(x))
      in.session().fail(place, Kind::structure, "the first column of this table does not ascend");
    return x;
  }
  int literal(const char* name, int otherwise) const {
    return static_cast<int>(std::clamp(number(name, otherwise), 0.0, 100.0));
  }
  Smoothness smoothness() const { return static_cast<Smoothness>(literal("smoothness", 1)); }
  Extrapolation extrapolation() const { return static_cast<Extrapolation>(literal("extrapolation", 2)); }
  Expr value(const Value& icol, Expr u, Expr next = {}) const {
    const Value* columns = object.field("columns");
    const auto k = static_cast<std::size_t>(
        g().is_constant(icol.data[0]) ? std::clamp(g().value(icol.data[0]), 0.0, 1e9) : 0.0);
    if (columns == nullptr || k < 1 || k > columns->data.size() || !g().is_constant(columns->data[k - 1]))
      in.session().fail(place, Kind::structure, "a column of a table must be known before the run");
    const auto which = static_cast<std::int64_t>(std::clamp(g().value(columns->data[k - 1]), -1.0, 1e9));
    return Curve(abscissae(), column(which - 1), smoothness()).at(g(), u, extrapolation(), next);
  }
  // Of constant segments that are extrapolated along lines, what is outside is bilinear.
  Expr surface(Expr u, Expr w) const {
    if (smoothness() != Smoothness::constant || extrapolation() != Extrapolation::last_two_points)
      return surface(u, w, smoothness());
    const Expr flat = surface(u, w, smoothness()), lines = surface(u, w, Smoothness::linear);
    const auto within = [&](Expr at, double low, double high) {
      return g().apply(expr::Op::logical_and, g().apply(expr::Op::ge, at, g().constant(low)),
                       g().apply(expr::Op::lt, at, g().constant(high)));
    };
    const std::int64_t rows = matrix().shape[0], columns = matrix().shape[1];
    Expr inside = g().constant(1);
    if (rows > 2) inside = within(u, entry(1, 0), entry(rows - 1, 0));
    if (columns > 2)
      inside = g().apply(expr::Op::logical_and, inside, within(w, entry(0, 1), entry(0, columns - 1)));
    return g().apply(expr::Op::select, inside, flat, lines);
  }
  // Along each row of points, then between neighbouring rows.
  Expr surface(Expr u, Expr w, Smoothness smooth) const {
    const Value& m = matrix();
    if (m.shape[0] < 2 || m.shape[1] < 2)
      in.session().fail(place, Kind::structure,
                        fmt::format("a table in two dimensions of size {} has no points", shown(m.shape)));
    if (smooth != Smoothness::linear && smooth != Smoothness::constant)
      in.session().fail(place, Kind::usage, "tables in two dimensions are linear or constant between points",
                        "choose smoothness = LinearSegments");
    std::vector<double> across;
    for (std::int64_t k = 1; k < m.shape[1]; ++k) across.push_back(entry(0, k));
    const std::vector<double> x = abscissae(1);
    Expr result = {};
    // A sum of hat functions over the rows: each is a curve through 0, 1, 0.
    for (std::size_t row = 0; row < x.size(); ++row) {
      std::vector<double> z, hat(x.size(), 0.0);
      for (std::int64_t k = 1; k < m.shape[1]; ++k) z.push_back(entry(static_cast<std::int64_t>(row) + 1, k));
      hat[row] = 1;
      const Expr weight = x.size() == 1 ? g().constant(1) : Curve(x, hat, smooth).at(g(), u, extrapolation());
      const Expr term =
          g().apply(expr::Op::mul, weight, Curve(across, z, smooth).at(g(), w, extrapolation()));
      result = result.id == 0 ? term : g().apply(expr::Op::add, result, term);
    }
    return result;
  }
};

}  // namespace

// Tables of the standard library.
std::optional<std::vector<Value>> Elaborator::known_table(const std::string& name,
                                                          const std::vector<Value>& args, Place place) {
  const auto real = [&](Expr e) { return std::vector<Value>{scalar_of(Base::real, e)}; };
  const auto is = [&](const char* what) { return name == std::string("ModelicaStandardTables_") + what; };
  if (args.empty() || args[0].base != Base::record) return std::nullopt;
  const bool least = name.find("_minimum") != std::string::npos;
  const bool ends = least || name.find("_maximum") != std::string::npos;  // into an array that is given
  for (std::size_t k = 1; k < args.size() && !ends; ++k)
    if (!args[k].scalar() || !args[k].numeric()) return std::nullopt;
  const Table table{args[0], *this, place};
  if (is("CombiTable1D_getValue") && args.size() == 3) return real(table.value(args[1], args[2].data[0]));
  if (is("CombiTable2D_getValue") && args.size() == 3)
    return real(table.surface(args[1].data[0], args[2].data[0]));
  const bool smooth =
      (table.smoothness() != Smoothness::linear && table.smoothness() != Smoothness::constant) ||
      table.number("timeEvents", 1) == 3;
  const double shift = table.number("shiftTime", 0), start = table.number("startTime", 0);
  if (is("CombiTimeTable_getValue") && args.size() == 5) {
    const auto shifted = [&](Expr t) { return g_.apply(Op::sub, t, g_.constant(shift)); };
    const Expr t = args[2].data[0], next = args[3].data[0];
    const Expr began = g_.apply(Op::gt, next, g_.constant(start));
    return real(g_.apply(Op::select, began, table.value(args[1], shifted(t), smooth ? Expr{} : shifted(next)),
                         g_.constant(0)));
  }
  if (is("CombiTimeTable_nextTimeEvent") && args.size() == 2) {
    const Expr t = args[1].data[0];
    std::vector<double> times = smooth ? std::vector<double>() : table.abscissae();
    for (double& at : times) at += shift;
    const Expr next = next_of(g_, times, t, table.extrapolation() == Extrapolation::periodic);
    const Expr begin = next_of(g_, {start}, t, false);
    return real(g_.apply(Op::min, next, begin));
  }
  if (ends) {
    if (is("CombiTable2D_minimumAbscissa") || is("CombiTable2D_maximumAbscissa")) {
      const Value& m = table.matrix();
      const double corner[] = {table.entry(least ? 1 : m.shape[0] - 1, 0),
                               table.entry(0, least ? 1 : m.shape[1] - 1)};
      Value both;
      both.shape = {2};
      for (const double end : corner) both.data.push_back(g_.constant(end));
      return std::vector<Value>{both};
    }
    const std::vector<double> x = table.abscissae();
    if (args.size() > 1 || x.empty()) return std::nullopt;
    return real(g_.constant(least ? x.front() : x.back()));
  }
  return std::nullopt;
}

// What a C function gives for these arguments; none: it is not known here.
std::optional<std::vector<Value>> Elaborator::known_external(const std::string& name,
                                                             const std::vector<Value>& args, Place place) {
  // A text may declare these functions as it likes: what they read is looked at first.
  for (const Value& v : args)
    if (v.base != Base::record && v.data.empty()) return std::nullopt;
  const auto word = [&](std::size_t k) {
    if (args[k].base != Base::text || !args[k].scalar()) return false;
    if (!g_.is_constant(args[k].data[0]) || !session_.knows_text(args[k].data[0]))
      session_.fail(place, Kind::structure,
                    "a String that is known only while the model runs can only be a message",
                    "use the numbers that it is made of");
    return true;
  };
  const auto known = [&](std::size_t k) {
    return args[k].base != Base::text && args[k].scalar() && is_number(args[k]);
  };
  if (name.starts_with("ModelicaStandardTables_")) return known_table(name, args, place);
  if (name == "ModelicaStrings_length" && args.size() == 1 && word(0))
    return std::vector<Value>{
        scalar_of(Base::integer, g_.constant(static_cast<double>(session_.text(args[0].data[0]).size())))};
  if (name == "ModelicaStrings_hashString" && args.size() == 1 && word(0))
    return std::vector<Value>{
        scalar_of(Base::integer, g_.constant(string_hash(session_.text(args[0].data[0]))))};
  if (name == "ModelicaStrings_compare" && args.size() == 3 && word(0) && word(1) &&
      known(2)) {  // 1: before, 2: the same, 3: after
    std::string texts[] = {session_.text(args[0].data[0]), session_.text(args[1].data[0])};
    if (g_.value(args[2].data[0]) == 0)
      for (std::string& text : texts)
        for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const int order = texts[0].compare(texts[1]);
    return std::vector<Value>{scalar_of(Base::enumeration, g_.constant(order < 0 ? 1 : order == 0 ? 2 : 3))};
  }
  if (name == "ModelicaStrings_substring" && args.size() == 3 && word(0) && known(1) && known(2)) {
    const std::string& text = session_.text(args[0].data[0]);
    const auto last = static_cast<std::size_t>(std::clamp(g_.value(args[2].data[0]), 0.0, 1e9));
    const auto first = static_cast<std::size_t>(std::clamp(g_.value(args[1].data[0]), 1.0, 1e9));
    if (first > last || last > text.size())
      session_.fail(place, Kind::structure,
                    fmt::format("the String {} has no characters from {} to {}", quote(text), first, last));
    return std::vector<Value>{scalar_of(Base::text, session_.text(text.substr(first - 1, last - first + 1)))};
  }
  if (name == "ModelicaInternal_fullPathName" && args.size() == 1 && word(0))
    return std::vector<Value>{scalar_of(Base::text, session_.text(resource(session_.text(args[0].data[0]))))};
  if (name == "ModelicaStrings_skipWhiteSpace" && args.size() == 2 && word(0) && known(1)) {
    const std::string& text = session_.text(args[0].data[0]);
    auto at = static_cast<std::size_t>(std::clamp(g_.value(args[1].data[0]), 1.0, 1e9));
    while (at <= text.size() && std::isspace(static_cast<unsigned char>(text[at - 1]))) ++at;
    return std::vector<Value>{scalar_of(Base::integer, g_.constant(static_cast<double>(at)))};
  }
  if (name == "ModelicaInternal_stat" && args.size() == 1 && word(0)) {
    namespace fs = std::filesystem;
    std::error_code none;
    const fs::file_status status = fs::status(resource(session_.text(args[0].data[0])), none);
    const int kind = !fs::exists(status)           ? 1
                     : fs::is_regular_file(status) ? 2
                     : fs::is_directory(status)    ? 3
                                                   : 4;
    return std::vector<Value>{scalar_of(Base::enumeration, g_.constant(kind))};
  }
  if (name == "ModelicaIO_writeRealMatrix") {
    if (!for_effect_)
      session_.fail(place, Kind::usage, "a model writes no files here, so it cannot tell whether it did",
                    "write results with -o FILE");
    session_.note(fmt::format("{}: a model writes no files here", session_.shown(place)));
    return std::vector<Value>{scalar_of(Base::boolean, g_.constant(0))};
  }
  if (name == "ModelicaInternal_print") return std::vector<Value>{};
  if (name == "ModelicaError" && args.size() == 1) {
    const Expr relevant = matters();
    const std::string message = args[0].base == Base::text ? session_.text(args[0].data[0]) : "?";
    if (g_.is_constant(relevant, 1)) session_.fail(place, Kind::structure, message, "change the parameters");
    if (!numeric_ && !looping_ && !g_.is_constant(relevant))
      events_.assertion({g_.apply(Op::logical_not, relevant), message, false, events_.origin(place)});
    return std::vector<Value>{};
  }
  return std::nullopt;
}

}  // namespace trammel::modelica
