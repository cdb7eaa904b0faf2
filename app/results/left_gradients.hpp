// SPDX-License-Identifier: MIT
// The gradients that the cells' own backward pass left, beside those of the document's.
#pragma once

#include <string>
#include <vector>

#include "app/document/document.hpp"
#include "core/trace/trace.hpp"
#include "core/variants/differences.hpp"

namespace normscope::results {

/// A gradient of the cells beside that of the same step.
struct LeftBeside {
  const document::LeftGradient* left = nullptr;  // of the document
  tensor::Shape shape{};
  variants::Difference difference{};  // of the document's and theirs, in this order
};

/// Those of the input and the parameters, where the backward pass begins with the gradient that the
/// cells left and all its numbers are still theirs; else none. The document must outlive them.
std::vector<LeftBeside> left_beside(const document::Document& document,
                                    const trace::Trace& backward);

/// "The notebook's gradient of x is ours to the bit. It stands in .grad.", or what differs and why.
std::string sentence_of(const LeftBeside& beside);

}  // namespace normscope::results
