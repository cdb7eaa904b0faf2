// SPDX-License-Identifier: MIT
#include "app/verification/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "app/document/hand_written.hpp"
#include "app/document/parameters.hpp"
#include "app/document/torch_code.hpp"
#include "app/document/torch_lines.hpp"
#include "app/results/errors.hpp"
#include "app/results/hand_written/builtin.hpp"
#include "core/base/embedded.hpp"
#include "core/trace/double_values.hpp"
#include "core/trace/written.hpp"

namespace normscope::verification {

using results::Evaluation;
using tensor::Shape;
using trace::Primitive;
using trace::Step;
using trace::Trace;

std::span<const base::EmbeddedFile> report_files();  // report.py, embedded by CMake

namespace {

constexpr std::array<base::Name<ComputedBy>, 3> kComputedBy{{
    {ComputedBy::kSteps, "steps"},
    {ComputedBy::kFunction, "function"},
    {ComputedBy::kDevice, "device"},
}};

// "(2, 5,)": a tuple of Python, whatever the number of sizes.
std::string tuple(const Shape& sizes) {
  std::string text = "(";
  for (const std::int64_t size : sizes) text += fmt::format("{}, ", size);
  return text + ")";
}

// Writes a line for each step of the operation, from the step's primitive.
class Steps {
 public:
  explicit Steps(const trace::Program& program)
      : program_(program), shape_(program.steps.front().shape), regrouped_(!fits()) {
    const Shape& reduced = program.groups.reduced_shape;
    for (std::size_t d = 0; d < reduced.size() && !regrouped_; ++d) {
      if (reduced[d] == 1) dimensions_.push_back(static_cast<std::int64_t>(d));
    }
    if (regrouped_) dimensions_ = {-1};
  }

  std::string code() {
    std::string text = "_0 = x\n";
    if (regrouped_) {
      const tensor::GroupLayout& groups = program_.groups;
      text = fmt::format("_0 = x.reshape({}, {})\n", groups.count, groups.size);
    }
    for (const int step : program_.main_steps()) {
      if (step == 0) continue;
      text += fmt::format("_{} = {}\n", step, expression(program_.step(step)));
    }
    return text;
  }

 private:
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
      return fmt::format("{}.reshape({})", row->key, tuple(leaf.shape));
    }
    Shape sizes(leaf.shape.size(), 1);
    const bool of_channels =
        leaf.shape.size() > 1 && std::equal(sizes.begin() + 1, sizes.end(), leaf.shape.begin() + 1);
    if (!of_channels) return leaf.name;
    sizes.front() = -1;
    return fmt::format("{}.reshape({})", leaf.name, tuple(sizes));
  }

  // The values of a step in the shape of the input.
  std::string whole(int step) const {
    return regrouped_ ? fmt::format("{}.reshape({})", name(step), tuple(shape_)) : name(step);
  }

  // An operand of a step: a parameter by its name, the others in the shape of their fellow.
  std::string operand(const Step& step, int from) const {
    if (from < 0) return {};
    const Step& leaf = program_.step(from);
    if (leaf.primitive == Primitive::kConstant) {
      return fmt::format("torch.tensor({})", document::python(leaf.c));
    }
    if (program_.is_parameter(from)) return parameter(leaf);
    const int other = from == step.a ? step.b : step.a;
    const bool beside = program_.is_parameter(other) && !program_.step(other).shape.empty();
    return beside ? whole(from) : name(from);
  }

