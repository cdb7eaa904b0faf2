// SPDX-License-Identifier: MIT
#include "core/compute/cpu_backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/compute/pieces.hpp"
#include "core/compute/progress.hpp"
#include "core/kernels/norm_group.hpp"
#include "core/kernels/softmax_row.hpp"

namespace normscope::compute {
namespace {

GroupStatistics run_group(const ops::NormPlan& plan, std::int64_t group, std::span<const float> x,
                          const Buffers& buffers, std::span<float> y) {
  const ops::NormOptions& options = plan.options;
  const auto scale = kernels::scale_of(kernels::group_moments(x, options), x.size(), options);
  const kernels::RowAffine affine{buffers.gamma, buffers.beta, plan.affine.index(group, 0),
                                  plan.affine.run};
  kernels::write_group(x, scale, options, affine, y, false);
  return {scale.mean, scale.rstd};
}

GroupStatistics run_group(const ops::SoftmaxPlan& plan, std::int64_t, std::span<const float> x,
                          const Buffers&, std::span<float> y) {
  const auto row = kernels::softmax_row(x, plan.options, y);
  return {row.subtracted, row.sum};
}

class CpuBackend final : public Backend {
 public:
  std::string_view name() const override { return "cpu"; }
  std::string device() override {
    const int threads = base::hardware_threads();
    return fmt::format("cpu ({} {})", threads, threads == 1 ? "thread" : "threads");
  }
  bool accepts(const Plan&) const override { return true; }

  base::Expected<RunReport> run(const Plan& plan, const Buffers& buffers,
                                const Control& control) override {
    return base::within_memory("the rows in work", [&]() -> base::Expected<RunReport> {
      std::visit([&](const auto& p) { run_plan(p, buffers, control); }, plan);
      if (control.stop.stop_requested()) return cancelled();
      return RunReport{};
    });
  }

 private:
  template <class AnyPlan>
  static void run_plan(const AnyPlan& plan, const Buffers& buffers, const Control& control) {
    const tensor::GroupLayout& layout = plan.groups;
    const auto size = static_cast<std::size_t>(layout.size);
    const std::int64_t grain = kPieceElements / std::max<std::int64_t>(layout.size, 1);
    Progress progress(control, layout.count);
    const auto piece = [&](std::int64_t begin, std::int64_t end) {
      // Groups that are not contiguous are gathered, computed, and scattered back.
      std::vector<float> scratch(layout.contiguous() ? 0 : 2 * size);
      const std::span<float> in = std::span(scratch).first(scratch.size() / 2);
      const std::span<float> out = std::span(scratch).last(scratch.size() / 2);
      for (std::int64_t group = begin; group < end; ++group) {
        if (progress.stopped()) return;
        GroupStatistics statistics;
        if (layout.contiguous()) {
          // An empty group has no valid base offset.
          const auto base = size == 0 ? 0 : static_cast<std::size_t>(layout.base(group));
          statistics = run_group(plan, group, buffers.x.subspan(base, size), buffers,
                                 buffers.y.subspan(base, size));
        } else {
          tensor::gather(buffers.x, layout, group, in);
          statistics = run_group(plan, group, in, buffers, out);
          tensor::scatter(out, layout, group, buffers.y);
        }
        buffers.first[static_cast<std::size_t>(group)] = static_cast<float>(statistics.first);
        buffers.second[static_cast<std::size_t>(group)] = static_cast<float>(statistics.second);
      }
      progress.done(end - begin);
    };
    base::parallel_for(layout.count, grain, control.threads, piece);
  }
};

}  // namespace

std::unique_ptr<Backend> make_cpu_backend() {
  return std::make_unique<CpuBackend>();
}

}  // namespace normscope::compute
