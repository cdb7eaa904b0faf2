// SPDX-License-Identifier: MIT
// What the program does with files: saving, keeping, exporting, opening, each as one function over
// a folder, with what must hold whatever went wrong meanwhile.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::faults {

struct Operation {
  std::string name{};
  /// Makes the folder as it is before: with an old file or none.
  std::function<void(const std::filesystem::path& folder)> prepare{};
  /// Runs it. A document that was opened is another one than the file's: an error of the kind
  /// kInternal.
  std::function<base::Expected<void>(const std::filesystem::path& folder)> run{};
  /// The folder afterwards, in a sentence on what is wrong; empty: it is as before the operation or
  /// as after it, whole; `done`: as after it.
  std::function<std::string(const std::filesystem::path& folder, bool done)> judge{};
};

std::vector<Operation> all_operations();

}  // namespace normscope::faults
