// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/written_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "core/trace/role.hpp"

namespace normscope::notebook::recognition {
namespace {

using ops::EpsilonPlacement;
using trace::Role;
using Dims = std::vector<std::size_t>;

// One way to write something. The pattern is an operation with its parts (operations that can be
// written in several ways are those of Reader), or the name of another rule. x is what the chain
// begins with, "=" the first part of the operation that is being read.
struct Rule {
  std::string_view is;
  std::string_view pattern;
  Role role = Role::kNone;     // of its step; kNone: it is none
  std::string_view symbol{};   // in LaTeX; %1, %2: those of the parts; empty: the part's
  std::string_view formula{};  // likewise; %n: what a sum is divided by; empty: the symbol
};

// What has a number for each element.
constexpr auto kOfElements = std::to_array<Rule>({
    {"centred", "sub(x, mean)", Role::kCentred, "x - \\mu"},
    {"distance", "sub(x, plain mean)"},
    {"squares", "squared(distance)", Role::kSquared, "(x - \\mu)^2"},
    {"squares of x", "squared(x)", Role::kSquared, "x^2"},
    {"numerator", "centred"},
    {"numerator", "mul(centred, gamma)", Role::kScaled, "\\gamma (%1)"},
    {"normalized", "div(numerator, deviation)", Role::kNormalized, "\\hat{x}", "\\frac{%1}{%2}"},
    {"normalized", "mul(numerator, inverse)", Role::kNormalized, "\\hat{x}", "(%1) \\cdot %2"},
    {"normalized", "div(x, size)", Role::kNormalized, "\\hat{x}", "\\frac{%1}{%2}"},
    {"normalized", "mul(x, inverse size)", Role::kNormalized, "\\hat{x}", "(%1) \\cdot %2"},
    {"scaled", "normalized"},
    {"scaled", "mul(normalized, gamma)", Role::kScaled, "\\gamma \\hat{x}"},
    {"scaled", "mul(mean, gamma)", Role::kScaled, "\\gamma \\mu"},
    {"norm", "scaled"},
    {"norm", "add(scaled, beta)", Role::kShifted, "%1 + \\beta"},

    {"logits", "tempered(x)", Role::kDividedByTemperature, "z", "x / T"},
    {"logits", "x"},
    {"shifted", "sub(logits, maximum)", Role::kShifted, "%1 - m"},
    {"safe power", "exp(shifted)", Role::kExponential, "e^{%1}"},
    {"power", "exp(logits)", Role::kExponential, "e^{%1}"},
    {"power of it", "exp(=)", Role::kExponential, "e^{%1}"},
    {"share", "div(safe power, sum)", Role::kNone, "\\frac{%1}{s}"},
    {"share", "mul(safe power, inverse sum)", Role::kNone, "\\frac{%1}{s}"},
    {"share", "div(power, sum)", Role::kNone, "\\frac{%1}{s}"},
    {"share", "mul(power, inverse sum)", Role::kNone, "\\frac{%1}{s}"},
    {"named share", "share", Role::kShare, "p", "%1"},
    {"log", "sub(logits, log-sum-exp)", Role::kNone, "%1 - \\log s"},
    {"log", "sub(shifted, log of sum)", Role::kNone, "%1 - \\log s"},
    {"log", "sub(logits, log of sum)", Role::kNone, "%1 - \\log s"},
    {"named log", "log", Role::kLogarithm, "\\log y", "%1"},
    {"softmax", "share", Role::kOutput, "y", "%1"},
    {"softmax", "exp(named log)", Role::kOutput, "y", "e^{%1}"},
    {"log-softmax", "log", Role::kOutput, "y", "%1"},
    {"log-softmax", "log(named share)", Role::kOutput, "y", "\\log %1"},
});

// What has a number for each group; views and broadcasts leave it what it is.
constexpr std::string_view kVariance = R"(\frac{1}{%n} \sum (x - \mu)^2)";
constexpr auto kOfGroups = std::to_array<Rule>({
    {"mean", "average(x)", Role::kMean, "\\mu", "\\frac{1}{n} \\sum x"},
    {"plain mean", "average(x)"},
    {"squared mean", "squared(plain mean)", Role::kSquaredMean, "\\mu^2"},
    {"mean square", "average(squares of x)", Role::kMeanSquare, "\\overline{x^2}",
     "\\frac{1}{n} \\sum x^2"},
    {"variance", "var(x)", Role::kVariance, "\\sigma^2", kVariance},
    {"variance", "var(distance)", Role::kVariance, "\\sigma^2", kVariance},
    {"variance", "spread(squares)", Role::kVariance, "\\sigma^2", kVariance},
    {"variance", "sub(mean square, squared mean)", Role::kVariance, "\\sigma^2",
     "\\overline{x^2} - \\mu^2"},
    {"inside", "variance"},
    {"inside", "plus_epsilon(variance)", Role::kVariancePlusEpsilon, "%1 + \\epsilon"},
    {"root", "root(inside)", Role::kDeviation, "\\sqrt{%1}"},
    {"root", "std(x)", Role::kDeviation, "\\sqrt{\\sigma^2}"},
    {"root", "std(distance)", Role::kDeviation, "\\sqrt{\\sigma^2}"},
    {"deviation", "root"},
    {"deviation", "plus_epsilon(root)", Role::kDeviationPlusEpsilon, "%1 + \\epsilon"},
    {"inverse", "inverse_root(inside)", Role::kReciprocalDeviation, "\\frac{1}{\\sqrt{%1}}"},
    {"inverse", "reciprocal(deviation)", Role::kReciprocalDeviation, "\\frac{1}{%1}"},

    {"power of x", "spread(squares of x)", Role::kMeanSquare, "\\overline{x^2}",
     "\\frac{1}{%n} \\sum x^2"},
    {"inside size", "power of x"},
    {"inside size", "plus_epsilon(power of x)", Role::kMeanSquarePlusEpsilon, "%1 + \\epsilon"},
    {"plain size", "root(inside size)", Role::kRootMeanSquare, "\\sqrt{%1}"},
    {"size", "plain size"},
    {"size", "plus_epsilon(plain size)", Role::kRootMeanSquarePlusEpsilon, "%1 + \\epsilon"},
    {"inverse size", "inverse_root(inside size)", Role::kReciprocalRootMeanSquare,
     "\\frac{1}{\\sqrt{%1}}"},
    {"inverse size", "reciprocal(size)", Role::kReciprocalRootMeanSquare, "\\frac{1}{%1}"},

    {"maximum", "max(=)", Role::kMaximum, "m", "\\max %1"},
    {"sum", "sum(=)", Role::kSum, "s", "\\sum %1"},
    {"inverse sum", "reciprocal(sum)"},
    {"sum of powers", "sum(power of it)", Role::kSum, "s", "\\sum %1"},
    {"log of sum", "log(sum of powers)", Role::kLogOfSum, "\\log s"},
    {"log-sum-exp", "logsumexp(=)", Role::kLogOfSum, "\\log s", "\\log \\sum e^{%1}"},
});

// The shortest decimal number for which this holds, near `value`.
template <class Holds>
double shortest(double value, const Holds& holds) {
  for (int digits = 0; digits <= 17; ++digits) {
    const std::string text = fmt::format("{:.{}e}", value, digits);
    double written = 0;
    std::from_chars(text.data(), text.data() + text.size(), written);
    if (holds(written)) return written;
  }
  return value;
}

// The number that an addition adds to its first input, which may be an array of one element.
std::optional<double> added_number(Node at) {
  if (operation_of(at) != "add") return std::nullopt;
  if (const auto number = number_of(at, "other")) return number;
  const Node added = input_of(at, 1);
  if (!added || !added->number) return std::nullopt;
  const double value = *added->number;
  // torch.tensor(1e-5) is a float32: the shortest decimal number that rounds to it is meant.
  if (added->dtype != arrays::Dtype::kFloat32) return value;
  return shortest(value, [value](double written) {
    return static_cast<float>(written) == static_cast<float>(value);
  });
}

// The array that was squared.
Node squared_of(Node at) {
  const Node a = input_of(at, 0);
  const bool is_square = operation_of(at) == "square" ||
                         (operation_of(at) == "pow" && number_of(at, "other") == 2.0) ||
                         (operation_of(at) == "mul" && a && same(a, input_of(at, 1)));
  return is_square ? a : Node();
}

Node power_of(Node at, std::string_view name, double exponent) {
  const bool is =
      operation_of(at) == name || (operation_of(at) == "pow" && number_of(at, "other") == exponent);
  return is ? input_of(at, 0) : Node();
}

// Whether an array can be gamma or beta of groups of x.
bool is_parameter(Node array, Node x) {
  if (array.rank() > x.rank()) return false;
  for (std::size_t d = 1; d <= array.rank(); ++d) {
    const std::int64_t size = array->shape[array.rank() - d];
    if (size != 1 && size != x->shape[x.rank() - d]) return false;
  }
  return true;
}

// The kind and the normalized shape of a normalization of x over these ascending dimensions;
// nothing for dimensions that no normalization has.
std::optional<ops::NormOptions> options_over(Node x, const Dims& dims) {
  ops::NormOptions options;
  const std::size_t rank = x.rank();
  if (dims.empty()) return std::nullopt;
  if (dims.front() + dims.size() == rank) {
    for (const std::size_t d : dims) options.normalized_shape.push_back(x->shape[d]);
    return options;
  }
  Dims all_but_channels{0};
  for (std::size_t d = 2; d < rank; ++d) all_but_channels.push_back(d);
  if (rank < 2 || dims != all_but_channels) return std::nullopt;
  options.kind = ops::Normalization::kBatchNorm;
  return options;
}

// Reads an array by the rules, and keeps what it found on the way.
class Reader {
 public:
  // The symbol of the array, where it is what the rules call `name`.
  std::optional<std::string> read(std::string_view name, Node at) {
    if (!at) return std::nullopt;
    if (name == "x") return input(at);
    if (name == "gamma" || name == "beta") return parameter(name, at);
    if (name == "=") return same(first_, at) ? std::optional(first_symbol_) : std::nullopt;
    for (const Rule& rule : kOfElements) {
      if (rule.is != name) continue;
      if (auto symbol = read(rule, at, false)) return symbol;
    }
    for (const Rule& rule : kOfGroups) {
      if (rule.is != name) continue;
      if (auto symbol = read(rule, before_views(at), true)) return symbol;
    }
    return std::nullopt;
  }

