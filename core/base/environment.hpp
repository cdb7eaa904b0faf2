// SPDX-License-Identifier: MIT
// Where the program lies, and the table of all environment variables that it reads. Only
// environment.cpp reads the environment (tests/house checks that), so nothing else in the
// environment affects the program.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace normscope::base {

enum class Variable {
  kUiMap,
  kTheme,
  kScale,
  kShaderDir,
  kConfigHome,
  kDataHome,
  kStateHome,
  kCacheHome,
  kHome,
  kRuntimeDir,
  kWaylandDisplay,
  kPython,
  kPath,
  kSessionBus,
  kVirtualEnvironment,
  kConda,
  kOwnDialogs,
  kOwnLanguage,
  kLanguages,
  kLocaleOfAll,
  kLocaleOfMessages,
  kLocale,
};

struct VariableInfo {
  Variable variable;
  const char* name;
  std::string_view meaning;
};

/// All variables, in the order of the enumeration.
std::span<const VariableInfo> environment_variables();

/// The value of a variable; nothing when it is unset or empty. Safe on any thread, because the
/// program never changes the environment.
std::optional<std::string> environment(Variable variable);

/// The file of the program that runs, links followed; empty where the system does not say.
std::filesystem::path own_program();

}  // namespace normscope::base
