#include "cli/completion.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "pipeline/methods.hpp"
#include "pipeline/stabilizations.hpp"

namespace trammel::cli {
namespace {

std::string options_of(const CLI::App& app) {
  std::string words;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) words += " --" + name;
    for (const std::string& name : option->get_snames()) words += " -" + name;
  }
  return words.empty() ? words : words.substr(1);
}

std::string stabilization_names() {
  std::string words = "auto";
  for (const pipeline::Stabilization& known : pipeline::stabilizations())
    words += " " + std::string(known.name);
  return words;
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::string commands, cases;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    commands += (commands.empty() ? "" : " ") + command->get_name();
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command->get_name(), options_of(*command));
  }
  std::string formulations;
  for (const pipeline::FormulationEntry& entry : pipeline::formulations()) formulations += " " + entry.name;
  return fmt::format(R"sh(# bash completion for trammel; made by `trammel --completion bash`
_trammel() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" command="" word words=""
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    [[ " {0} " == *" $word "* ]] && {{ command="$word"; break; }}
  done
  COMPREPLY=()
  case "$previous" in
    --certify) mapfile -t COMPREPLY < <(compgen -W "off sample full" -- "$current"); return ;;
    --engine) mapfile -t COMPREPLY < <(compgen -W "auto vm native" -- "$current"); return ;;
    --formulation) mapfile -t COMPREPLY < <(compgen -W "auto{3}" -- "$current"); return ;;
    --stabilization) mapfile -t COMPREPLY < <(compgen -W "{4}" -- "$current"); return ;;
    --completion) mapfile -t COMPREPLY < <(compgen -W "bash" -- "$current"); return ;;
    --method) mapfile -t COMPREPLY < <(compgen -W "auto $(trammel methods --quiet 2>/dev/null)" -- "$current"); return ;;
  esac
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
                     commands, options_of(app), cases, formulations, stabilization_names());
}

}  // namespace trammel::cli
