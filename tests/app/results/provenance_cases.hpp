// SPDX-License-Identifier: MIT
// The chains whose provenance is tested: every operation, variant and preset, behind every
// combination of layers, with zeros among the parameters.
#pragma once

#include <string>
#include <vector>

#include "tests/app/results/double_chain.hpp"

namespace normscope::testing {

struct ProvenanceCase {
  std::string name;
  DoubleChain chain;
  bool every_step = false;  // whether each number on the way is changed too, not the inputs alone
};

/// Normalizations of every kind and grouping; softmax over every dimension.
std::vector<ProvenanceCase> operation_cases();

/// Every estimator, algorithm, placement and centring; every preset.
std::vector<ProvenanceCase> variant_cases();

/// Linear layers and rectifiers before an operation, with weights of 0.
std::vector<ProvenanceCase> layer_cases();

}  // namespace normscope::testing
