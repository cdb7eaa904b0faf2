// SPDX-License-Identifier: MIT
// The ten presets on one input: their outputs, and how far each is from each other.
#pragma once

#include <optional>
#include <vector>

#include "app/document/document.hpp"
#include "core/variants/differences.hpp"

namespace normscope::results {

struct PresetTable {
  variants::DifferenceMatrix differences{};
  /// In the order of ops::presets(). Null: the preset does not fit, or the batch has more than
  /// base::kWholeStepElements elements.
  std::vector<trace::TensorRef> outputs{};
  std::optional<base::Error> failure{};  // why there is no table
};

/// Every preset with the document's axes, gamma and beta.
/// shape   activations as the document's operation takes them
/// numeric as variants::output_of
PresetTable preset_table(const document::Document& document, const trace::TensorRef& activations);

}  // namespace normscope::results
