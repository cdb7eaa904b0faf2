// SPDX-License-Identifier: MIT
// The arguments of one call, by slot, converted to what the function takes. A conversion that fails
// sets Python's exception and throws (Failed), so that handlers need no code for errors.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/arrays/elementwise/elementwise.hpp"
#include "app/notebook/arrays/reductions/reductions.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/torch/arguments/reader.hpp"
#include "app/notebook/torch/arguments/state.hpp"

namespace normscope::notebook::torch {

using arrays::Operand;
using arrays::Over;
using arrays::Scalar;
using arrays::Sizes;

/// A number of Python, or nothing.
/// Throws Failed after RuntimeError where an int is too large.
std::optional<Scalar> number_of(PyObject* object);
/// A tensor or number as an operand, or nothing.
std::optional<Operand> operand_of(PyObject* object);
/// The value of an Expected; its error ends the call as an exception.
template <class T>
T take(const Torch& torch, arrays::Expected<T> expected) {
  if (!expected) raise(torch, expected.error());
  if constexpr (!std::is_void_v<T>) return *std::move(expected);
}

/// Gives an array the elements, the record and the gradient of a result.
/// errors  Runtime: as check_in_place; the type of the result does not become the array's: a float
///         no int
void put_back(const Torch& torch, Array& into, const Array& result);

class Call {
 public:
  /// Of `signature`, whose slots `slots` fills; both outlive it.
  Call(Torch& module, const Signature& signature, const Slots& slots)
      : torch(module), signature_(signature), slots_(slots) {}

  Torch& torch;  // NOLINT(misc-non-private-member-variables-in-classes): outlives the call

  Context& context() const { return torch.context; }
  std::string_view function() const { return signature_.name; }

  /// A parameter by name, or by its place among the slots.
  struct At {
    At(int at) : place(at) {}             // NOLINT(*-explicit-*)
    At(const char* text) : name(text) {}  // NOLINT(*-explicit-*)
    int place = -1;
    const char* name = nullptr;
  };

  /// The value in a slot, borrowed; null where none was given, or the signature has no such name.
  PyObject* value(At at) const;
  /// Whether an argument was given, and is not None.
  bool given(At at) const;
  Ref shared(At at) const { return Ref::shared(value(at)); }

  TensorObject& tensor(At at) const;
  const Array& array(At at) const { return tensor(at).array; }
  std::optional<Array> optional_array(At at) const;
  bool is_tensor(At at) const { return given(at) && tensor_of(value(at)) != nullptr; }
  Operand operand(At at) const;
  Scalar number(At at) const;
  /// Missing numbers and flags are the signature's defaults, or these.
  std::int64_t integer(At at, std::optional<std::int64_t> missing = {}) const;
  double real(At at) const { return arrays::to_double(number(at)); }
  double real(At at, double missing) const { return given(at) ? real(at) : missing; }
  bool flag(At at) const { return flag(at, default_of(at).value_or(0.0) != 0.0); }
  bool flag(At at, bool missing) const;
  std::string text(At at, std::string_view missing) const;
  std::optional<Dtype> dtype(At at) const;
  Dtype dtype_or(Dtype missing) const { return dtype("dtype").value_or(missing); }
  /// The memory_format that is asked for, or the missing one.
  arrays::Format format(arrays::Format missing) const;
  /// An int or a sequence of ints.
  Sizes sizes(At at) const;
  Over over(At dim, At keepdim) const;
  /// A sequence of tensors.
  std::vector<Array> arrays(At at) const;

  template <class T>
  T take(arrays::Expected<T> expected) const {
    return torch::take(torch, std::move(expected));
  }
  /// A result: the tensor, a tuple of them, or the named pair of torch.return_types for this
  /// function; of a change in place the first argument.
  Ref give(Array result) const { return make_tensor(torch, std::move(result)); }
  Ref give(std::vector<Array> results) const;
  Ref give(arrays::ValuesAndIndices result) const;
  template <class T>
  Ref give(arrays::Expected<T> result) const {
    if constexpr (std::is_void_v<T>) {
      take(std::move(result));
      return shared(0);
    } else {
      return give(take(std::move(result)));
    }
  }
  /// The first argument, with a result put back into it.
  Ref give_back(const Array& result) const {
    torch::put_back(torch, tensor(0).array, result);
    return shared(0);
  }
  /// The tensor; the first argument itself where nothing was done to it.
  Ref give_or_self(arrays::Expected<Array> result) const;
  Ref give_pair(std::string_view name, const Ref& first, const Ref& second) const;
  /// As requires_grad=True asks of what a call makes.
  /// errors  Runtime: no floating type
  void require_gradient(Array& array) const;

  [[noreturn]] void fail(const arrays::Error& error) const { raise(torch, error); }
  [[noreturn]] void fail(PyObject* type, const std::string& message) const { raise(type, message); }
  [[noreturn]] void fail_runtime(const std::string& message) const {
    raise(PyExc_RuntimeError, message);
  }
  /// "what: why; what can be done", as every sentence about what is missing goes.
  [[noreturn]] void not_supported(const std::string& message) const {
    fail({arrays::ErrorKind::kNotSupported, message});
  }
  /// "sum(): argument 'dim' (position 2) must be int, not str"
  [[noreturn]] void fail_type(At at, std::string_view wanted) const;

 private:
  std::size_t slot(At at) const;
  std::optional<double> default_of(At at) const;
  std::int64_t integer_of(PyObject* object, At at) const;

  const Signature& signature_;
  const Slots& slots_;
};

using Handler = Ref (*)(Call& call);

/// A row of a table: what the functions and methods of these names do.
struct Row {
  std::string_view names;  // "transpose swapaxes swapdims"
  Handler handler;
};

}  // namespace normscope::notebook::torch
