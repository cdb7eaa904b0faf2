// SPDX-License-Identifier: MIT
#include "app/cli/command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <span>

namespace normscope::cli {
namespace {

void add_option(CLI::App& app, const Option& option) {
  if (option.take_flag) {
    app.add_flag_callback(option.name, option.take_flag, option.help);
    return;
  }
  CLI::Option* added = nullptr;
  if (option.take_values) {
    added = app.add_option_function<std::vector<std::string>>(option.name, option.take_values,
                                                              option.help);
  } else {
    const auto take = [take_value = option.take_value](const std::string& text) {
      try {
        take_value(text);
      } catch (const Refusal& refusal) {
        throw CLI::ValidationError(refusal.option, refusal.sentence);
      }
    };
    added = app.add_option_function<std::string>(option.name, take, option.help);
  }
  added->type_name(option.type_name)->required(option.required);
}

void add_contents(CLI::App& app, const Command& command) {
  app.footer(command.footer);
  for (const Option& option : command.options) add_option(app, option);
  if (!command.commands.empty()) app.require_subcommand(0, 1);
  for (const Command& inner : command.commands) {
    add_contents(*app.add_subcommand(inner.name, inner.help), inner);
  }
  if (command.parsed) app.callback(command.parsed);
}

// The first of a line's arguments that no command takes: the parser's own sentence names all, those
// of a command in reverse.
std::string unknown_argument(const CLI::App& app, std::span<const char* const> arguments) {
  const std::vector<std::string> unknown = app.remaining(true);
  const auto first =
      std::find_first_of(arguments.begin(), arguments.end(), unknown.begin(), unknown.end());
  return first == arguments.end() ? unknown.front() : *first;
}

std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error,
                           std::span<const char* const> arguments) {
  std::string sentence = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    sentence = fmt::format("unknown option or argument: {}", unknown_argument(app, arguments));
  }
  if (const auto end = sentence.find('\n'); end != std::string::npos) sentence.resize(end);
  return sentence;
}

}  // namespace

Parsed parse(const Command& program, int argc, const char* const* argv) {
  CLI::App app(program.help, program.name);
  app.get_formatter()->column_width(32);
  app.set_help_flag("-h,--help", "Say what there is and end");
  add_contents(app, program);
  Parsed parsed;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success&) {
    parsed.help = app.help();
  } catch (const CLI::ParseError& error) {
    parsed.wrong = usage_sentence(app, error, std::span(argv, static_cast<std::size_t>(argc)));
  }
  for (const CLI::App* command = &app; !command->get_subcommands().empty();) {
    command = command->get_subcommands().front();
    parsed.commands.push_back(command->get_name());
  }
  return parsed;
}

}  // namespace normscope::cli
