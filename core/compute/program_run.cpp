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
      values_.push_back({std::vector<float>(parameter.empty() ? (single ? 1 : size_) : 0), single});
      values_.back().parameter = parameter;
      if (step.primitive == trace::Primitive::kConstant) {
        values_.back().own.front() = static_cast<float>(step.c);
      }
    }
    spread_[0].resize(size_);
    spread_[1].resize(size_);
  }

  void run(std::span<const float> x, std::span<float> y) {
    x_ = x;
    for (int at = 1; at < program_.size(); ++at) {
      const Step& step = program_.step(at);
      if (step.is_leaf()) continue;
      const trace::PrimitiveRow& row = trace::row_of(step.primitive);
      Values& values = values_[static_cast<std::size_t>(at)];
      if (row.kind == Kind::kStatistic) {
        const torch_arithmetic::View view(of(step.a), {1, static_cast<std::int64_t>(size_)},
                                          {static_cast<std::int64_t>(size_), 1});
        const auto statistic =
            row.statistic(view, kSecond, step.c, static_cast<std::int64_t>(size_));
        values.own.front() = statistic.values().front();
        continue;
      }
      const bool last = at + 1 == program_.size();
      const std::span<float> out = last ? y : std::span<float>(values.own);
      row.elements(operand(step, step.a, values, 0), operand(step, step.b, values, 1), step.c, out);
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
    bool single = false;  // one value for the group
    std::span<const float> parameter{};
  };
  static constexpr std::array<std::size_t, 1> kSecond{1};

  std::span<const float> of(int step) const {
    if (step == 0) return x_;
    const Values& values = values_[static_cast<std::size_t>(step)];
    return values.parameter.empty() ? std::span<const float>(values.own) : values.parameter;
  }

  std::span<const float> operand(const Step& /*step*/, int from, const Values& to,
                                 std::size_t place) {
    if (from < 0) return {};
    const bool spreads = values_[static_cast<std::size_t>(from)].single && from != 0 && !to.single;
    if (!spreads) return of(from);
    std::ranges::fill(spread_.at(place), of(from).front());
    return spread_.at(place);
  }

  const Program& program_;
  std::size_t size_;
  std::vector<Values> values_{};
  std::array<std::vector<float>, 2> spread_{};
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
