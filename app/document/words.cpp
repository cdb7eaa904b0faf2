// SPDX-License-Identifier: MIT
#include "app/document/words.hpp"

#include <fmt/format.h>

#include <array>

namespace normscope::document {

std::string layer_name(const Layer& layer, std::int64_t in_features) {
  if (const auto* linear = std::get_if<LinearLayer>(&layer)) {
    return fmt::format("Linear({}, {})", in_features, linear->out_features);
  }
  return "ReLU";
}

std::string operation_name(const Document& document) {
  if (document.subject == Subject::kSoftmax) {
    return document.softmax.log ? "LogSoftmax" : "Softmax";
  }
  switch (document.norm.options.kind) {
    case ops::Normalization::kLayerNorm:
      return "LayerNorm";
    case ops::Normalization::kRmsNorm:
      return "RMSNorm";
    case ops::Normalization::kBatchNorm:
      return "BatchNorm";
    case ops::Normalization::kInstanceNorm:
      return "InstanceNorm";
    case ops::Normalization::kGroupNorm:
      break;
  }
  return "GroupNorm";
}

}  // namespace normscope::document
