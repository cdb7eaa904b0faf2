// SPDX-License-Identifier: MIT
// How PyTorch reads the arguments of its functions: each form of a signature in turn, and what is
// said when none fits. The order of the checks is PyTorch's, for the first that fails words the
// error. The words of a call that fits none, and of names of dimensions, are in torch._misfit.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "app/notebook/torch/arguments/signature.hpp"
#include "app/notebook/torch/arguments/state.hpp"

namespace normscope::notebook::torch {

/// The arguments of one call as Python hands them over: positional ones, then those of `names`.
struct Arguments {
  PyObject* const* values = nullptr;
  std::size_t positional = 0;
  PyObject* names = nullptr;  // a tuple, or null
  PyObject* self = nullptr;   // of a method, which is not among the values

  std::size_t keywords() const {
    return names == nullptr ? 0 : static_cast<std::size_t>(PyTuple_GET_SIZE(names));
  }
  std::string_view name(std::size_t at) const {
    return characters(PyTuple_GET_ITEM(names, static_cast<Py_ssize_t>(at)));
  }
  PyObject* keyword(std::size_t at) const { return values[positional + at]; }
};

/// The arguments of a call by slot of the signature, borrowed; null where nothing was given, or a
/// None that means the default.
struct Slots {
  const Form* form = nullptr;
  std::array<PyObject*, kMostSlots> values{};
  Ref collected{};  // view(2, 3): the positional arguments as the tuple that is meant
};

/// Reads the arguments of a call.
/// Throws Failed after TypeError, in PyTorch's words; after RuntimeError where a call names a
/// dimension.
void read_arguments(const Torch& torch, const Signature& signature, const Arguments& arguments,
                    Slots& slots);

/// Whether something holds of a value that may be null, or of one in a list or tuple.
template <class Is>
bool holds_within(PyObject* value, const Is& is) {
  return value != nullptr && (is(value) || std::ranges::any_of(items_of(value), is));
}

/// Whether an object is an int, of Python or of NumPy, and whether any real number.
bool is_whole(PyObject* object);
bool is_real(PyObject* object);
/// What may stand among sizes: what has an __index__, but no bool.
bool is_index(PyObject* object);

}  // namespace normscope::notebook::torch
