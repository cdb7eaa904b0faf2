// SPDX-License-Identifier: MIT
// What scripts of tests/data/notebooks print. The files there were made with Python 3.11; where
// Python 3.13 itself says something else (it marks calls in tracebacks, adds floats with one
// rounding, shows an OrderedDict as of a dict), tests/data/notebooks_3.13 has that text, too: the
// same file with the lines that Python 3.13.5 prints.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tests/support/support.hpp"

namespace normscope::testing {

/// The file with what a script prints; `name` is its path below tests/data/notebooks.
/// `python` is the version that runs it, "3.11.2".
inline std::filesystem::path notebook_golden(const std::string& name, std::string_view python) {
  const std::filesystem::path other = data_path("notebooks_3.13/" + name);
  const bool differs = !python.starts_with("3.11.") && std::filesystem::exists(other);
  return differs ? other : data_path("notebooks/" + name);
}

}  // namespace normscope::testing
