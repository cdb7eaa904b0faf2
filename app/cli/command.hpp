// SPDX-License-Identifier: MIT
// Commands and their options as data. Only command.cpp passes them to the parser library, because
// including that library takes half a minute of compiling.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace normscope::cli {

/// The end of a help text.
inline constexpr const char* kExitStatus =
    "Exit status: 0 done, 1 failed (one line on stderr says why), 2 wrong usage.";

/// An option, a flag or an argument. Parsing calls the one function that is set.
struct Option {
  std::string name{};       // "--eps"; without dashes an argument
  std::string type_name{};  // the type of the value, in the help
  std::string help{};
  bool required = false;
  std::function<void(const std::string& text)> take_value{};                 // may throw Refusal
  std::function<void(const std::vector<std::string>& texts)> take_values{};  // of an argument
  std::function<void()> take_flag{};
};

/// A command and its subcommands.
struct Command {
  std::string name{};
  std::string help{};
  std::string footer{kExitStatus};
  std::vector<Option> options{};
  std::vector<Command> commands{};
  std::function<void()> parsed{};  // called after all options were taken
};

/// Thrown by Option::take_value for an invalid value.
struct Refusal {
  std::string option;
  std::string sentence;
};

/// The result of parsing a command line.
struct Parsed {
  std::optional<std::string> help{};    // the help text to show; then nothing else is done
  std::optional<std::string> wrong{};   // the error sentence of a wrong command line
  std::vector<std::string> commands{};  // the named commands, outermost first
};

/// Parses the arguments of main; every command has --help.
Parsed parse(const Command& program, int argc, const char* const* argv);

}  // namespace normscope::cli
