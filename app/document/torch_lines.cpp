// SPDX-License-Identifier: MIT
#include "app/document/torch_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/text/numbers.hpp"

namespace normscope::document {
namespace {

// With one more exponential in the sum.
std::string lines_with_sink(const ops::SoftmaxOptions& options, const std::string& logits) {
  const bool naive = options.algorithm == ops::SoftmaxAlgorithm::kNaive;
  const std::string sink = python(options.sink);
  std::string code = fmt::format("z = {}\n", logits);
  std::string shifted = "z";
  std::string of_sink = fmt::format("torch.exp(torch.tensor({}))", sink);
  if (!naive) {
    code += fmt::format("m = z.amax(dim={}, keepdim=True).clamp(min={})\n", options.dim, sink);
    shifted = "z - m";
    of_sink = fmt::format("torch.exp({} - m)", sink);
  }
  code += fmt::format("e = torch.exp({})\ns = e.sum(dim={}, keepdim=True) + {}\n", shifted,
                      options.dim, of_sink);
  const std::string log = naive ? "torch.log(e / s)" : "z - m - torch.log(s)";
  return code + fmt::format("y = {}\n", options.log ? log : "e / s");
}

// The k largest logits have a share, for the largest k with 1 + k z_k > z_1 + ... + z_k.
std::string sparsemax_lines(std::int64_t dim) {
  return fmt::format(
      "z = x.transpose({0}, -1)\n"
      "largest = z.sort(dim=-1, descending=True).values\n"
      "k = torch.arange(1., z.shape[-1] + 1)\n"
      "sums = largest.cumsum(dim=-1)\n"
      "count = (1 + k * largest > sums).sum(dim=-1, keepdim=True)\n"
      "threshold = (sums.gather(-1, count - 1) - 1) / count\n"
      "y = torch.relu(z - threshold).transpose({0}, -1)\n",
      dim);
}

// What PyTorch's text for a primitive leaves to the step. The table has sums and biased variances.
std::string_view torch_form(const trace::WrittenStep& step, bool repeats) {
  using trace::Primitive;
  if (step.primitive == Primitive::kRepeat) return repeats ? "#a.expand(#s)" : "#a.reshape(#s)";
  if (step.primitive == Primitive::kSumOver && step.of_size) return "#a.mean(dim=#d, keepdim=#k)";
  if (step.primitive == Primitive::kSumOver && step.c != 1) {
    return "#a.sum(dim=#d, keepdim=#k) / #c";
  }
  if (step.primitive == Primitive::kVariance) return "#a.var(dim=#d, correction=#v, keepdim=#k)";
  return trace::row_of(step.primitive).torch;
}

std::string replaced(std::string text, std::string_view from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// Nested lists of an array's numbers, one line per row.
std::string nested(const Array& values, std::size_t dim, std::int64_t first,
                   const std::string& indent) {
  const tensor::Shape& shape = values.shape();
  if (dim == shape.size()) return python(values.at(first));
  std::int64_t stride = 1;
  for (std::size_t d = dim + 1; d < shape.size(); ++d) stride *= shape[d];
  const bool innermost = dim + 1 == shape.size();
  std::string text = "[";
  for (std::int64_t i = 0; i < shape[dim]; ++i) {
    if (i > 0) text += innermost ? ", " : ",\n" + indent;
    text += nested(values, dim + 1, first + i * stride, indent + " ");
  }
  return text + "]";
}

}  // namespace

std::string chain_variable(std::span<const trace::WrittenStep> steps, int at) {
  const trace::WrittenStep& step = steps[static_cast<std::size_t>(at)];
  if (step.primitive == trace::Primitive::kConstant)
    return fmt::format("torch.tensor({})", python(step.c));
  if (at == 0) return "x";
  if (at + 1 == static_cast<int>(steps.size())) return "y";
  return fmt::format("{}{}", step.primitive == trace::Primitive::kGiven ? "p" : "s", at);
}

std::string chain_lines(std::span<const trace::WrittenStep> steps, const tensor::Shape& x) {
  const auto made = trace::written_program(steps, x);
  const std::vector<int> positions = made ? made->positions : std::vector<int>(steps.size());
  std::string code;
  for (int at = 1; at < static_cast<int>(steps.size()); ++at) {
    const trace::WrittenStep& step = steps[static_cast<std::size_t>(at)];
    if (trace::row_of(step.primitive).kind == trace::Kind::kLeaf) continue;
    // A view that has a step of its own repeats numbers.
    const bool repeats = positions[static_cast<std::size_t>(at)] !=
                         positions[static_cast<std::size_t>(std::max(step.a, 0))];
    std::string line(torch_form(step, repeats));
    line =
        replaced(std::move(line), "keepdim=True", step.keepdim ? "keepdim=True" : "keepdim=False");
    line = replaced(std::move(line), "#k", step.keepdim ? "True" : "False");
    line = replaced(std::move(line), "#d", fmt::format("({},)", fmt::join(step.dims, ", ")));
    line = replaced(std::move(line), "#e", step.dims.empty() ? "0" : std::to_string(step.dims[0]));
    line = replaced(std::move(line), "#s", fmt::format("({},)", fmt::join(step.shape, ", ")));
    line = replaced(std::move(line), "#v", fmt::format("{:g}", -step.c));
    line = replaced(std::move(line), "#c", python(step.c));
    line = replaced(std::move(line), "#a", chain_variable(steps, step.a));
    if (step.b >= 0) line = replaced(std::move(line), "#b", chain_variable(steps, step.b));
    code += fmt::format("{} = {}\n", chain_variable(steps, at), line);
  }
  return code;
}

std::string python(double value) {
  if (std::isnan(value)) return "float('nan')";
  if (std::isinf(value)) return value > 0 ? "float('inf')" : "-float('inf')";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".";
  return text;
}

std::string python(float value) {
  if (!std::isfinite(value)) return python(static_cast<double>(value));
  std::string text = text::float_to_text(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".";
  return text;
}

std::string tensor_of(const std::string& name, const Array& values) {
  const std::string head = name + " = torch.tensor(";
  return head + nested(values, 0, 0, std::string(head.size() + 1, ' ')) + ")\n";
}

std::string softmax_lines(const ops::SoftmaxOptions& options, const tensor::Shape& shape) {
  std::string logits =
      options.temperature == 1 ? "x" : fmt::format("x / {}", python(options.temperature));
  if (options.has_length_scale()) {
    const auto rank = static_cast<std::int64_t>(shape.size());
    const auto dim = static_cast<std::size_t>(options.dim < 0 ? options.dim + rank : options.dim);
    const std::int64_t size = dim < shape.size() ? shape[dim] : 1;
    logits = fmt::format("{} * ({} * math.log({}))", logits, python(options.length_scale), size);
  }
  if (options.has_sink()) return lines_with_sink(options, logits);
  if (options.algorithm == ops::SoftmaxAlgorithm::kNaive) {
    const std::string quotient = fmt::format("e / e.sum(dim={}, keepdim=True)", options.dim);
    return fmt::format("e = torch.exp({})  # overflows: the maximum is not subtracted\ny = {}\n",
                       logits, options.log ? fmt::format("torch.log({})", quotient) : quotient);
  }
  return fmt::format("y = torch.{}({}, dim={})\n", options.log ? "log_softmax" : "softmax", logits,
                     options.dim);
}

std::string relative_lines(const Operation& operation) {
  const ops::RelativeOptions& options = operation.relative;
  switch (options.kind) {
    case ops::Relative::kDyt:
      return fmt::format("y = {}torch.tanh({} * x){}\n", operation.norm.gamma.on ? "gamma * " : "",
                         python(options.alpha), operation.norm.beta.on ? " + beta" : "");
    case ops::Relative::kL2Norm:
      return fmt::format("y = torch.nn.functional.normalize(x, dim={}, eps={})\n", options.dim,
                         python(options.epsilon));
    case ops::Relative::kSparsemax:
      break;
  }
  return sparsemax_lines(options.dim);
}

}  // namespace normscope::document
