// SPDX-License-Identifier: MIT
// The table of all environment variables that the program reads. Only environment.cpp reads the
// environment (tests/house checks that), so nothing else in the environment affects the program.
#pragma once

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

}  // namespace normscope::base