  std::optional<Match> norm() {
    auto options = options_over(x_, dims_);
    if (!options) return std::nullopt;
    if (!has(Role::kNormalized)) {
      if (!scales_mean()) return std::nullopt;
      options->returned = ops::Returned::kMean;
      return Match{*std::move(options), std::move(steps_), gamma_, beta_};
    }
    if (!has(Role::kCentred)) options->kind = ops::Normalization::kRmsNorm;
    if (has(Role::kSquaredMean)) options->algorithm = ops::VarianceAlgorithm::kOnePass;
    if (unbiased_) options->estimator = ops::VarianceEstimator::kUnbiased;
    const bool outside = has(Role::kDeviationPlusEpsilon) || has(Role::kRootMeanSquarePlusEpsilon);
    options->epsilon = epsilon_.value_or(0);
    options->epsilon_placement = !epsilon_   ? EpsilonPlacement::kNone
                                 : in_count_ ? EpsilonPlacement::kCount
                                 : outside   ? EpsilonPlacement::kOutside
                                             : EpsilonPlacement::kInside;
    return Match{*std::move(options), std::move(steps_), gamma_, beta_};
  }

  std::optional<Match> softmax(bool log) {
    if (dims_.size() != 1) return std::nullopt;
    ops::SoftmaxOptions options;
    options.dim = static_cast<std::int64_t>(dims_.front());
    options.temperature = temperature_;
    options.log = log;
    const bool naive = has(Role::kExponential) && !has(Role::kMaximum);
    if (naive) options.algorithm = ops::SoftmaxAlgorithm::kNaive;
    return Match{options, std::move(steps_)};
  }

