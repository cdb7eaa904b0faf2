// SPDX-License-Identifier: MIT
#include "core/compute/program_run.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/compute/pieces.hpp"
#include "core/compute/progress.hpp"
#include "core/trace/operations.hpp"

namespace normscope::compute {
namespace {

using trace::Kind;
using trace::Program;
using trace::Role;
using trace::Step;

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

// The values of the steps of one group after the other.
class GroupRun {
 public:
  GroupRun(const Program& program, const Buffers& buffers)
      : program_(program), size_(static_cast<std::size_t>(program.groups.size)) {
    for (const Step& step : program.steps) {
      const bool single = step.per_group || step.primitive == trace::Primitive::kConstant;
      std::span<const float> parameter;
      if (step.role == Role::kGamma) parameter = buffers.gamma;
      if (step.role == Role::kBeta) parameter = buffers.beta;
      values_.push_back({std::vector<float>(parameter.empty() ? (single ? 1 : size_) : 0)});
      values_.back().parameter = parameter;
      if (step.primitive == trace::Primitive::kConstant) {
        values_.back().own.front() = static_cast<float>(step.c);
      }
    }
  }

  void run(std::span<const float> x, std::span<float> y) {
    x_ = x;
    for (int at = 1; at < program_.size(); ++at) {
      const Step& step = program_.step(at);
      if (step.is_leaf()) continue;
      const trace::PrimitiveRow& row = trace::row_of(step.primitive);
      Values& values = values_[static_cast<std::size_t>(at)];
      if (row.kind == Kind::kStatistic) {
        values.own.front() = row.row_statistic(of(step.a), step.c);
        continue;
      }
      const bool last = at + 1 == program_.size();
      const std::span<float> out = last ? y : std::span<float>(values.own);
      row.elements(operand(step.a), operand(step.b), step.c, out);
    }
  }

  // The statistic of a role; 0 where the program has none.
  float statistic(Role role) const {
    const int at = program_.find(role);
    return at < 0 ? 0.0F : values_[static_cast<std::size_t>(at)].own.front();
  }

 private:
  struct Values {
    std::vector<float> own;
    std::span<const float> parameter{};
  };
  std::span<const float> of(int step) const {
    if (step == 0) return x_;
    const Values& values = values_[static_cast<std::size_t>(step)];
    return values.parameter.empty() ? std::span<const float>(values.own) : values.parameter;
  }

  std::span<const float> operand(int from) const {
    return from < 0 ? std::span<const float>() : of(from);
  }

  const Program& program_;
  std::size_t size_;
  std::vector<Values> values_{};
  std::span<const float> x_{};
};

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
  const bool sink = program->find(Role::kMaximumWithSink) >= 0;
  const Role first = sink                                   ? Role::kMaximumWithSink
                     : program->find(Role::kThreshold) >= 0 ? Role::kThreshold
                     : program->find(Role::kBounded) >= 0   ? Role::kBounded
                                                            : Role::kMaximum;
  Progress progress(control, layout.count);
  const auto piece = [&](std::int64_t begin, std::int64_t end) {
    GroupRun run(*program, buffers);
    std::vector<float> in;
    std::vector<float> out;
    for (std::int64_t group = begin; group < end; ++group) {
      if (progress.stopped()) return;
      if (layout.contiguous() || size == 0) {
        const auto base = size == 0 ? 0 : static_cast<std::size_t>(layout.base(group));
        run.run(buffers.x.subspan(base, size), buffers.y.subspan(base, size));
      } else {
        in.resize(size);
        out.resize(size);
        tensor::gather(buffers.x, layout, group, in);
        run.run(in, out);
        tensor::scatter(out, layout, group, buffers.y);
      }
      buffers.first[static_cast<std::size_t>(group)] = run.statistic(first);
      buffers.second[static_cast<std::size_t>(group)] = run.statistic(Role::kSum);
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
