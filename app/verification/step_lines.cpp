// SPDX-License-Identifier: MIT
#include "app/verification/step_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "app/document/parameters.hpp"
#include "app/document/torch_code.hpp"
#include "app/document/torch_lines.hpp"
#include "core/base/embedded.hpp"
#include "core/precision/evaluate.hpp"
#include "core/text/translate.hpp"

namespace normscope::verification {

using precision::Plan;
using tensor::Shape;
using trace::Primitive;
using trace::Step;
using trace::TensorRef;

std::span<const base::EmbeddedFile> python_files();  // in_turn.py last, embedded by CMake

namespace {

// Whether a statistic is of the program's groups, as most are.
bool of_groups(const trace::Program& program, const Step& step) {
  return tensor::same_layout(step.over, program.groups);
}

// The sizes that a statistic of whole dimensions has beside its operand's.
Shape beside_operand(const trace::Program& program, const Step& step) {
  Shape sizes = step.over.reduced_shape;
  const std::size_t rank = program.step(step.a).shape.size();
  sizes.insert(sizes.begin(), rank - std::min(rank, sizes.size()), 1);
  return sizes;
}

// Whether it is of whole dimensions, as the sums of a parameter's gradient are.
bool of_dimensions(const trace::Program& program, const Step& step) {
  return std::ranges::equal(beside_operand(program, step), program.step(step.a).shape,
                            [](auto size, auto whole) { return size == 1 || size == whole; });
}

// Writes a line for each step of the operation, from the step's primitive.
class Steps {
 public:
  explicit Steps(const trace::Program& program, const Plan* plan = nullptr)
      : program_(program),
        plan_(plan),
        shape_(program.steps.front().shape),
        regrouped_(!fits()),
        double_(plan != nullptr && plan->needs_doubles()) {
    const Shape& reduced = program.groups.reduced_shape;
    for (std::size_t d = 0; d < reduced.size() && !regrouped_; ++d) {
      if (reduced[d] == 1) dimensions_.push_back(static_cast<std::int64_t>(d));
    }
    if (regrouped_) dimensions_ = {-1};
  }

  std::string code() const {
    std::string text = "_0 = x\n";
    if (regrouped_) text = fmt::format("_0 = {}\n", by_group("x"));
    for (const int step : program_.main_steps()) {
      if (step == 0) continue;
      text += fmt::format("_{} = {}\n", step, expression(program_.step(step)));
    }
    return text;
  }

  // Under the plan; after each line what the step is.
  std::string code_under_plan(std::span<const TensorRef> leaves) const {
    std::string text;
    for (int at = 0; at < program_.size(); ++at) {
      const Step& step = program_.step(at);
      const bool given = step.primitive == Primitive::kGiven;
      const std::string made = given ? leaf(at, leaves[static_cast<std::size_t>(at)])
                                     : fmt::format("({})", expression(step));
      text += fmt::format("_{} = {}", at, rounded(made, plan_->format_of(program_, at)));
      if (step.role != trace::Role::kNone) {
        text += fmt::format("  # {}", base::name_of(trace::role_names(), step.role));
      }
      text += '\n';
    }
    const int last = program_.size() - 1;
    const std::string output = fmt::format("_{}", last);
    return text + fmt::format("y = {}\n", regrouped_ ? whole(last) : output);
  }

 private:
  std::string by_group(std::string_view values) const {
    const tensor::GroupLayout& groups = program_.groups;
    return fmt::format("{}.reshape({}, {})", values, groups.count, groups.size);
  }

  // The numbers of a leaf, in the shape in which the steps need them.
  std::string leaf(int at, const TensorRef& values) const {
    if (at == 0) return regrouped_ ? by_group("x") : "x";
    std::string numbers;
    for (const float value : values->values()) numbers += document::python(value) + ", ";
    const Step& step = program_.step(at);
    const bool of_groups = regrouped_ && step.per_group;
    std::string text =
        fmt::format("torch.tensor([{}]).reshape({})", numbers,
                    python_tuple(of_groups ? Shape{program_.groups.count, 1} : step.shape));
    if (!regrouped_ || of_groups) return text;
    return by_group(fmt::format("{}.expand({})", text, python_tuple(shape_)));
  }

  // An expression, cast to a format and back to what steps are computed in.
  std::string rounded(std::string text, const formats::Format& format) const {
    if (plan_->rounding.overflow == formats::Overflow::kSaturate) {
      const std::string largest = document::python(format.largest());
      text += fmt::format(".clamp(-{}, {})", largest, largest);
    }
    const auto host = double_ ? formats::FormatId::kFloat64 : formats::FormatId::kFloat32;
    if (format.id != host) text += fmt::format(".to(torch.{})", torch_type(format));
    return format.id == host && text != "x" ? text : text + (double_ ? ".double()" : ".float()");
  }

  static std::string torch_type(const formats::Format& format) {
    return fmt::format("{}{}", format.bits() == 8 ? "float8_" : "", format.name);
  }

