// SPDX-License-Identifier: MIT
// The settings of a normalization as a list of options, and settings from the core's options.
#pragma once

#include <span>

#include "app/document/document.hpp"
#include "core/ops/norm_options.hpp"
#include "core/ops/operation.hpp"
#include "core/ops/presets.hpp"
#include "core/ops/softmax_options.hpp"

namespace normscope::document {

/// The options of a normalization and, behind epsilon, the switch of epsilon.
std::span<const ops::OptionOf<NormSettings>> option_list(const NormSettings&);

/// Sets the options. Those that add epsilon nowhere switch it off.
void set_options(NormSettings& settings, ops::NormOptions options);

/// Sets a preset's options; which elements belong together stays.
void take_preset(NormSettings& settings, const ops::Preset& preset);

/// The settings that run these options, without gamma and beta. Without epsilon, it has PyTorch's
/// value and place, for when it is switched on.
NormSettings settings_of(const ops::NormOptions& options);

/// The operation of a document, of one side, or of cells, as the core takes it.
template <class Side>
ops::Operation core_operation(const Side& side) {
  if (side.subject == Subject::kSoftmax) return side.softmax;
  if constexpr (requires { side.relative; }) {
    if (side.subject == Subject::kRelative) return side.relative;
  }
  return side.norm.effective();
}

/// Makes an operation of the core the document's, with that operation's own defaults: gamma and
/// beta are off.
void take_operation(Document& document, const ops::Operation& operation);

}  // namespace normscope::document
