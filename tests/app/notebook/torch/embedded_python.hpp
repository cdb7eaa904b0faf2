// SPDX-License-Identifier: MIT
// Python with the built-in torch in the test program, as the kernel embeds it, and cells run in it.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "app/notebook/torch/module.hpp"

namespace normscope::notebook::torch {

/// What the torch of this program polls. Python starts when it is first asked for, and ends with
/// the tests: it cannot be started twice with all that it imports.
std::atomic<bool>& stop_flag_of_python();

/// One notebook's variables.
class Cells {
 public:
  Cells();

  /// Runs the next cell, or one of another file: nothing, or its exception, "ValueError: words".
  std::string run(const std::string& source);
  std::string run(const std::string& source, const std::string& file);

  /// A variable, borrowed; null where there is none.
  PyObject* find(const char* name) const;
  /// The names of the variables that are tensors.
  std::vector<std::string> tensors() const;
  /// The array of a variable. Throws std::runtime_error where it is no tensor.
  const arrays::Array& array(const char* name) const;

 private:
  Ref variables_;
  int runs_ = 0;
};

/// The state of the `_torch` that the cells have.
Torch& torch_of_cells();

}  // namespace normscope::notebook::torch
