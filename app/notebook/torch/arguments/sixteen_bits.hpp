// SPDX-License-Identifier: MIT
// Operations on float16 and bfloat16: PyTorch's CPU computes each of them in float32 and rounds its
// result. So the arguments of a call are widened, and what it gives is rounded, in one place; the
// arrays themselves know these types only as elements that are stored, moved and printed.
#pragma once

#include <vector>

#include "app/notebook/torch/arguments/call.hpp"

namespace normscope::notebook::torch {

/// What in a call, or beside it, is of 16 bits.
struct SixteenBits {
  bool any_tensor = false;  // of whatever type
  bool tensor = false;
  bool wanted = false;  // by an argument
  bool is_default = false;

  bool concerned() const { return tensor || wanted || is_default; }
};
SixteenBits sixteen_bits_in(const Torch& torch, const Slots& slots);

/// One operation. While it lives, floating tensors made without a type are float32.
class Widening {
 public:
  explicit Widening(Torch& torch);
  ~Widening();
  Widening(const Widening&) = delete;
  Widening& operator=(const Widening&) = delete;

  /// What takes part; all of it before anything is widened.
  void add(const Array& array);
  void add(const Operand& operand);
  /// The type of the operation: of 16 bits where results are to be rounded.
  Dtype dtype() const;

  /// float32 where it is of 16 bits, with the same history.
  Array widened(const Array& array) const;
  /// The same of an operand, which is of the operation's type first.
  Operand rounded(const Operand& operand) const;
  Array narrowed(Array result) const;
  /// A message with the name of the operation's type where it has that of float32.
  std::string worded(std::string message) const;

  /// Puts widened arguments into the slots of a call; they live as long as this does.
  void widen(const Signature& signature, Slots& slots);
  /// What the call gives: tensors rounded, or the first argument as it was given.
  Ref narrowed(const Signature& signature, const Ref& result);
  /// The same as `worded` for an exception that Python has set.
  void word_exception() const;

 private:
  Ref wide(PyObject* object);
  PyObject* keep(Ref object);

  Torch& torch_;
  Dtype default_;
  arrays::Promotion promotion_;
  std::optional<Dtype> wanted_{};  // by the argument dtype
  std::vector<Ref> kept_{};
  Ref first_{};  // the first argument, as given and widened
  Ref first_wide_{};
};

/// Whether operands, or the default type, are of 16 bits.
bool concerns_sixteen_bits(const Torch& torch, const Operand& a, const Operand& b);

/// An operation of the arrays on operands that may be of 16 bits.
template <class Operation>
Array in_float32(Torch& torch, const Operand& a, const Operand& b, const Operation& operation) {
  if (!concerns_sixteen_bits(torch, a, b)) return take(torch, operation(a, b));
  Widening widening(torch);
  widening.add(a);
  widening.add(b);
  auto result = operation(widening.rounded(a), widening.rounded(b));
  if (!result) result.error().sentence = widening.worded(result.error().sentence);
  return widening.narrowed(take(torch, std::move(result)));
}

}  // namespace normscope::notebook::torch
