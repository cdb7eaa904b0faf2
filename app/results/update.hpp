// SPDX-License-Identifier: MIT
// Evaluates a document anew after a few numbers of a large batch have changed: only the sections
// that hold them (examples, channels or columns) are computed again.
#pragma once

#include <cstdint>
#include <optional>

#include "app/results/evaluation.hpp"

namespace normscope::results {

/// The evaluation of a document from that of an earlier or later version. Null where everything has
/// to be evaluated: more than a few numbers or other settings changed, the batch or a layer's
/// output is small, there are hand-written steps or a comparison, all groups extend over all
/// dimensions, or another device than the cpu computed the result.
/// numeric the same bits as evaluate()
std::optional<Evaluation> update(const Evaluation& before, const document::Document& document,
                                 std::uint64_t revision, const compute::Backends& backends,
                                 compute::Device device, const Watch& watch = {});

}  // namespace normscope::results
