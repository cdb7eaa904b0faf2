// SPDX-License-Identifier: MIT
#include "core/trace/late_statistic.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace normscope::trace {

LateStatistic::LateStatistic(std::int64_t groups, std::int64_t block, Compute compute)
    : block_(block),
      compute_(std::move(compute)),
      values_(static_cast<std::size_t>(groups)),
      once_(static_cast<std::size_t>((groups + block - 1) / block)) {}

float LateStatistic::value(const TraceParts& parts, std::int64_t group) const {
  const std::int64_t number = group / block_;
  std::call_once(once_[static_cast<std::size_t>(number)], [&] {
    const std::int64_t first = number * block_;
    const std::int64_t last = std::min(first + block_, static_cast<std::int64_t>(values_.size()));
    compute_(parts, first,
             std::span(values_).subspan(static_cast<std::size_t>(first),
                                        static_cast<std::size_t>(last - first)));
    ++computed_;
  });
  return values_[static_cast<std::size_t>(group)];
}

std::shared_ptr<const LateStatistic> LateStatistic::renewed() const {
  return std::make_shared<const LateStatistic>(static_cast<std::int64_t>(values_.size()), block_,
                                               compute_);
}

}  // namespace normscope::trace
