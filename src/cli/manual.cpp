#include "cli/manual.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/version.hpp"

namespace trammel::cli {
namespace {

// A backslash and a dot or quote that begins a line mean something to man.
std::string plain(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool first = i == 0 || text[i - 1] == '\n';
    if (first && (text[i] == '.' || text[i] == '\'')) result += "\\&";
    result += text[i] == '\\' ? "\\e" : text[i] == '-' ? "\\-" : std::string(1, text[i]);
  }
  return result;
}

std::string manual_options(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    std::string names;
    for (const std::string& name : option->get_snames()) names += (names.empty() ? "" : ", ") + ("-" + name);
    for (const std::string& name : option->get_lnames()) names += (names.empty() ? "" : ", ") + ("--" + name);
    if (names.empty()) names = option->get_name();
    const std::string value = option->get_expected_max() > 0 && option->get_type_size() != 0 &&
                                      !option->get_type_name().empty() && option->get_name()[0] == '-'
                                  ? " \\fI" + plain(option->get_type_name()) + "\\fR"
                                  : "";
    text += fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", plain(names), value, plain(option->get_description()));
  }
  return text;
}

}  // namespace

std::string manual_page(const CLI::App& app) {
  std::string text = fmt::format(
      ".TH TRAMMEL 1 \"\" \"trammel {}\" \"User Commands\"\n.SH NAME\ntrammel \\- solves "
      "differential\\-algebraic equations as "
      "their authors write them\n.SH SYNOPSIS\n",
      version);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    text += fmt::format(".B trammel {}\n[options]\n.br\n", command->get_name());
  text +=
      fmt::format(".SH DESCRIPTION\n{}\n.SH OPTIONS\n{}", plain(app.get_description()), manual_options(app));
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    text += fmt::format(".SH \"trammel {}\"\n{}\n{}", command->get_name(), plain(command->get_description()),
                        manual_options(*command));
  return text + fmt::format(".SH EXAMPLES AND EXIT STATUS\n.nf\n{}\n.fi\n", plain(app.get_footer()));
}

}  // namespace trammel::cli
