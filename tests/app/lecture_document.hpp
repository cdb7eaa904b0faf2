// SPDX-License-Identifier: MIT
// A document with layers: the batch of a lecture, rand(2, 5) from seed 123, Linear(5, 6) and ReLU
// from the same stream, and layer norm with PyTorch's options.
#pragma once

#include <utility>

#include "app/document/document.hpp"

namespace normscope::testing {

inline document::Document lecture_document() {
  const document::Random origin{.distribution = document::Distribution::kRand, .seed = 123};
  document::Document document =
      document::document_of("batch", origin, *document::make_values(origin, {2, 5}));
  document.layers = {document::LinearLayer{.out_features = 6, .seed = origin.seed, .position = 10},
                     document::ReluLayer{}};
  return document::fitted(std::move(document));
}

}  // namespace normscope::testing
