// SPDX-License-Identifier: MIT
// Documents and edits in one line, for the tests of this folder.
#pragma once

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "app/document/edits.hpp"
#include "tests/support/support.hpp"

namespace normscope::document {

/// The numbers 0, 1, 2, ... in a shape.
inline tensor::Tensor counting(tensor::Shape shape) {
  std::vector<float> values(static_cast<std::size_t>(tensor::product(shape)));
  std::iota(values.begin(), values.end(), 0.0F);
  return testing::make(std::move(shape), std::move(values));
}

inline Document counting_document(tensor::Shape shape) {
  return document_of("x", Typed{}, counting(std::move(shape)));
}

inline const Array& current(const Document& document) {
  return document.inputs[document.input].values;
}

inline std::vector<float> numbers(const Array& array) {
  const auto values = array.values();
  return {values->values().begin(), values->values().end()};
}

inline std::vector<float> numbers(const Document& document) {
  return numbers(current(document));
}

/// The sentence of a failed edit; a test that expects one fails when there is none.
inline std::string sentence_of(const MaybeEdit& edit) {
  return edit ? "no error, but: " + edit->description : edit.error().sentence;
}

}  // namespace normscope::document
