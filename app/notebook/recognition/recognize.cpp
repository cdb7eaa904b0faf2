// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/recognize.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "app/notebook/protocol/messages.hpp"
#include "app/notebook/recognition/match.hpp"
#include "core/ops/presets.hpp"
#include "core/trace/operations.hpp"

namespace normscope::notebook::recognition {
namespace {

using tensor::Shape;
using tensor::Tensor;

// The preset with these options, whatever it normalizes over; eps counts only where the chain has
// it.
std::string_view preset_of(ops::NormOptions options) {
  const auto says_nothing = [](const ops::NormOptions& of) {
    return of.epsilon_placement == ops::EpsilonPlacement::kNone ||
           of.returned != ops::Returned::kNormalized;
  };
  options.normalized_shape.clear();
  for (const ops::Preset& preset : ops::presets()) {
    ops::NormOptions row = preset.options;
    if (says_nothing(row)) row.epsilon = options.epsilon;
    if (row == options) return preset.id;
  }
  return {};
}

// Values of records, as they were taken.
using Taken = std::map<int, Tensor>;

const Tensor* value_of(const Taken& taken, Node node) {
  const auto found = taken.find(node.at());
  return found == taken.end() ? nullptr : &found->second;
}

std::int64_t elements_of(const Matches& all) {
  return tensor::product(all.rows.front().steps.front().node->shape) *
         static_cast<std::int64_t>(all.rows.size());
}

bool is_large(const Matches& all) {
  return elements_of(all) > kMostStepElements;
}

std::optional<Taken> taken_of(const Matches& all, const TakeValues& take) {
  // The same array may be several rows.
  constexpr auto kMost = protocol::kMostTakenBytes / std::int64_t{sizeof(float)};
  if (elements_of(all) > kMost) return std::nullopt;
  std::vector<int> records;
  const auto want = [&](Node node) {
    if (node) records.push_back(node.at());
  };
  for (const Match& row : all.rows) {
    for (const ChainStep& step : row.steps) {
      want(step.node);
      if (is_large(all)) break;
    }
    want(row.gamma);
    want(row.beta);
  }
  std::ranges::sort(records);
  records.erase(std::unique(records.begin(), records.end()), records.end());
  auto values = take(records);
  if (!values || values->size() != records.size()) return std::nullopt;
  Taken taken;
  for (std::size_t i = 0; i < records.size(); ++i) {
    taken.emplace(records[i], std::move((*values)[i]));
  }
  return taken;
}

// The element of an array that broadcasting gives to a row-major position of this shape.
std::size_t broadcast_position(const Shape& parameter, const Shape& shape, std::int64_t at) {
  std::int64_t position = 0;
  std::int64_t stride = 1;
  for (std::size_t d = 1; d <= parameter.size(); ++d) {
    const std::int64_t index = at % shape[shape.size() - d];
    at /= shape[shape.size() - d];
    const std::int64_t size = parameter[parameter.size() - d];
    if (size > 1) position += index * stride;
    stride *= size;
  }
  return static_cast<std::size_t>(position);
}

// gamma or beta as the plan has it; nothing where elements that should share a number do not.
std::optional<Tensor> affine_of(const Tensor& parameter, const Shape& x,
                                const ops::NormPlan& plan) {
  const auto values = parameter.values();
  const auto count = static_cast<std::size_t>(tensor::product(plan.affine_shape));
  std::vector<std::optional<float>> found(count);
  for (std::int64_t at = 0; at < tensor::product(x); ++at) {
    const auto [group, element] = plan.groups.locate(at);
    auto& place = found[static_cast<std::size_t>(plan.affine.index(group, element))];
    const float value = values[broadcast_position(parameter.shape(), x, at)];
    const auto same = [value](float other) {
      return std::bit_cast<std::uint32_t>(value) == std::bit_cast<std::uint32_t>(other);
    };
    if (place && !same(*place)) return std::nullopt;
    place = value;
  }
  std::vector<float> all;
  all.reserve(count);
  for (const auto& value : found) all.push_back(value.value_or(0.0F));
  auto made = Tensor::from_values(plan.affine_shape, std::move(all));
  return made ? std::optional(*std::move(made)) : std::nullopt;
}

// The steps that were written, each in its place of the groups; nothing where one has another size
// than its place.
bool write_steps(const Match& match, const tensor::GroupLayout& groups, const Taken& taken,
                 Recognized& into) {
  const Shape& whole = match.steps.front().node->shape;
  for (const ChainStep& step : match.steps) {
    const Shape& shape = step.statistic ? groups.reduced_shape : whole;
    if (tensor::product(step.node->shape) != tensor::product(shape)) return false;
    into.steps.push_back({step.role, std::string(base::name_of(trace::role_names(), step.role)),
                          step.symbol, step.formula, shape, place_of(step.node), step.node.at()});
    if (const Tensor* const values = value_of(taken, step.node)) {
      auto shaped = Tensor(*values).reshaped(shape);
      if (!shaped) return false;
      into.values.push_back(*std::move(shaped));
    }
  }
  return true;
}

bool write_affine(const Match& match, const ops::NormPlan& plan, const Taken& taken,
                  Recognized& into) {
  const auto write = [&](Node node, std::optional<Tensor>& to) {
    const Tensor* const values = value_of(taken, node);
    if (values != nullptr) to = affine_of(*values, match.steps.front().node->shape, plan);
    return values == nullptr || to.has_value();
  };
  return write(match.gamma, into.gamma) && write(match.beta, into.beta);
}

std::optional<Recognized> written_norm(const Match& match, const ops::NormOptions& options,
                                       const Taken& taken) {
  const auto plan = ops::plan_norm(match.steps.front().node->shape, options);
  Recognized found{options, {}, {}};
  found.preset = preset_of(options);
  found.gamma_record = match.gamma.at();
  found.beta_record = match.beta.at();
  const bool written = plan && write_affine(match, *plan, taken, found) &&
                       write_steps(match, plan->groups, taken, found);
  return written ? std::optional(std::move(found)) : std::nullopt;
}

// Over the dimensions behind the channels it may be an instance norm, whose gamma and beta are one
// number a channel.
std::optional<Recognized> written(const Match& match, const ops::NormOptions& options,
                                  const Taken& taken) {
  if (auto found = written_norm(match, options, taken)) return found;
  const std::size_t rank = match.steps.front().node.rank();
  if (options.kind != ops::Normalization::kLayerNorm || rank < 3 ||
      options.normalized_shape.size() != rank - 2) {
    return std::nullopt;
  }
  ops::NormOptions instance = options;
  instance.kind = ops::Normalization::kInstanceNorm;
  instance.normalized_shape.clear();
  return written_norm(match, instance, taken);
}

std::optional<Recognized> written(const Match& match, const ops::SoftmaxOptions& options,
                                  const Taken& taken) {
  const auto plan = ops::plan_softmax(match.steps.front().node->shape, options);
  Recognized found{options, {}, {}};
  const bool is_written = plan && write_steps(match, plan->groups, taken, found);
  return is_written ? std::optional(std::move(found)) : std::nullopt;
}

trace::TensorRef shared(const Tensor* values) {
  return values != nullptr ? std::make_shared<const Tensor>(*values) : nullptr;
}

base::Expected<trace::Trace> trace_of(const trace::TensorRef& x, const Match& match,
                                      const Taken& taken) {
  if (const auto* const norm = std::get_if<ops::NormOptions>(&match.options)) {
    return trace::trace_norm(x, shared(value_of(taken, match.gamma)),
                             shared(value_of(taken, match.beta)), *norm);
  }
  return trace::trace_softmax(x, std::get<ops::SoftmaxOptions>(match.options));
}

// What a built-in operation does, as the chain that lectures write.
std::optional<Recognized> built_in(const Match& match, const Taken& taken, bool large) {
  const auto x = shared(value_of(taken, match.steps.front().node));
  if (x == nullptr) return std::nullopt;
  const auto trace = trace_of(x, match, taken);
  if (!trace) return std::nullopt;
  Recognized found{match.options, {}, {}};
  found.built_in = true;
  if (const auto* const norm = std::get_if<ops::NormOptions>(&match.options)) {
    found.preset = preset_of(*norm);
  }
  found.gamma_record = match.gamma.at();
  found.beta_record = match.beta.at();
  if (const Tensor* const gamma = value_of(taken, match.gamma)) found.gamma = *gamma;
  if (const Tensor* const beta = value_of(taken, match.beta)) found.beta = *beta;
  for (const int at : trace->program().main_steps()) {
    const trace::Step& step = trace->program().step(at);
    if (!large || found.values.empty()) {
      auto values = trace->whole(at);
      if (!values) return std::nullopt;
      found.values.push_back(*std::move(values));
    }
    found.steps.push_back(
        {step.role, step.name, step.symbol, step.formula, step.shape, match.built_in});
  }
  found.steps.front().record = match.steps.front().node.at();
  return found;
}

// The options of the whole, with more dimensions in front.
std::optional<tensor::GroupLayout> layout(Recognized& whole, const Shape& shape, std::size_t more) {
  if (auto* const norm = std::get_if<ops::NormOptions>(&whole.options)) {
    // In front of statistics over dimension 0, or over channels (dimension 1), no dimension can be
    // added.
    const bool trailing =
        norm->kind == ops::Normalization::kLayerNorm || norm->kind == ops::Normalization::kRmsNorm;
    if (!trailing) return std::nullopt;
    if (norm->normalized_shape.empty()) norm->normalized_shape = {shape.back()};
    const auto plan = ops::plan_norm(shape, *norm);
    return plan ? std::optional(plan->groups) : std::nullopt;
  }
  auto& softmax = std::get<ops::SoftmaxOptions>(whole.options);
  if (softmax.dim >= 0) softmax.dim += static_cast<std::int64_t>(more);
  const auto plan = ops::plan_softmax(shape, softmax);
  return plan ? std::optional(plan->groups) : std::nullopt;
}

bool are_alike(const Recognized& a, const Recognized& b) {
  const auto same_step = [](const Step& x, const Step& y) {
    return x.role == y.role && x.shape == y.shape;
  };
  return a.options == b.options && a.gamma == b.gamma && a.beta == b.beta &&
         std::ranges::equal(a.steps, b.steps, same_step);
}

// The values of one step of all rows, one behind the other.
std::optional<Tensor> joined(const std::vector<Recognized>& rows, std::size_t step,
                             const Shape& shape) {
  std::vector<float> values;
  for (const Recognized& row : rows) {
    const auto part = row.values[step].values();
    values.insert(values.end(), part.begin(), part.end());
  }
  auto made = Tensor::from_values(shape, std::move(values));
  return made ? std::optional(*std::move(made)) : std::nullopt;
}

std::optional<Recognized> together(const std::vector<Recognized>& rows, const Shape& leading) {
  Recognized whole = rows.front();
  whole.built_in = true;
  const Shape row = whole.steps.front().shape;
  Shape shape = leading;
  shape.insert(shape.end(), row.begin(), row.end());
  const auto groups = layout(whole, shape, leading.size());
  if (!groups) return std::nullopt;
  for (std::size_t i = 0; i < whole.steps.size(); ++i) {
    Step& step = whole.steps[i];
    step.shape = step.shape == row ? shape : groups->reduced_shape;
    step.record = -1;
    if (i >= whole.values.size()) continue;
    auto values = joined(rows, i, step.shape);
    if (!values) return std::nullopt;
    whole.values[i] = *std::move(values);
  }
  return whole;
}

}  // namespace

std::optional<Recognized> recognize(const protocol::RecordGraph& graph, const TakeValues& take) {
  if (graph.records.empty()) return std::nullopt;
  const auto all = matches_of({graph, graph.records.size() - 1});
  const auto taken = all ? taken_of(*all, take) : std::nullopt;
  if (!taken) return std::nullopt;
  std::vector<Recognized> rows;
  for (const Match& match : all->rows) {
    auto found =
        match.is_built_in
            ? built_in(match, *taken, is_large(*all))
            : std::visit([&](const auto& options) { return written(match, options, *taken); },
                         match.options);
    if (!found || (!rows.empty() && !are_alike(rows.front(), *found))) return std::nullopt;
    rows.push_back(*std::move(found));
  }
  if (all->leading.empty()) return std::move(rows.front());
  return together(rows, all->leading);
}

}  // namespace normscope::notebook::recognition