  // The dimensions of a statistic's operand that are reduced.
  Shape reduced(const Step& step) const {
    if (plan_ == nullptr || of_groups(program_, step)) return dimensions_;
    Shape dims;
    const Shape sizes = beside_operand(program_, step);
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      if (sizes[d] == 1) dims.push_back(static_cast<std::int64_t>(d));
    }
    return dims;
  }

  // A sum in an order of the plan's own.
  std::string sum_in_turn(const Step& step) const {
    const std::string sum =
        fmt::format("in_turn({}, {}, lambda s: {}, {}, {})", operand(step, step.a),
                    python_tuple(reduced(step)), rounded("s", formats::format_of(plan_->sum)),
                    plan_->lanes, plan_->fold == formats::Fold::kHalves ? "True" : "False");
    return step.c == 1 ? sum : fmt::format("{} / {}", sum, document::python(step.c));
  }

  // Whether a group extends over whole dimensions. Those of a group norm extend over a part of the
  // channels: there the steps are computed from a matrix with one row for each group.
  bool fits() const {
    const Shape& reduced = program_.groups.reduced_shape;
    for (std::size_t d = 0; d < reduced.size(); ++d) {
      if (reduced[d] != shape_[d] && reduced[d] != 1) return false;
    }
    return true;
  }

  static std::string name(int step) { return fmt::format("_{}", step); }

  // A parameter beside the input: of channels, with a size of 1 for each dimension after them.
  static std::string parameter(const Step& leaf) {
    const auto* const row = document::parameter_row(leaf.role);
    if (row != nullptr && row->running) {
      return fmt::format("{}.reshape({})", row->key, python_tuple(leaf.shape));
    }
    Shape sizes(leaf.shape.size(), 1);
    const bool of_channels =
        leaf.shape.size() > 1 && std::equal(sizes.begin() + 1, sizes.end(), leaf.shape.begin() + 1);
    if (!of_channels) return leaf.name;
    sizes.front() = -1;
    return fmt::format("{}.reshape({})", leaf.name, python_tuple(sizes));
  }

  // The values of a step in the shape of the input.
  std::string whole(int step) const {
    return regrouped_ ? fmt::format("{}.reshape({})", name(step), python_tuple(shape_))
                      : name(step);
  }

  // An operand of a step: a parameter by its name, the others in the shape of their fellow.
  std::string operand(const Step& step, int from) const {
    if (from < 0) return {};
    if (plan_ != nullptr) {
      const bool reduces = trace::reduces(step.primitive);
      const bool by_dimensions = reduces && !of_groups(program_, step);
      // PyTorch's order is that of float32.
      const bool narrowed = reduces && double_ && in_torch_order();
      return (by_dimensions ? whole(from) : name(from)) + (narrowed ? ".float()" : "");
    }
    const Step& leaf = program_.step(from);
    if (leaf.primitive == Primitive::kConstant) {
      return fmt::format("torch.tensor({})", document::python(leaf.c));
    }
    if (program_.is_parameter(from)) return parameter(leaf);
    const int other = from == step.a ? step.b : step.a;
    const bool beside = program_.is_parameter(other) && !program_.step(other).shape.empty();
    return beside ? whole(from) : name(from);
  }

  bool in_torch_order() const {
    return plan_ == nullptr || plan_->order == formats::SumOrder::kTorch;
  }

  // A constant of a step, as the plan has it.
  std::string constant(const Step& step) const {
    if (plan_ == nullptr || !plan_->constants) return document::python(step.c);
    return document::python(
        formats::rounded_to(step.c, formats::format_of(*plan_->constants), plan_->rounding));
  }

  std::string expression(const Step& step) const {
    const auto size = static_cast<double>(step.over.size);
    if (step.primitive == Primitive::kSumOver && !in_torch_order()) return sum_in_turn(step);
    if (step.primitive == Primitive::kConstant)
      return fmt::format("torch.tensor({})", document::python(step.c));
    // torch.mean and torch.sum round differently.
    if (step.primitive == Primitive::kSumOver && step.role != trace::Role::kSum) {
      const bool mean = step.c == size;
      std::string text = fmt::format("{}.{}(dim={}, keepdim=True)", operand(step, step.a),
                                     mean ? "mean" : "sum", python_tuple(reduced(step)));
      return mean || step.c == 1 ? text : text + fmt::format(" / {}", step.c);
    }
    std::string text;
    const std::string_view form = trace::row_of(step.primitive).torch;
    for (std::size_t at = 0; at < form.size(); ++at) {
      if (form[at] != '#') {
        text += form[at];
        continue;
      }
      switch (form[++at]) {
        case 'a':
          text += operand(step, step.a);
          break;
        case 'b':
          text += operand(step, step.b);
          break;
        case 'c':
          text += constant(step);
          break;
        case 'd':
          text += python_tuple(reduced(step));
          break;
        case 'e':
          text += fmt::format("{}", dimensions_.front());
          break;
        default:  // whether a variance is unbiased
          text += step.c == size ? "False" : "True";
      }
    }
    return text;
  }

