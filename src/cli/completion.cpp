#include "cli/completion.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "pipeline/methods.hpp"
#include "pipeline/option_table.hpp"
#include "pipeline/stabilizations.hpp"

namespace trammel::cli {
namespace {

std::string completion_options(const CLI::App& app) {
  std::string words;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) words += " --" + name;
    for (const std::string& name : option->get_snames()) words += " -" + name;
  }
  return words.empty() ? words : words.substr(1);
}

using App = CLI::App;

std::vector<const App*> commands_of(const App& app) {
  return app.get_subcommands([](const App*) { return true; });
}

// What may stand behind an option that takes one of few words: as words, or as a command that prints them.
struct Words {
  std::string option, words, command;
};

std::vector<Words> words_of_options() {
  std::vector<Words> all;
  for (const pipeline::Option& option : pipeline::option_table())
    if (!option.words.empty())
      all.push_back({std::string(option.name), fmt::format("{}", fmt::join(option.words, " ")), ""});
  std::string names = "auto";
  for (const pipeline::FormulationEntry& entry : pipeline::formulations()) names += " " + entry.name;
  all.push_back({"formulation", names, ""});
  names = "auto";
  for (const pipeline::Stabilization& known : pipeline::stabilizations())
    names += " " + std::string(known.name);
  all.push_back({"stabilization", names, ""});
  all.push_back({"method", "auto", "trammel methods --quiet 2>/dev/null"});
  all.push_back({"completion", "bash zsh fish", ""});
  return all;
}

std::string for_bash(const App& app) {
  std::string commands, cases, words;
  for (const App* command : commands_of(app)) {
    commands += (commands.empty() ? "" : " ") + command->get_name();
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command->get_name(), completion_options(*command));
  }
  for (const Words& known : words_of_options())
    words +=
        fmt::format("    --{}) mapfile -t COMPREPLY < <(compgen -W \"{}{}\" -- \"$current\"); return ;;\n",
                    known.option, known.words, known.command.empty() ? "" : " $(" + known.command + ")");
  return fmt::format(R"sh(# bash completion for trammel; made by `trammel --completion bash`
_trammel() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" command="" word words=""
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    [[ " {0} " == *" $word "* ]] && {{ command="$word"; break; }}
  done
  COMPREPLY=()
  case "$previous" in
{3}  esac
  case "$command" in
    "") words="{0} {1}" ;;
{2}  esac
  if [[ "$current" == -* || -z "$command" ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$current"; compgen -f -X '!*.mo' -- "$current")
  fi
}}
complete -F _trammel trammel
)sh",
                     commands, completion_options(app), cases, words);
}

std::string for_zsh(const App& app) {
  std::string commands, cases, words;
  for (const App* command : commands_of(app)) {
    commands += (commands.empty() ? "" : " ") + command->get_name();
    cases += fmt::format("    {}) options=({}) ;;\n", command->get_name(), completion_options(*command));
  }
  for (const Words& known : words_of_options())
    words += fmt::format("    --{}) compadd -- {}{}; return ;;\n", known.option, known.words,
                         known.command.empty() ? "" : " $(" + known.command + ")");
  return fmt::format(R"sh(#compdef trammel
# zsh completion for trammel; made by `trammel --completion zsh`
_trammel() {{
  local command word
  local -a commands options
  commands=({0})
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    if (( ${{commands[(Ie)$word]}} )); then command=$word; break; fi
  done
  case "${{words[CURRENT-1]}}" in
{3}  esac
  case "$command" in
    "") options=($commands {1}) ;;
{2}  esac
  if [[ -z "$command" || "${{words[CURRENT]}}" == -* ]]; then
    compadd -- $options
  else
    _files -g '*.mo'
  fi
}}
if [[ "${{funcstack[1]}}" == _trammel ]]; then _trammel "$@"; else compdef _trammel trammel; fi
)sh",
                     commands, completion_options(app), cases, words);
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return result;
}

std::string for_fish(const App& app) {
  std::string text = "# fish completion for trammel; made by `trammel --completion fish`\n";
  for (const App* command : commands_of(app)) {
    text += fmt::format("complete -c trammel -n __fish_use_subcommand -a {} -d '{}'\n", command->get_name(),
                        escaped(command->get_description()));
    for (const CLI::Option* option : command->get_options()) {
      std::string names;
      for (const std::string& name : option->get_lnames()) names += " -l " + name;
      for (const std::string& name : option->get_snames()) names += " -s " + name;
      if (names.empty()) continue;
      for (const Words& known : words_of_options())
        if (!option->get_lnames().empty() && option->get_lnames().front() == known.option)
          names += fmt::format(" -x -a '{}{}'", known.words,
                               known.command.empty() ? "" : " (" + known.command + ")");
      text += fmt::format("complete -c trammel -n '__fish_seen_subcommand_from {}'{} -d '{}'\n",
                          command->get_name(), names, escaped(option->get_description()));
    }
  }
  return text;
}

}  // namespace

std::string completion(const App& app, std::string_view shell) {
  return shell == "zsh" ? for_zsh(app) : shell == "fish" ? for_fish(app) : for_bash(app);
}

}  // namespace trammel::cli
