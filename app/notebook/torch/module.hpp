// SPDX-License-Identifier: MIT
// The built-in torch of an embedded Python: the extension module `_torch`, the Python files beside
// it, and what the program around Python may ask of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "app/notebook/torch/arguments/state.hpp"

namespace normscope::notebook::torch {

/// What the program that runs Python gives to torch.
struct Host {
  /// While it is true, which another thread may set, operations end early and raise
  /// KeyboardInterrupt.
  const std::atomic<bool>* stop = nullptr;
  std::optional<std::uint64_t> seed{};  // of the random stream
  RunsOfFiles runs{};                   // grows as cells run
};

/// Makes `_torch` known. Before Py_Initialize. The host lives as long as Python.
void register_modules(const Host& host);

/// The state of the imported `_torch`; null where it was not imported.
Torch* imported_torch();
/// The array of an object that is a tensor, else null.
const arrays::Array* array_of(PyObject* object);
/// An array as a tensor: of a leaf that requires gradients the one that collects them.
Ref tensor_with(const arrays::Array& array);

}  // namespace normscope::notebook::torch
