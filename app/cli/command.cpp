// SPDX-License-Identifier: MIT
#include "app/cli/command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

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
        throw CLI::ValidationError(refusal.sentence);
      }
    };
    added = app.add_option_function<std::string>(option.name, take, option.help);
  }
  added->type_name(option.type_name)->required(option.required);
}

void add_contents(CLI::App& app, const Command& command) {
  app.set_help_flag("-h,--help", tr("Say what there is and end"));
  app.footer(command.footer);
  for (const Option& option : command.options) add_option(app, option);
  if (!command.commands.empty()) app.require_subcommand(0, 1);
  for (const Command& inner : command.commands) {
    CLI::App* const added = app.add_subcommand(inner.name, inner.help);
    added->group(tr("Subcommands"));
    add_contents(*added, inner);
  }
  if (command.parsed) app.callback(command.parsed);
}

// The words of the parser library's own that a help text shows. Its commands inherit them.
void set_words(CLI::App& app) {
  app.get_formatter()->column_width(32);
  for (const auto& [key, word] :
       {std::pair("Usage", tr("Usage")), std::pair("OPTIONS", tr("OPTIONS")),
        std::pair("SUBCOMMAND", tr("SUBCOMMAND")), std::pair("Positionals", tr("Positionals")),
        std::pair("REQUIRED", tr("REQUIRED"))}) {
    app.get_formatter()->label(key, std::string(word));
  }
  app.option_defaults()->group(tr("Options"));
}

// What the parser library says of a line, for those of its errors that a line can have.
std::string sentence_of(const CLI::ParseError& error, const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  const std::string said = error.what();
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    const auto missing = command->get_options(
        [](const CLI::Option* option) { return option->get_required() && option->count() == 0; });
    if (!missing.empty()) return tr("{name} is required", arg("name", missing.front()->get_name()));
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const CLI::Option* const option = command->get_option_no_throw(said.substr(0, said.find(':')));
    if (option != nullptr) {
      return tr("{name}: 1 required {type} missing", arg("name", option->get_name()),
                arg("type", option->get_type_name()));
    }
  }
  return said.substr(0, said.find('\n'));
}

// How a command is asked for help: "normscope help compute softmax".
std::string help_line(const Command& program, const std::vector<std::string>& commands) {
  return fmt::format("{} help{}{}", program.name, commands.empty() ? "" : " ",
                     fmt::join(commands, " "));
}

// The innermost of the commands that were named.
const Command& innermost(const Command& program, const std::vector<std::string>& commands) {
  const Command* command = &program;
  for (const std::string& name : commands) {
    command = &*std::ranges::find(command->commands, name, &Command::name);
  }
  return *command;
}

std::vector<text::KnownName> option_names(const Command& command) {
  std::vector<text::KnownName> names;
  for (const Option& option : command.options) {
    if (option.name.starts_with('-')) names.push_back({option.name, option.other_names});
  }
  names.push_back({"--help"});
  return names;
}

bool has_input(const Command& command) {
  return std::ranges::find(command.options, "--input", &Option::name) != command.options.end();
}

// Options that only some commands have: elsewhere they are no misspelt ones.
struct OptionElsewhere {
  std::string_view name;
  std::string_view sentence;
};
constexpr std::array kElsewhere = std::to_array<OptionElsewhere>({
    {"--mask", tr_later("{option} is for compute softmax and compute log-softmax alone")},
    {"--causal", tr_later("{option} is for compute softmax and compute log-softmax alone")},
    {"--channel-dim",
     tr_later("{option} is for compute batch-norm, instance-norm and group-norm alone")},
});

// An option that no name here is near, and that neighbours of the command have: "group-norm has it;
// see normscope help compute".
std::string neighbours_with(const std::string& option, const Command& neighbours,
                            const std::string& help) {
  std::vector<std::string> with;
  for (const Command& command : neighbours.commands) {
    const auto has = std::ranges::find(command.options, option, &Option::name);
    if (has != command.options.end()) with.push_back(command.name);
  }
  if (with.empty()) return "";
  return tr_n("{commands} has it; see {help}", "{commands} have it; see {help}",
              static_cast<std::int64_t>(with.size()), arg("commands", text::listed(with)),
              arg("help", help));
}