 private:
  using Parts = std::vector<std::string>;  // the symbols of the parts

  bool has(Role role) const {
    return std::ranges::find(steps_, role, &ChainStep::role) != steps_.end();
  }

  // gamma * mean, which preset V1 returns.
  bool scales_mean() const {
    const Node scaled = std::ranges::find(steps_, Role::kScaled, &ChainStep::role)->node;
    const Node mean = operand_of(scaled, operand_of(scaled, 0) == gamma_ ? 1 : 0);
    return gamma_->parameter && mean.rank() == x_.rank() && scaled->shape == x_->shape;
  }

  std::optional<std::string> read(const Rule& rule, Node at, bool statistic) {
    const Reader before = *this;
    const auto parts = parts_of(rule.pattern, at);
    if (!parts) {
      *this = before;
      return std::nullopt;
    }
    std::string symbol = filled(rule.symbol.empty() ? "%1" : rule.symbol, *parts);
    if (rule.role != Role::kNone) {
      std::string formula = rule.formula.empty() ? symbol : filled(rule.formula, *parts);
      steps_.push_back({rule.role, symbol, std::move(formula), at, statistic});
    }
    return symbol;
  }

  std::optional<Parts> parts_of(std::string_view pattern, Node at) {
    const std::size_t open = pattern.find('(');
    const std::string_view operation = pattern.substr(0, open);
    const bool whole = open == std::string_view::npos;
    const std::string_view parts =
        whole ? pattern : pattern.substr(open + 1, pattern.size() - open - 2);
    const std::size_t comma = parts.find(", ");
    if (comma != std::string_view::npos) {
      return two_parts(operation, parts.substr(0, comma), parts.substr(comma + 2), at);
    }
    auto symbol = read(parts, whole ? at : part_of(operation, at));
    return symbol ? std::optional(Parts{*std::move(symbol)}) : std::nullopt;
  }

