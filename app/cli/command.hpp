// SPDX-License-Identifier: MIT
// Commands and their options as data. Only command.cpp passes them to the parser library, because
// including that library takes half a minute of compiling.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/text/nearest.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

/// The end of a help text.
inline constexpr std::string_view kExitStatus =
    text::tr_later("Exit status: 0 done, 1 failed (one line on stderr says why), 2 wrong usage.");

/// An option, a flag or an argument. Parsing calls the one function that is set.
struct Option {
  std::string name{};       // "--eps"; without dashes an argument
  std::string type_name{};  // the type of the value, in the help
  std::string help{};
  bool required = false;
  std::function<void(const std::string& text)> take_value{};                 // may throw Refusal
  std::function<void(const std::vector<std::string>& texts)> take_values{};  // of an argument
  std::function<void()> take_flag{};
  std::vector<std::string> other_names{};  // what people call it elsewhere: "--axis"
};

/// A command and its subcommands.
struct Command {
  std::string name{};
  std::string help{};
  std::string footer{text::tr(kExitStatus)};
  std::vector<Option> options{};
  std::vector<Command> commands{};
  std::function<void()> parsed{};  // called after all options were taken

  /// Adds an option, and what people call it elsewhere.
  void add(Option option, std::vector<std::string> other_names = {}) {
    if (!other_names.empty()) option.other_names = std::move(other_names);
    options.push_back(std::move(option));
  }
};

/// Thrown by Option::take_value for an invalid value.
struct Refusal {
  std::string sentence;
};

/// The result of parsing a command line.
struct Parsed {
  std::optional<std::string> help{};    // the help text to show; then nothing else is done
  std::optional<base::Error> wrong{};   // a wrong command line
  std::vector<std::string> commands{};  // the named commands, outermost first
};

/// The error of a word that names nothing: `sentence` with it as {word}, what was probably meant,
/// and what says more; `help` is the line that asks for help about `names`: "normscope help
/// compute".
base::Error unknown(std::string_view sentence, const std::string& word,
                    const std::vector<text::KnownName>& names, const std::string& help);

/// "see normscope help compute", as a hint.
std::string see(const std::string& help);

/// The names of commands and of what is below them: "compute", "compute layer-norm", the latter by
/// the name `layer-norm` too.
std::vector<text::KnownName> names_of(const std::vector<Command>& commands);

/// Parses the arguments of main; every command has --help.
Parsed parse(const Command& program, int argc, const char* const* argv);

/// What `help WORD...` says: the help of a command, as its --help does.
Parsed parse_help(const Command& program, const std::vector<std::string>& words);

}  // namespace normscope::cli
