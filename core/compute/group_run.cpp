// SPDX-License-Identifier: MIT
#include "core/compute/group_run.hpp"

#include <cstddef>
#include <memory>

#include "core/trace/primitive.hpp"

namespace normscope::compute {

using trace::Step;

GroupRun::GroupRun(const trace::Program& program) : values_(program.steps.size()) {
  // The values of each step begin with a line of the processor's cache.
  constexpr std::size_t kLine = 64 / sizeof(float);
  const auto size_of = [](const Step& step) {
    return step.primitive == trace::Primitive::kGiven
               ? std::size_t{0}
               : static_cast<std::size_t>(tensor::product(step.shape));
  };
  const auto whole_lines = [](std::size_t count) { return (count + kLine - 1) / kLine * kLine; };
  std::size_t all = kLine;
  for (const Step& step : program.steps) all += whole_lines(size_of(step));
  room_.resize(all);
  void* start = room_.data();
  std::size_t bytes = all * sizeof(float);
  std::align(kLine * sizeof(float), sizeof(float), start, bytes);
  auto* free = static_cast<float*>(start);

  for (std::size_t at = 0; at < values_.size(); ++at) {
    const Step& step = program.steps[at];
    const std::span<float> own(free, size_of(step));
    free += whole_lines(own.size());
    values_[at] = own;
    if (step.is_leaf()) {
      if (!own.empty()) own.front() = static_cast<float>(step.c);
      continue;
    }
    const auto operand = [&](int from) {
      return from < 0 ? &none_ : &values_[static_cast<std::size_t>(from)];
    };
    calls_.push_back(
        {&trace::row_of(step.primitive), operand(step.a), operand(step.b), step.c, own});
  }
}

void GroupRun::run(std::span<float> out) {
  calls_.back().out = out;
  for (const Call& call : calls_) {
    if (call.row->kind != trace::Kind::kStatistic) {
      call.row->elements(*call.a, *call.b, call.c, call.out);
      continue;
    }
    // Of the whole row, or of equal parts of it.
    const std::size_t size = call.out.empty() ? 0 : call.a->size() / call.out.size();
    for (std::size_t part = 0; part < call.out.size(); ++part) {
      call.out[part] = call.row->row_statistic(call.a->subspan(part * size, size), call.c);
    }
  }
}

}  // namespace normscope::compute