  std::string expression(const Step& step) const {
    const auto size = static_cast<double>(step.over.size);
    // torch.mean and torch.sum round differently.
    if (step.primitive == Primitive::kSumOver && step.role != trace::Role::kSum) {
      const bool mean = step.c == size;
      std::string text = fmt::format("{}.{}(dim={}, keepdim=True)", name(step.a),
                                     mean ? "mean" : "sum", tuple(dimensions_));
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
          text += fmt::format("{}", step.c);
          break;
        case 'd':
          text += tuple(dimensions_);
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
  const Shape& shape_;
  bool regrouped_;
  Shape dimensions_{};  // over which a group extends
};

class Writer {
 public:
  Writer(const document::Document& document, const Evaluation& evaluation)
      : document_(document), evaluation_(evaluation) {}

  Program write() {
    const Trace& trace = evaluation_.stages.back().trace;
    program_.code = report_files().front().bytes;
    program_.code += "_begin()\n";
    program_.code += document::torch_code(
        document_,
        fmt::format("_given({})", tuple(document_.inputs[document_.input].values.shape())));
    if (document_.backward.on) {
      add_gradient(trace);
    } else if (const document::HandWritten* const chain = document::chain_operation(document_)) {
      add_chain(trace, *chain);
    } else {
      program_.code += torch_lines(trace.program());
      for (const int step : trace.program().main_steps()) {
        add_step(trace, step, fmt::format("_{}", step));
      }
      add_function(trace);
      add_device(trace);
    }
    program_.code += "_end()\n";
    return std::move(program_);
  }

 private:
  void send(Row row, const std::string& expression) {
    program_.code += fmt::format("_send({}, {})\n", program_.rows.size(), expression);
    program_.rows.push_back(std::move(row));
  }

  // A step of the document's own lines, where each has a variable.
  void add_chain(const Trace& trace, const document::HandWritten& chain) {
    const auto steps = document::running_steps(document_, chain);
    const auto made = trace::written_program(steps, trace.steps().front().shape);
    if (!made) return;  // a chain that runs has been made
    for (const int step : trace.program().main_steps()) {
      const auto at = std::ranges::find(made->positions, step) - made->positions.begin();
      add_step(trace, step, document::chain_variable(steps, static_cast<int>(at)));
    }
  }

  // What a step is in double precision.
  static std::function<std::optional<double>(std::int64_t)> exact_of(const Trace& trace, int step) {
    return [&trace, step](std::int64_t at) {
      return trace::DoubleValues(trace.parts()).value(step, at);
    };
  }

  void add_step(const Trace& trace, int step, const std::string& expression) {
    const Step& of = trace.steps()[static_cast<std::size_t>(step)];
    const std::int64_t columns = of.shape.empty() ? 1 : std::max<std::int64_t>(of.shape.back(), 1);
    Row row{of.name, ComputedBy::kSteps, of.shape, {}, exact_of(trace, step), columns};
    row.ours = [&trace, step, columns](std::int64_t first, std::int64_t count) {
      return trace.window(step, {first / columns, count / columns, 0, columns});
    };
    send(std::move(row), expression);
  }

  void add_tensor(std::string name, ComputedBy by, std::shared_ptr<const tensor::Tensor> values,
                  std::function<std::optional<double>(std::int64_t)> exact,
                  const std::string& expression) {
    Row row{std::move(name), by, values->shape(), {}, std::move(exact)};
    row.ours = [values = std::move(values)](std::int64_t first, std::int64_t count) {
      const auto part = values->values().subspan(static_cast<std::size_t>(first),
                                                 static_cast<std::size_t>(count));
      return std::vector<float>(part.begin(), part.end());
    };
    send(std::move(row), expression);
  }

  // The gradient of the input by PyTorch's autograd.
  void add_gradient(const Trace& trace) {
    const auto& result = evaluation_.result;
    const int last = trace.program().size() - 1;
    add_tensor(trace.steps().back().name, ComputedBy::kSteps,
               std::shared_ptr<const tensor::Tensor>(result, &result->y), exact_of(trace, last),
               "y");
  }

  void add_function(const Trace& trace) {
    auto output =
        results::builtin_output(results::operation_request(document_, evaluation_.activations));
    if (!output) return;  // PyTorch has no function for the variant
    const int last = trace.program().size() - 1;
    add_tensor("output", ComputedBy::kFunction,
               std::make_shared<const tensor::Tensor>(*std::move(output)), exact_of(trace, last),
               "y");
    program_.code += fmt::format("_part(_{}, y)\n", last);
  }

  void add_device(const Trace& trace) {
    const auto& result = evaluation_.result;
    const auto shared = [&result](const tensor::Tensor& values) {
      return std::shared_ptr<const tensor::Tensor>(result, &values);
    };
    // The quotient's denominator, of which devices give 1 over it.
    const int normalized = trace.find(trace::Role::kNormalized);
    if (normalized >= 0) {
      const int root = trace.steps()[static_cast<std::size_t>(normalized)].b;
      if (const int mean = trace.find(trace::Role::kMean); mean >= 0) {
        add_tensor("mean", ComputedBy::kDevice, shared(result->first), exact_of(trace, mean),
                   fmt::format("_{}", mean));
      }
      const auto inverse = [of = exact_of(trace, root)](std::int64_t at) {
        const std::optional<double> value = of(at);
        return value ? std::optional(1 / *value) : std::nullopt;
      };
      add_tensor("rstd", ComputedBy::kDevice, shared(result->second), inverse,
                 fmt::format("1 / _{}", root));
    }
    add_tensor("output", ComputedBy::kDevice, shared(result->y),
               exact_of(trace, trace.program().size() - 1), "y");
  }

  const document::Document& document_;
  const Evaluation& evaluation_;
  Program program_{};
};

}  // namespace

std::span<const base::Name<ComputedBy>> computed_by_names() {
  return kComputedBy;
}

std::string torch_lines(const trace::Program& program) {
  return Steps(program).code();
}

document::Document verified_document(document::Document document) {
  document.comparison.reset();
  // What has no recipe goes to PyTorch as it is; so do the steps of a cell that are an operation's.
  document::Input& input = document.inputs[document.input];
  const bool chain = document.subject == document::Subject::kChain;
  if (std::holds_alternative<document::File>(input.origin) ||
      (std::holds_alternative<document::Variable>(input.origin) && !chain)) {
    input.origin = document::Typed{};
  }
  return document;
}

Program program_of(const document::Document& document, const Evaluation& evaluation) {
  return Writer(document, evaluation).write();
}

}  // namespace normscope::verification
