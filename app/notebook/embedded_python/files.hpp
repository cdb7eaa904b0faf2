// SPDX-License-Identifier: MIT
// The Python files of this program, as text and as compiled code, and their importer
// (app/notebook/python/_normscope_importer.py).
#pragma once

#include <span>
#include <string_view>

#include "app/notebook/embedded_python/reference.hpp"

namespace normscope::notebook::python {

struct EmbeddedModule {
  std::string_view name;  // "torch.nn"
  std::string_view file;  // "torch/nn/__init__.py"
  bool is_package;
  std::string_view source;
  std::string_view code;  // marshalled by the Python that this program was built with
};

/// Written by cmake/embed_python.py, from the list of app/notebook/python/files.cmake.
std::span<const EmbeddedModule> embedded_modules();

/// Makes Python import these files before any that is installed; from a folder instead where one is
/// named. After Py_Initialize.
/// Throws Failed.
void install_importer(const char* folder = nullptr);

}  // namespace normscope::notebook::python