  const trace::Program& program_;
  const Plan* plan_;
  const Shape& shape_;
  bool regrouped_;
  bool double_;         // computed in float64
  Shape dimensions_{};  // over which a group extends
};

// Says what PyTorch lacks for a {plan}, whatever the program; empty: nothing.
std::string_view lacking(const Plan& plan) {
  using formats::FormatId;
  std::vector<FormatId> used{plan.storage, plan.step, plan.statistics.value_or(plan.step),
                             plan.sum};
  for (const Plan::OfRole& of : plan.roles) used.push_back(of.format);
  if (std::ranges::count(used, FormatId::kTf32) > 0)
    return tr_later("PyTorch has no words for the precision plan {plan}: it lacks tensors of tf32");
  if (plan.rounding.mode != formats::RoundingMode::kNearestEven) {
    return tr_later(
        "PyTorch has no words for the precision plan {plan}: it lacks casts that round otherwise "
        "than to nearest");
  }
  if (plan.rounding.flushes) {
    return tr_later(
        "PyTorch has no words for the precision plan {plan}: it lacks casts that flush subnormal "
        "numbers");
  }
  if (plan.fused) {
    return tr_later(
        "PyTorch has no words for the precision plan {plan}: it lacks products that go into a sum "
        "without a rounding");
  }
  if (plan.order == formats::SumOrder::kPairwise)
    return tr_later("PyTorch has no words for the precision plan {plan}: it lacks sums in pairs");
  if (plan.order == formats::SumOrder::kKahan) {
    return tr_later(
        "PyTorch has no words for the precision plan {plan}: it lacks compensated sums");
  }
  return {};
}

// Whether a line says what a step does: of the program's groups or whole dimensions, from one value
// for each element, for each group or for a parameter's dimensions.
bool has_line(const trace::Program& program, const Step& step) {
  if (trace::reduces(step.primitive))
    return of_groups(program, step) || of_dimensions(program, step);
  return step.by_shape || std::ranges::all_of(std::array{step.a, step.b}, [&](int from) {
           if (from < 0 || program.is_parameter(from)) return true;
           const Step& operand = program.step(from);
           return operand.per_group || operand.shape == program.steps.front().shape;
         });
}

}  // namespace

std::string python_tuple(const Shape& sizes) {
  std::string text = "(";
  for (const std::int64_t size : sizes) text += fmt::format("{}, ", size);
  return text + ")";
}

std::string torch_lines(const trace::Program& program) {
  return Steps(program).code();
}

base::Expected<void> check_words(const trace::Program& program, const Plan& plan) {
  std::string_view sentence = lacking(plan);
  std::string_view operation;
  const bool torch = plan.order == formats::SumOrder::kTorch;
  for (const Step& step : program.steps) {
    if (!sentence.empty()) break;
    const auto& row = trace::row_of(step.primitive);
    const bool product = row.kind == trace::Kind::kProduct && (!torch || plan.needs_doubles());
    if (product || (!torch && row.summed != nullptr && step.primitive != Primitive::kSumOver)) {
      operation = row.noun;
      sentence = tr_later(
          "PyTorch has no words for the precision plan {plan}: it lacks a {operation} in that "
          "format or order of sums");
    } else if (!has_line(program, step)) {
      sentence = tr_later(
          "PyTorch has no words for the precision plan {plan}: it lacks one line for each step of "
          "these cells");
    }
  }
  if (sentence.empty()) return {};
  return base::fail(
      base::ErrorKind::kUnsupported,
      tr(sentence, arg("plan", precision::name_or_text(plan)), arg("operation", tr(operation))),
      std::string(
          tr("float16, bfloat16-steps, four-lanes and others with plain casts and sums run")));
}

std::string torch_lines(const trace::Program& program, std::span<const TensorRef> leaves,
                        const Plan& plan) {
  std::string lines = Steps(program, &plan).code_under_plan(leaves);
  if (lines.find("in_turn(") == std::string::npos) return lines;
  const std::string_view function = python_files().back().bytes;
  return fmt::format("{}\n\n{}", function.substr(function.find("def ")), lines);
}

std::string torch_text(const document::Document& document, const results::Evaluation* evaluation) {
  const bool planned = document.precision != Plan{};
  if (!planned || evaluation == nullptr || evaluation->failure || evaluation->stages.empty()) {
    return document::torch_code(document);
  }
  const trace::Trace& trace = evaluation->stages.back().trace;
  if (!check_words(trace.program(), document.precision)) return document::torch_code(document);
  return fmt::format(
      "{}# In the precision plan {}{}.\n{}print(y)\n", document::torch_input(document, {}),
      precision::name_or_text(document.precision), document.comparison ? ", the operation A" : "",
      torch_lines(trace.program(), precision::leaves_of(trace), document.precision));
}

}  // namespace normscope::verification
