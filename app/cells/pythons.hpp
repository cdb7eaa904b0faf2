// SPDX-License-Identifier: MIT
// The Pythons that may run a notebook's cells in the place of the built-in one: found by the
// environment and by files, never by running any. None is chosen here.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/client/own_python.hpp"
#include "core/base/error.hpp"

namespace normscope::cells {

using notebook::client::OwnPython;

/// The PyTorch whose numbers and words the built-in one gives.
inline constexpr std::string_view kBuiltinTorch = "2.6";

/// Where Pythons are looked for. Each may be empty.
struct PythonPlaces {
  std::filesystem::path virtual_environment{};  // $VIRTUAL_ENV
  std::filesystem::path conda{};                // $CONDA_PREFIX
  std::string path{};                           // $PATH
  std::filesystem::path home{};
};

struct FoundPython {
  std::string_view where;  // "Active environment"
  OwnPython python;
};

/// The Pythons in these places: the active virtual environment and that of conda, the first python3
/// on the path that has torch, and an environment in the notebook's folder (.venv, venv). Each
/// once.
std::vector<FoundPython> found_pythons(const PythonPlaces& places,
                                       const std::filesystem::path& notebook_folder);

/// "Python 3.11, PyTorch 2.6.0", "Python 3.11 without PyTorch". `version` is what the Python has
/// said of itself; empty: as its files have it.
std::string python_words(const OwnPython& python, const std::string& version = {});
/// The same of the built-in one.
std::string builtin_words(const std::string& version = {});

}  // namespace normscope::cells