  std::optional<Parts> two_parts(std::string_view operation, std::string_view first,
                                 std::string_view second, Node at) {
    if (operation_of(at) != operation || inputs_of(at) != 2) return std::nullopt;
    if (number_of(at, "alpha").value_or(1) != 1) return std::nullopt;
    const bool either = operation == "add" || operation == "mul";
    for (const std::size_t place : {std::size_t{0}, std::size_t{1}}) {
      const Reader before = *this;
      auto symbol = place == 0 || either ? read(first, input_of(at, place)) : std::nullopt;
      if (symbol) {
        first_ = input_of(at, place);
        first_symbol_ = *symbol;
        auto other = read(second, input_of(at, 1 - place));
        if (other) return Parts{*std::move(symbol), *std::move(other)};
      }
      *this = before;
    }
    return std::nullopt;
  }

  // The one part of an operation; none where the array was not made by it.
  Node part_of(std::string_view operation, Node at) {
    if (operation == "squared") return squared_of(at);
    if (operation == "reciprocal") return reciprocal_of(at);
    if (operation == "root") return power_of(at, "sqrt", 0.5);
    if (operation == "inverse_root") return power_of(at, "rsqrt", -0.5);
    if (operation == "plus_epsilon") return without_epsilon(at);
    if (operation == "tempered") return without_temperature(at);
    if (operation == "average" || operation == "spread") return averaged(at, operation == "spread");
    if (operation == "exp" || operation == "log") {
      return operation_of(at) == operation ? input_of(at, 0) : Node();
    }
    const bool is =
        operation_of(at) == operation || (operation == "max" && operation_of(at) == "amax");
    return is && corrects(at) ? reduced(at) : Node();
  }

