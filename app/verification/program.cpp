// SPDX-License-Identifier: MIT
#include "app/verification/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "app/document/hand_written.hpp"
#include "app/document/torch_code.hpp"
#include "app/document/torch_lines.hpp"
#include "app/results/errors.hpp"
#include "app/results/hand_written/builtin.hpp"
#include "app/verification/step_lines.hpp"
#include "core/base/embedded.hpp"
#include "core/precision/evaluate.hpp"
#include "core/trace/double_values.hpp"
#include "core/trace/written.hpp"

namespace normscope::verification {

using results::Evaluation;
using tensor::Shape;
using trace::Step;
using trace::Trace;

std::span<const base::EmbeddedFile> python_files();  // report.py first, embedded by CMake

namespace {

constexpr std::array<base::Name<ComputedBy>, 3> kComputedBy{{
    {ComputedBy::kSteps, "steps"},
    {ComputedBy::kFunction, "function"},
    {ComputedBy::kDevice, "device"},
}};

class Writer {
 public:
  Writer(const document::Document& document, const Evaluation& evaluation)
      : document_(document), evaluation_(evaluation) {}

  Program write() {
    const Trace& trace = evaluation_.stages.back().trace;
    program_.code = python_files().front().bytes;
    program_.code += "_begin()\n";
    const std::string given =
        fmt::format("_given({})", python_tuple(document_.inputs[document_.input].values.shape()));
    const bool planned = document_.precision != precision::Plan{};
    program_.code +=
        planned ? document::torch_input(document_, given) : document::torch_code(document_, given);
    if (planned) {
      program_.code +=
          torch_lines(trace.program(), precision::leaves_of(trace), document_.precision);
      add_steps(trace);
    } else if (document_.backward.on) {
      add_gradient(trace);
    } else if (const document::HandWritten* const chain = document::chain_operation(document_)) {
      add_chain(trace, *chain);
    } else {
      program_.code += torch_lines(trace.program());
      add_steps(trace);
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

  void add_steps(const Trace& trace) {
    for (const int step : trace.program().main_steps()) {
      add_step(trace, step, fmt::format("_{}", step));
    }
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
  std::function<std::optional<double>(std::int64_t)> exact_of(const Trace& trace, int step) const {
    if (document_.precision != precision::Plan{}) {
      return [examined = evaluation_.examined, step](std::int64_t at) {
        return examined ? std::optional(examined->exact().value(step, at)) : std::nullopt;
      };
    }
    return [&trace, step](std::int64_t at) {
      return trace::DoubleValues(trace.parts()).value(step, at);
    };
  }

  void add_step(const Trace& trace, int step, const std::string& expression) {
    const Step& of = trace.steps()[static_cast<std::size_t>(step)];
    const std::int64_t columns = of.shape.empty() ? 1 : std::max<std::int64_t>(of.shape.back(), 1);
    Row row{of.name, ComputedBy::kSteps, of.shape, {}, exact_of(trace, step)};
    row.multiple = columns;
    row.format = document_.precision.format_of(trace.program(), step).id;
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