// The first of a line's arguments that no command takes, an option before a value.
base::Error unknown_argument(const std::vector<std::string>& unknown_words, const Command& command,
                             const Command& outer, const std::string& help) {
  const auto option = std::ranges::find_if(
      unknown_words, [](const std::string& word) { return word.size() > 1 && word[0] == '-'; });
  if (option != unknown_words.end()) {
    const std::string name = option->substr(0, option->find('='));
    const auto* const elsewhere = std::ranges::find(kElsewhere, name, &OptionElsewhere::name);
    if (elsewhere != kElsewhere.end()) {
      return {base::ErrorKind::kInvalidArgument, tr(elsewhere->sentence, arg("option", name)),
              see(help)};
    }
    const std::vector<text::KnownName> names = option_names(command);
    base::Error error = unknown(tr_later("unknown option: {word}"), name, names, help);
    const std::string neighbours = neighbours_with(name, outer, help);
    if (text::nearest(name, names).empty() && !neighbours.empty()) error.hint = neighbours;
    return error;
  }
  const std::string& word = unknown_words.front();
  if (!command.commands.empty()) {
    return unknown(tr_later("unknown command: {word}"), word, names_of(command.commands), help);
  }
  base::Error error = unknown(tr_later("unknown argument: {word}"), word, {}, help);
  if (has_input(command)) {
    error.hint =
        tr("a file is given as --input {word}; see {help}", arg("word", word), arg("help", help));
  }
  return error;
}

}  // namespace

base::Error unknown(std::string_view sentence, const std::string& word,
                    const std::vector<text::KnownName>& names, const std::string& help) {
  const std::string meant = text::nearest(word, names);
  std::string hint = see(help);
  // Of a command that was meant its own help is named.
  if (!meant.empty()) {
    hint = tr("did you mean {name}? see {help}", arg("name", meant),
              arg("help", meant.starts_with('-') ? help : help + " " + meant));
  }
  return {base::ErrorKind::kInvalidArgument, tr(sentence, arg("word", word)), std::move(hint)};
}

std::string see(const std::string& help) {
  return tr("see {help}", arg("help", help));
}

std::vector<text::KnownName> names_of(const std::vector<Command>& commands) {
  std::vector<text::KnownName> names;
  for (const Command& command : commands) {
    names.push_back({command.name});
    for (const Command& inner : command.commands) {
      names.push_back({command.name + " " + inner.name, {inner.name}});
    }
  }
  return names;
}

Parsed parse(const Command& program, int argc, const char* const* argv) {
  CLI::App app(program.help, program.name);
  set_words(app);
  add_contents(app, program);
  Parsed parsed;
  std::optional<std::string> failed;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success&) {
    parsed.help = app.help();
  } catch (const CLI::ParseError& error) {
    failed = sentence_of(error, app);
  }
  for (const CLI::App* command = &app; !command->get_subcommands().empty();) {
    command = command->get_subcommands().front();
    parsed.commands.push_back(command->get_name());
  }
  if (!failed) return parsed;
  const std::string help = help_line(program, parsed.commands);
  // An argument that nothing takes is said before what it was probably meant for is missed.
  if (const std::vector<std::string> unknown_words = app.remaining(true); !unknown_words.empty()) {
    const auto* const first =
        std::find_first_of(argv, argv + argc, unknown_words.begin(), unknown_words.end());
    std::vector<std::string> in_order;
    std::copy_if(first, argv + argc, std::back_inserter(in_order), [&](const std::string& word) {
      return std::ranges::find(unknown_words, word) != unknown_words.end();
    });
    if (in_order.empty()) in_order = unknown_words;
    std::vector<std::string> outer = parsed.commands;
    if (!outer.empty()) outer.pop_back();
    parsed.wrong = unknown_argument(in_order, innermost(program, parsed.commands),
                                    innermost(program, outer), help);
  } else {
    parsed.wrong = base::Error{base::ErrorKind::kInvalidArgument, *failed, see(help)};
  }
  return parsed;
}

Parsed parse_help(const Command& program, const std::vector<std::string>& words) {
  std::vector<std::string> commands;
  for (const std::string& word : words) {
    const Command& command = innermost(program, commands);
    if (std::ranges::find(command.commands, word, &Command::name) == command.commands.end()) {
      Parsed parsed{.commands = commands};
      parsed.wrong = unknown(tr_later("unknown command: {word}"), word, names_of(command.commands),
                             help_line(program, commands));
      return parsed;
    }
    commands.push_back(word);
  }
  std::vector<const char*> arguments{program.name.c_str()};
  for (const std::string& command : commands) arguments.push_back(command.c_str());
  arguments.push_back("--help");
  return parse(program, static_cast<int>(arguments.size()), arguments.data());
}

}  // namespace normscope::cli
