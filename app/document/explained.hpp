// SPDX-License-Identifier: MIT
// The operation that explains an output, as the document has operations.
#pragma once

#include <optional>

#include "app/document/document.hpp"
#include "core/ops/operation.hpp"

namespace normscope::document {

/// An operation of the core in the place of the document's, with that operation's own defaults;
/// gamma and beta are on where they are given and the operation has them.
Operation explained_operation(const Document& document, const ops::Operation& operation,
                              const std::optional<tensor::Tensor>& gamma,
                              const std::optional<tensor::Tensor>& beta);

}  // namespace normscope::document
