// SPDX-License-Identifier: MIT
#include "app/document/explained.hpp"

#include "app/document/comparison.hpp"
#include "app/document/settings.hpp"

namespace normscope::document {

Operation explained_operation(const Document& document, const ops::Operation& operation,
                              const std::optional<tensor::Tensor>& gamma,
                              const std::optional<tensor::Tensor>& beta) {
  Document explained = document;
  take_operation(explained, operation);
  Operation found = operation_of(explained);
  if (!ops::has_parameters(operation)) return found;
  const auto parameter = [](const std::optional<tensor::Tensor>& values) {
    return values ? Parameter{true, Array(*values)} : Parameter{};
  };
  found.norm.gamma = parameter(gamma);
  found.norm.beta = parameter(beta);
  return found;
}

}  // namespace normscope::document
