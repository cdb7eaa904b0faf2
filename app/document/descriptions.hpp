// SPDX-License-Identifier: MIT
// The names and descriptions of the parts of a document, shared by the undo menu, the stage and the
// inspector.
#pragma once

#include <string>
#include <string_view>

#include "app/document/document.hpp"
#include "app/document/parameters.hpp"
#include "core/ops/presets.hpp"

namespace normscope::document {

/// The name of a layer: "Linear(5, 6)", "ReLU".
std::string layer_name(const Layer& layer, std::int64_t in_features);

/// What the document runs, whatever kind of it was chosen: "LayerNorm", "RMSNorm" (also a layer
/// norm that subtracts no mean), "GroupNorm without centring", "Softmax", "LogSoftmax"; "Mean" and
/// "Identity" of a normalization that returns the mean or the input.
std::string operation_name(const Document& document);

/// Whether these settings are a preset's, whatever their axes, gamma and beta.
bool is_preset(const NormSettings& norm, const ops::Preset& preset);

/// An operation with the options that tell it from its siblings: "layer norm, eps 1e-05, biased",
/// "V6: layer norm, eps 1e-06 outside the root, unbiased" where it is one of the presets, "softmax
/// over dimension -1".
std::string operation_description(const Operation& operation);

/// What a document's operation is compared with: as above, the name of a given output, or
/// "PyTorch's own function", "the cpu".
std::string other_description(const Document& document);

/// The form of a backward pass: "closed form", "chain rule", "sums of the input".
std::string form_description(trace::BackwardForm form);

/// How the numbers of a side are computed: "step by step", "PyTorch's own function", "the cpu".
std::string calculation_description(Calculation calculation);

/// The description of a hand-written operation: "layer norm, eps 1e-05, biased", "softmax over
/// dimension -1".
std::string hand_written_description(const HandWritten& hand_written);

/// The origin of an input's values: "randn(2, 5) from seed 123", "the constant 0.5", "a ramp from 0
/// in steps of 1", "data.npy", "what goes into y of lecture.py".
std::string origin_description(const Origin& origin, const tensor::Shape& shape);

/// The same of an input, and whether its numbers are still those: "randn(2, 5) from seed 123,
/// edited".
std::string input_description(const Input& input);

/// What an array is called in sentences: "gamma", "the upstream gradient", "the input".
std::string_view target_name(Target target);

/// The place of one number in an input of this shape, counted from 1: "number 3", "row 2, column
/// 3", "row 2, column 3 of slice 4".
std::string place_name(const tensor::Shape& shape, std::int64_t index);

/// The differences of two settings: "eps 1e-05 to 0.001", "turn gamma off, unbiased variance".
/// Empty when there are none.
std::string change_description(const NormSettings& before, const NormSettings& after);
std::string change_description(const ops::SoftmaxOptions& before, const ops::SoftmaxOptions& after);
std::string change_description(const ops::RelativeOptions& before,
                               const ops::RelativeOptions& after);

/// The change of the layers: "add ReLU", "remove ReLU", "layers Linear(5, 6), ReLU".
std::string layers_change_description(const Document& before, const std::vector<Layer>& after);

}  // namespace normscope::document
