// SPDX-License-Identifier: MIT
#include "core/compute/program_run.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/compute/group_run.hpp"
#include "core/compute/pieces.hpp"
#include "core/compute/progress.hpp"
#include "core/trace/operations.hpp"

namespace normscope::compute {
namespace {

using trace::Program;
using trace::Role;

// The program of a plan whose groups are rows of one matrix.
base::Expected<Program> program_of(const Plan& plan, const Buffers& buffers) {
  const std::int64_t size = groups_of(plan).size;
  const tensor::Shape row{1, size};
  if (const auto* const softmax = std::get_if<ops::SoftmaxPlan>(&plan)) {
    ops::SoftmaxOptions options = softmax->options;
    options.dim = -1;
    return trace::softmax_program(row, options);
  }
  const auto& relative = std::get<ops::RelativePlan>(plan);
  ops::RelativeOptions options = relative.options;
  options.dim = -1;
  const tensor::Shape affine{size};
  return trace::relative_program(row, buffers.gamma.empty() ? nullptr : &affine,
                                 buffers.beta.empty() ? nullptr : &affine, options);
}

}  // namespace

bool runs_by_program(const Plan& plan) {
  if (std::holds_alternative<ops::RelativePlan>(plan)) return true;
  const auto* const softmax = std::get_if<ops::SoftmaxPlan>(&plan);
  return softmax != nullptr && (softmax->options.has_sink() || softmax->options.has_length_scale());
}

base::Expected<RunReport> run_program(const Plan& plan, const Buffers& buffers,
                                      const Control& control) {
  const auto program = program_of(plan, buffers);
  if (!program) return tl::unexpected(program.error());
  const tensor::GroupLayout& layout = groups_of(plan);
  const auto size = static_cast<std::size_t>(layout.size);
  int first = -1;
  for (const Role role :
       {Role::kMaximumWithSink, Role::kThreshold, Role::kBounded, Role::kMaximum}) {
    if (first < 0) first = program->find(role);
  }
  const int second = program->find(Role::kSum);
  Progress progress(control, layout.count);
  const auto piece = [&](std::int64_t begin, std::int64_t end) {
    GroupRun run(*program);
    run.set(program->find(Role::kGamma), buffers.gamma);
    run.set(program->find(Role::kBeta), buffers.beta);
    const auto statistic = [&](int step) { return step < 0 ? 0.0F : run.values(step).front(); };
    const auto run_row = [&](std::span<const float> x, std::span<float> y) {
      run.set(0, x);
      run.run(y);
    };
    std::vector<float> in;
    std::vector<float> out;
    for (std::int64_t group = begin; group < end; ++group) {
      if (progress.stopped()) return;
      if (layout.contiguous() || size == 0) {
        const auto base = size == 0 ? 0 : static_cast<std::size_t>(layout.base(group));
        run_row(buffers.x.subspan(base, size), buffers.y.subspan(base, size));
      } else {
        in.resize(size);
        out.resize(size);
        tensor::gather(buffers.x, layout, group, in);
        run_row(in, out);
        tensor::scatter(out, layout, group, buffers.y);
      }
      buffers.first[static_cast<std::size_t>(group)] = statistic(first);
      buffers.second[static_cast<std::size_t>(group)] = statistic(second);
    }
    progress.done(end - begin);
  };
  base::parallel_for(
      layout.count,
      std::max<std::int64_t>(1, kPieceElements / std::max<std::int64_t>(layout.size, 1)),
      control.threads, piece);
  if (control.stop.stop_requested()) return cancelled();
  return RunReport{};
}

}  // namespace normscope::compute
