// SPDX-License-Identifier: MIT
#include "core/compute/program_run.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
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
  GroupRun(const Program& program, const Buffers& buffers) : values_(program.steps.size()) {
    // The values of each step begin with a line of the processor's cache.
    const auto size_of = [&](const Step& step) {
      return step.per_group || step.is_leaf() ? 1 : static_cast<std::size_t>(program.groups.size);
    };
    constexpr std::size_t kLine = 64 / sizeof(float);
    const auto whole_lines = [](std::size_t count) { return (count + kLine - 1) / kLine * kLine; };
    std::size_t all = kLine;
    for (const Step& step : program.steps) all += whole_lines(size_of(step));
    room_.resize(all);
    void* start = room_.data();
    std::size_t bytes = all * sizeof(float);
    std::align(kLine * sizeof(float), sizeof(float), start, bytes);
    auto* free = static_cast<float*>(start);

    for (std::size_t at = 1; at < values_.size(); ++at) {
      const Step& step = program.steps[at];
      if (step.role == Role::kGamma || step.role == Role::kBeta) {
        values_[at] = step.role == Role::kGamma ? buffers.gamma : buffers.beta;
        continue;
      }
      const std::span<float> own(free, size_of(step));
      free += whole_lines(own.size());
      values_[at] = own;
      if (step.is_leaf()) {
        own.front() = static_cast<float>(step.c);
        continue;
      }
      const auto operand = [&](int from) {
        return from < 0 ? &none_ : &values_[static_cast<std::size_t>(from)];
      };
      calls_.push_back(
          {&trace::row_of(step.primitive), operand(step.a), operand(step.b), step.c, own});
    }
  }
  GroupRun(const GroupRun&) = delete;
  GroupRun& operator=(const GroupRun&) = delete;

  void run(std::span<const float> x, std::span<float> y) {
    values_.front() = x;
    calls_.back().out = y;
    for (const Call& call : calls_) {
      if (call.row->kind == Kind::kStatistic) {
        call.out.front() = call.row->row_statistic(*call.a, call.c);
      } else {
        call.row->elements(*call.a, *call.b, call.c, call.out);
      }
    }
  }

  // The value of a step that has one for each group; 0 for -1.
  float statistic(int step) const {
    return step < 0 ? 0.0F : values_[static_cast<std::size_t>(step)].front();
  }

 private:
  struct Call {
    const trace::PrimitiveRow* row;
    const std::span<const float>* a;
    const std::span<const float>* b;
    double c;
    std::span<float> out;
  };

  std::vector<float> room_{};
  std::vector<std::span<const float>> values_;  // of each step; that of the last is not read
  std::span<const float> none_{};
  std::vector<Call> calls_{};
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
  int first = -1;
  for (const Role role :
       {Role::kMaximumWithSink, Role::kThreshold, Role::kBounded, Role::kMaximum}) {
    if (first < 0) first = program->find(role);
  }
  const int second = program->find(Role::kSum);
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
      buffers.second[static_cast<std::size_t>(group)] = run.statistic(second);
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
