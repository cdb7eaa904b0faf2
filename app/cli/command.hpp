// SPDX-License-Identifier: MIT
// Commands and their options as data. One source alone turns them into the parser library's own,
// because that library takes half a minute of compiling wherever it is included.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace normscope::cli {

/// An option, a flag or an argument. Parsing calls the one function that is set.
struct Option {
  std::string name{};       // "--eps"; without dashes an argument
  std::string type_name{};  // of its value, in the help
  std::string help{};
  bool required = false;
  std::function<void(const std::string& text)> take_value{};                 // may throw Refusal
  std::function<void(const std::vector<std::string>& texts)> take_values{};  // an argument's
  std::function<void()> take_flag{};
};

/// A command, with the commands that it has.
struct Command {
  std::string name{};
  std::string help{};
  std::string footer{};
  std::vector<Option> options{};
  std::vector<Command> commands{};
  std::function<void()> parsed{};  // is called when all its options have been taken
};

/// Thrown by Option::take_value for a value that cannot be right.
struct Refusal {
  std::string option;
  std::string sentence;
};

/// What a command line asks for.
struct Parsed {
  std::optional<std::string> help{};    // the text to show: nothing else is to be done
  std::optional<std::string> wrong{};   // the sentence that says what is wrong with it
  std::vector<std::string> commands{};  // which were named, outermost first
};

/// Parses the arguments as main gets them; every command has --help.
Parsed parse(const Command& program, int argc, const char* const* argv);

}  // namespace normscope::cli
