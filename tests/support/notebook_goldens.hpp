// SPDX-License-Identifier: MIT
// What scripts of tests/data/notebooks print. The files there were made with Python 3.13; where
// Python 3.11 itself says something else (it marks no calls in tracebacks, rounds each sum of
// floats, shows an OrderedDict as of a list), tests/data/notebooks_3.11 has that text, too: the
// same file with the lines that Python 3.11.2 prints.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tests/support/support.hpp"

namespace normscope::testing {

/// The file with what a script prints; `name` is its path below tests/data/notebooks.
/// `python` is the version that runs it, "3.13.5".
inline std::filesystem::path notebook_golden(const std::string& name, std::string_view python) {
  const std::filesystem::path other = data_path("notebooks_3.11/" + name);
  const bool differs = !python.starts_with("3.13.") && std::filesystem::exists(other);
  return differs ? other : data_path("notebooks/" + name);
}

}  // namespace normscope::testing