  Node without_epsilon(Node at) {
    const auto added = added_number(at);
    if (!added || *added < 0 || epsilon_) return {};
    epsilon_ = added;
    return input_of(at, 0);
  }

  Node without_temperature(Node at) {
    const auto number = number_of(at, "other");
    if (operation_of(at) != "div" || !number || !(*number > 0) || !std::isfinite(*number))
      return {};
    temperature_ = *number;
    return input_of(at, 0);
  }

  // The estimator of torch.var and torch.std; other operations have none.
  bool corrects(Node at) {
    const auto correction = number_of(at, "correction");
    unbiased_ = unbiased_ || correction == 1.0;
    return !correction || *correction == 0 || *correction == 1;
  }

  // What a reduction goes over; all of a chain go over the same dimensions.
  Node reduced(Node at) {
    const Node from = input_of(at, 0);
    const auto dims = from ? protocol::dims_of(*at.operator->(), from.rank()) : std::nullopt;
    if (!dims || (!dims_.empty() && dims_ != *dims)) return {};
    dims_ = *dims;
    return from;
  }

  // What a mean is taken of; of a spread the divisor may be another than the count.
  Node averaged(Node at, bool spread) {
    if (operation_of(at) == "mean") return reduced(at);
    const Node sum = operation_of(at) == "div" ? before_views(input_of(at, 0)) : Node();
    const auto divisor = number_of(at, "other");
    if (!divisor || operation_of(sum) != "sum") return {};
    const Node from = reduced(sum);
    double n = 1;
    for (const std::size_t d : dims_) n *= from ? static_cast<double>(from->shape[d]) : 1;
    if (*divisor == n) return from;
    unbiased_ = *divisor == n - 1;
    in_count_ = *divisor > n && *divisor < n + 1;
    if (!spread || (!unbiased_ && !in_count_)) return {};
    if (in_count_) {
      epsilon_ = shortest(*divisor - n, [&](double written) { return n + written == *divisor; });
    }
    return from;
  }

  std::optional<std::string> input(Node at) {
    if (x_) return same(x_, at) ? std::optional<std::string>("x") : std::nullopt;
    x_ = at;
    steps_.push_back({Role::kInput, "x", "x", at});
    return "x";
  }

  std::optional<std::string> parameter(std::string_view name, Node at) {
    Node& place = name == "gamma" ? gamma_ : beta_;
    if (place || !is_parameter(at, x_)) return std::nullopt;
    place = at;
    return std::string(name);
  }

  std::string filled(std::string_view text, const Parts& parts) const {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] != '%') {
        result += text[at];
      } else if (text[++at] == 'n') {
        result += in_count_ ? "n + \\epsilon" : unbiased_ ? "n - 1" : "n";
      } else {
        result += parts[static_cast<std::size_t>(text[at] - '1')];
      }
    }
    return result;
  }

  Node x_{};
  Node gamma_{};  // as it was written: it may have fewer dimensions, or sizes of 1
  Node beta_{};
  Node first_{};  // of the operation that is being read
  std::string first_symbol_{};
  Dims dims_{};
  std::optional<double> epsilon_{};
  bool in_count_ = false;  // epsilon was added to the count
  bool unbiased_ = false;
  double temperature_ = 1;
  std::vector<ChainStep> steps_{};
};

}  // namespace

std::optional<Match> written_chain(Node result) {
  for (const std::string_view name : {"norm", "softmax", "log-softmax"}) {
    Reader reader;
    if (!reader.read(name, result)) continue;
    auto match = name == "norm" ? reader.norm() : reader.softmax(name == "log-softmax");
    if (match) return match;
  }
  return std::nullopt;
}

}  // namespace normscope::notebook::recognition
