// SPDX-License-Identifier: MIT
#include "core/stats/groups.hpp"

#include <algorithm>
#include <string_view>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/text/translate.hpp"

namespace normscope::stats {
namespace {

// Values of one piece of parallel work: with fewer, scheduling would cost more than reading them.
constexpr std::int64_t kValuesPerPiece = 1 << 15;

constexpr std::string_view kStatistics = text::tr_later("the statistics of each group");

}  // namespace

std::vector<float> group_values(std::span<const float> values, const tensor::GroupLayout& layout,
                                std::int64_t group) {
  std::vector<float> result(static_cast<std::size_t>(layout.size));
  tensor::gather(values, layout, group, result);
  return result;
}

base::Expected<void> for_each_group(
    std::span<const float> values, const tensor::GroupLayout& layout, int threads,
    const std::function<void(std::int64_t, std::span<const float>)>& visit) {
  const auto size = static_cast<std::size_t>(layout.size);
  const bool contiguous = layout.contiguous();
  const std::int64_t grain =
      std::max<std::int64_t>(1, kValuesPerPiece / std::max<std::int64_t>(1, layout.size));
  const auto visit_all = [&]() -> base::Expected<void> {
    base::parallel_for(layout.count, grain, threads, [&](std::int64_t first, std::int64_t last) {
      std::vector<float> copy(contiguous ? 0 : size);
      for (std::int64_t group = first; group < last; ++group) {
        if (contiguous) {
          visit(group, values.subspan(static_cast<std::size_t>(layout.base(group)), size));
        } else {
          tensor::gather(values, layout, group, copy);
          visit(group, copy);
        }
      }
    });
    return {};
  };
  return base::within_memory(kStatistics, visit_all);
}

base::Expected<std::vector<Moments>> group_moments(std::span<const float> values,
                                                   const tensor::GroupLayout& layout, int threads) {
  return base::within_memory(kStatistics, [&]() -> base::Expected<std::vector<Moments>> {
    std::vector<Moments> result(static_cast<std::size_t>(layout.count));
    // Threads share the groups or, where there is only one group, its blocks.
    const int inner_threads = layout.count == 1 ? threads : 1;
    const auto done = for_each_group(
        values, layout, threads, [&](std::int64_t group, std::span<const float> elements) {
          result[static_cast<std::size_t>(group)] = moments(elements, inner_threads);
        });
    if (!done) return tl::unexpected(done.error());
    return result;
  });
}

}  // namespace normscope::stats
