// SPDX-License-Identifier: MIT
// A statistic of a large batch, computed when its values are first asked for: a trace of millions
// of numbers costs what is looked at. Neighbouring groups form a block, which is computed as one.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace normscope::trace {

struct TraceParts;

class LateStatistic {
 public:
  /// Computes the values of the groups from `first` on.
  using Compute =
      std::function<void(const TraceParts&, std::int64_t first, std::span<float> places)>;

  /// A statistic of `groups` groups in blocks of `block`.
  LateStatistic(std::int64_t groups, std::int64_t block, Compute compute);

  /// The value of a group. `parts` are those of the statistic's own trace. Threads may ask for
  /// values at once; each block is computed once.
  float value(const TraceParts& parts, std::int64_t group) const;

  /// The same statistic with nothing computed: of another input.
  std::shared_ptr<const LateStatistic> renewed() const;

  std::int64_t block() const { return block_; }
  /// Blocks that have been computed.
  std::int64_t computed_blocks() const { return computed_; }

 private:
  std::int64_t block_;
  Compute compute_;
  mutable std::vector<float> values_;
  mutable std::vector<std::once_flag> once_;  // of each block
  mutable std::atomic<std::int64_t> computed_ = 0;
};

}  // namespace normscope::trace
