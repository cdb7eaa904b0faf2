// SPDX-License-Identifier: MIT
// A hand-written operation beside PyTorch's module of the same kind: in which options they differ,
// in words, and the comparison of the two.
#pragma once

#include <string>

#include "app/document/edits.hpp"

namespace normscope::document {

struct BesideBuiltIn {
  std::string what;     // "layer norm"
  std::string own;      // "unbiased, eps outside the root"; empty: the options are the module's
  std::string name;     // "nn.LayerNorm"
  std::string theirs;   // "biased, eps inside the root": in the order of `own`; else all options
  Operation operation;  // the module with PyTorch's defaults, over the same groups, and with the
                        // same gamma and beta
};

/// `rank` is that of the operation's input: nn.BatchNorm1d and nn.BatchNorm2d are told apart by it.
BesideBuiltIn beside_built_in(const HandWritten& hand_written, std::size_t rank);

/// Compares the hand-written operation of the document's input with PyTorch's module; where the
/// options are the same, with PyTorch's own function.
/// errors  InvalidArgument: the document does not run the hand-written operation of its input
MaybeEdit compare_with_built_in(const Document& document);

}  // namespace normscope::document
