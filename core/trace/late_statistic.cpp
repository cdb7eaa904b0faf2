// SPDX-License-Identifier: MIT
#include "core/trace/late_statistic.hpp"

#include <cstddef>
#include <utility>

namespace normscope::trace {

LateStatistic::LateStatistic(const GroupBlocks& blocks, Compute compute)
    : blocks_(blocks),
      compute_(std::move(compute)),
      values_(static_cast<std::size_t>(blocks.groups)),
      once_(static_cast<std::size_t>(blocks.count())),
      is_set_(static_cast<std::size_t>(blocks.count())) {}

std::span<float> LateStatistic::places(std::int64_t block) const {
  const std::int64_t first = blocks_.first(block);
  return std::span(values_).subspan(static_cast<std::size_t>(first),
                                    static_cast<std::size_t>(blocks_.last(block) - first));
}

void LateStatistic::set_computed(std::int64_t block) const {
  is_set_[static_cast<std::size_t>(block)] = true;
  ++computed_;
}

void LateStatistic::make(const TraceParts& parts, std::int64_t first, std::int64_t last) const {
  for (std::int64_t block = blocks_.of(first); block <= blocks_.of(last); ++block) {
    const auto index = static_cast<std::size_t>(block);
    if (is_set_[index]) continue;
    std::call_once(once_[index], [&] {
      // No thread begins others while they may wait for it.
      compute_(parts, blocks_.first(block), places(block), 1);
      set_computed(block);
    });
  }
}

void LateStatistic::make_alone(const TraceParts& parts, std::int64_t block) const {
  const auto index = static_cast<std::size_t>(block);
  if (is_set_[index]) return;
  compute_(parts, blocks_.first(block), places(block), 0);
  std::call_once(once_[index], [&] { set_computed(block); });
}

std::span<const float> LateStatistic::values(const TraceParts& parts, std::int64_t first,
                                             std::int64_t count) const {
  make(parts, first, first + count - 1);
  return std::span(std::as_const(values_))
      .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
}

std::shared_ptr<const LateStatistic> LateStatistic::renewed(
    std::span<const std::int64_t> changed) const {
  auto result = std::make_shared<const LateStatistic>(blocks_, compute_);
  std::vector<bool> keeps(once_.size(), true);
  for (const std::int64_t group : changed) {
    keeps[static_cast<std::size_t>(blocks_.of(group))] = false;
  }
  for (std::int64_t block = 0; block < blocks_.count(); ++block) {
    const auto index = static_cast<std::size_t>(block);
    if (!keeps[index] || !is_set_[index]) continue;
    std::call_once(result->once_[index], [&] {
      std::ranges::copy(places(block), result->places(block).begin());
      result->set_computed(block);
    });
  }
  return result;
}

}  // namespace normscope::trace
