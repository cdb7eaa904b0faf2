// SPDX-License-Identifier: MIT
// A statistic of a large batch, computed when its values are first asked for: a trace of millions
// of numbers costs what is looked at. Neighbouring groups form a block, which is computed as one.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace normscope::trace {

struct TraceParts;

/// The blocks of some groups: sets of `set` groups are cut into blocks of `size`. Where a set would
/// end with a block of fewer than `least`, its last block is longer instead.
struct GroupBlocks {
  std::int64_t groups = 0;
  std::int64_t set = 1;  // divides `groups`
  std::int64_t size = 1;
  std::int64_t least = 1;  // at most `size`

  std::int64_t per_set() const { return std::max<std::int64_t>(1, (set + size - least) / size); }
  std::int64_t count() const { return groups / set * per_set(); }
  /// The block of a group.
  std::int64_t of(std::int64_t group) const {
    return group / set * per_set() + std::min(group % set / size, per_set() - 1);
  }
  std::int64_t first(std::int64_t block) const {
    return block / per_set() * set + block % per_set() * size;
  }
  std::int64_t last(std::int64_t block) const {
    return block % per_set() + 1 < per_set() ? first(block) + size : (block / per_set() + 1) * set;
  }
};

class LateStatistic {
 public:
  /// Computes the values of the groups from `first` on, those of a block, on this many threads (0:
  /// on all).
  using Compute = std::function<void(const TraceParts&, std::int64_t first, std::span<float> places,
                                     int threads)>;

  LateStatistic(const GroupBlocks& blocks, Compute compute);

  /// Whether the value of a group has been computed.
  bool holds(std::int64_t group) const {
    return is_set_[static_cast<std::size_t>(blocks_.of(group))];
  }

  /// The values of `count` groups from `first` on. `parts` are those of the statistic's own trace.
  /// Threads may ask for values at once; each block is computed once.
  std::span<const float> values(const TraceParts& parts, std::int64_t first,
                                std::int64_t count) const;

  /// Computes the values of groups `first` to `last`, where they are missing.
  void make(const TraceParts& parts, std::int64_t first, std::int64_t last) const;

  /// Computes a block if it is missing, while no other thread asks for values: the work may then go
  /// to several threads.
  void make_alone(const TraceParts& parts, std::int64_t block) const;

  /// The same statistic of an input in which only elements of these groups differ: the blocks of
  /// the others stay computed.
  std::shared_ptr<const LateStatistic> renewed(std::span<const std::int64_t> changed) const;

  const GroupBlocks& blocks() const { return blocks_; }
  /// Blocks that have been computed.
  std::int64_t computed_blocks() const { return computed_; }

 private:
  std::span<float> places(std::int64_t block) const;
  void set_computed(std::int64_t block) const;

  GroupBlocks blocks_;
  Compute compute_;
  mutable std::vector<float> values_;
  mutable std::vector<std::once_flag> once_;       // of each block
  mutable std::vector<std::atomic<bool>> is_set_;  // of each block
  mutable std::atomic<std::int64_t> computed_ = 0;
};

}  // namespace normscope::trace
