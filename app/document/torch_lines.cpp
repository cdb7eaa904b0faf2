// SPDX-License-Identifier: MIT
#include "app/document/torch_lines.hpp"

#include <fmt/format.h>

#include <cmath>

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

}  // namespace

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
