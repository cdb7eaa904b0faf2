// SPDX-License-Identifier: MIT
#include "core/ops/norm_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/base/limits.hpp"

namespace normscope::ops {
namespace {

constexpr std::array<std::string_view, 4> kPlacementPhrases{
    "eps inside the root", "eps outside the root", "eps added to the count", "no eps"};
constexpr std::array<std::string_view, 2> kEstimatorPhrases{"biased variance", "unbiased variance"};
constexpr std::array<std::string_view, 3> kAlgorithmPhrases{
    "variance in two passes", "variance in one pass", "variance by Welford's method"};
constexpr std::array<std::string_view, 3> kReturnedPhrases{"return the normalized values",
                                                           "return the mean", "return the input"};

// What PyTorch, TensorFlow, JAX and NumPy call an option.
constexpr std::array<std::string_view, 4> kEpsilonNames{"epsilon", "variance-epsilon",
                                                        "layer-norm-eps", "rms-norm-eps"};
constexpr std::array<std::string_view, 2> kGroupsNames{"num-groups", "n-groups"};
constexpr std::array<std::string_view, 4> kShapeNames{"shape", "axis", "dim", "begin-norm-axis"};
constexpr std::array<std::string_view, 4> kVarianceNames{"estimator", "unbiased", "ddof",
                                                         "correction"};
constexpr std::array<std::string_view, 3> kCentringNames{"no-centering", "no-mean", "rms"};
constexpr std::array<std::string_view, 4> kRunningNames{"eval", "inference", "running-stats",
                                                        "use-global-stats"};

// What frameworks and papers use; 2^-23 is torch.finfo(float32).eps, the default of
// torch.nn.RMSNorm.
constexpr std::array<double, 10> kUsualEpsilons{1e-5,  1e-6, 1e-3, 0x1p-23, 1e-8,
                                                1e-12, 1e-4, 1e-7, 1e-2,    1e-10};

bool trailing(const NormOptions& options) {
  return rule_of(options.kind).grouping == Grouping::kTrailing;
}
bool forms_groups(const NormOptions& options) {
  return rule_of(options.kind).grouping == Grouping::kChannelGroups;
}
bool may_centre(const NormOptions& options) {
  return rule_of(options.kind).centred;
}
// What some tutorials' classes return instead of the normalized values belongs to layer norm alone.
bool is_layer_norm(const NormOptions& options) {
  return options.kind == Normalization::kLayerNorm;
}
bool is_batch_norm(const NormOptions& options) {
  return options.kind == Normalization::kBatchNorm;
}
bool takes_variance(const NormOptions& options) {
  return !options.running;
}
bool adds_epsilon(const NormOptions& options) {
  return options.epsilon_placement != EpsilonPlacement::kNone;
}
bool divides_with_epsilon(const NormOptions& options) {
  return adds_epsilon(options) && options.returned == Returned::kNormalized;
}

std::array<OptionOf<NormOptions>, 10> make_list() {
  using O = NormOptions;
  return {
      option_row<&O::kind, normalization_names>(
          {.key = "kind",
           .label = "Kind",
           .names_operation = true,
           .surprise = {.weight = 2},
           .card = {"Kind of normalization",
                    "Which elements share their mean and variance: a row (layer), a channel over "
                    "the batch (batch), a channel of one sample (instance), some channels (group). "
                    "RMS norm takes no mean off.",
                    "layer x[n, :]   batch x[:, c]   instance x[n, c, :]",
                    "Choose rms-norm: the output's mean is no longer 0."}}),
      option_row<&O::normalized_shape>(
          {.key = "normalized_shape",
           .name = "normalized-shape",
           .title = "normalize over",
           .other_names = kShapeNames,
           .help = "such as 4,5",
           .absent = "the last dimension",
           .widget = "axis",
           .label = "Normalized",
           .groups = true,
           .surprise = {.weight = 1},
           .card = {"Normalized dimensions",
                    "The trailing dimensions whose elements share statistics. Click the first one "
                    "that belongs to them.",
                    "mean = sum over these dimensions / their count",
                    "With three dimensions, click the second: rows are joined."}},
          trailing),
      option_row<&O::groups>({.key = "groups",
                              .name = "groups",
                              .title = "groups",
                              .other_names = kGroupsNames,
                              .help = "groups that the channels form",
                              .label = "Groups",
                              .groups = true,
                              .least = 1,
                              .most = base::kMaxElements,
                              .surprise = {.weight = 1},
                              .card = {"Groups", "How many equal groups the channels form.",
                                       "C / groups channels share mean and variance",
                                       "Take 1: layer norm over all channels. Take C: instance "
                                       "norm."}},
                             forms_groups),
      option_row<&O::running>(
          {.key = "running",
           .name = "evaluation",
           .title = "running statistics",
           .other_names = kRunningNames,
           .help = "normalize by running statistics, not the batch's",
           .label = "Running statistics (evaluation)",
           .optional = true,
           .surprise = {.weight = 2},
           .card = {"Running statistics",
                    "Normalize each channel by a mean and a variance that were kept from training "
                    "data, as PyTorch does after model.eval(). A new layer has 0 and 1.",
                    "y = (x - running mean) / sqrt(running variance + eps)",
                    "Type the batch's mean and variance: the output is that of training."}},
          is_batch_norm),
      option_row<&O::epsilon>(
          {.key = "epsilon",
           .name = "eps",
           .title = "eps",
           .other_names = kEpsilonNames,
           .help = "epsilon",
           .unit = "x squared, or of x outside the root",
           .widget = "eps",
           .range = NumberRange::kFromZero,
           .slides_from = 1e-12,
           .slides_to = 1,
           .surprise = {.weight = 3, .usual = kUsualEpsilons, .digits = 1},
           .card = {"Epsilon",
                    "A small number that keeps the denominator away from 0. Off, a constant row "
                    "gives NaN.",
                    "y = (x - mean) / sqrt(var + eps)",
                    "Drag it up to 1: the output shrinks, because eps is as large as the "
                    "variance."}},
          nullptr, divides_with_epsilon),
      option_row<&O::epsilon_placement, epsilon_placement_names>(
          {.key = "epsilon_placement",
           .name = "eps-placement",
           .help = "epsilon under the root, beside it, or on the count",
           .control = "eps",
           .widget = "placement",
           .label = "Placement",
           .side_by_side = true,
           .chosen_from = 3,
           .phrases = kPlacementPhrases,
           .surprise = {.weight = 2},
           .card = {"Where epsilon goes",
                    "Under the root (PyTorch), beside it (added to the standard deviation), or "
                    "onto the count of elements.",
                    "sqrt(var + eps)   sqrt(var) + eps   sqrt(sum / (n + eps))",
                    "Change it while eps is 0.001 and watch the fourth digit."}}),
      option_row<&O::estimator, variance_estimator_names>(
          {.key = "estimator",
           .name = "variance",
           .other_names = kVarianceNames,
           .help = "divide by n or by n - 1",
           .widget = "variance",
           .label = "Variance",
           .side_by_side = true,
           .phrases = kEstimatorPhrases,
           .surprise = {.weight = 2},
           .card = {"Variance",
                    "Divide the sum of squares by n (biased, LayerNorm's) or by n - 1 "
                    "(torch.var's).",
                    "var = sum (x - mean)^2 / n   or   / (n - 1)",
                    "With few elements the difference is large: try a row of two."}},
          takes_variance),
      option_row<&O::algorithm, variance_algorithm_names>(
          {.key = "algorithm",
           .name = "algorithm",
           .help = "how the variance is computed",
           .label = "Algorithm",
           .phrases = kAlgorithmPhrases,
           .surprise = {.weight = 3},
           .card = {"How the variance is computed",
                    "Two passes are accurate. One pass saves a read, and fails when the mean is "
                    "much larger than the deviation. Welford's recurrence needs one pass and stays "
                    "accurate.",
                    "one pass: E[x^2] - E[x]^2",
                    "Add 10000 to every number and choose "
                    "one-pass."}},
          takes_variance),
      option_row<&O::centring>(
          {.key = "centring",
           .name = "no-centring",
           .title = "centring",
           .other_names = kCentringNames,
           .help = "do not subtract the mean",
           .label = "centring",
           .negated = true,
           .surprise = {.weight = 4},
           .card = {"Centring", "Subtract the mean before dividing. Off, it is RMSNorm.",
                    "y = x / sqrt(mean(x^2) + eps)", "Switch it off."}},
          may_centre),
      option_row<&O::returned, returned_names>(
          {.key = "returned",
           .label = "Returns",
           .rare = true,
           .phrases = kReturnedPhrases,
           .surprise = {.weight = 4},
           .card = {"What is returned",
                    "The normalized values; or, as some tutorials have it, the mean or the input "
                    "unchanged.",
                    "V1: y = gamma * mean + beta   V9: y = x",
                    "Choose normalized: it becomes a layer norm."}},
          is_layer_norm),
  };
}

std::string algorithm_words(const NormOptions& options) {
  return std::string(kAlgorithmPhrases.at(static_cast<std::size_t>(options.algorithm)));
}

std::string statistics_words(const NormOptions& options) {
  return options.running ? "by running statistics" : "by the batch's statistics";
}

std::string with_spaces(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, '-', ' ');
  return words;
}

// Which of epsilon is said in words.
struct EpsilonWords {
  bool value = true;
  bool place = true;
  int digits = 0;            // of the value; 0: as many as it takes
  bool names_inside = true;  // the usual place
};

// "eps 1e-05 inside the root", "no eps".
std::string epsilon_words(const NormOptions& options, EpsilonWords wanted = {}) {
  if (!adds_epsilon(options)) return "no eps";
  std::string words = "eps";
  if (wanted.value && wanted.digits > 0) {
    words += fmt::format(" {:.{}g}", options.epsilon, wanted.digits);
  } else if (wanted.value) {
    words += fmt::format(" {}", options.epsilon);
  }
  const bool usual = options.epsilon_placement == EpsilonPlacement::kInside;
  if (wanted.place && (wanted.names_inside || !usual)) {
    words += kPlacementPhrases.at(static_cast<std::size_t>(options.epsilon_placement)).substr(3);
  }
  return words;
}

std::string_view estimator_words(const NormOptions& options) {
  return base::name_of(variance_estimator_names(), options.estimator);
}

// As PyTorch's RMSNorm, whatever kind was chosen.
bool is_rms_norm(const NormOptions& options) {
  return !options.centred() && trailing(options);
}

}  // namespace

std::span<const OptionOf<NormOptions>> option_list(const NormOptions& /*options*/) {
  static const auto list = make_list();
  return list;
}

Differences differences(const NormOptions& own, const NormOptions& theirs) {
  Differences result;
  result.add(own.running != theirs.running, statistics_words(own), statistics_words(theirs));
  if (own.centred() && !own.running && !theirs.running) {
    result.add(own.estimator != theirs.estimator, std::string(estimator_words(own)),
               std::string(estimator_words(theirs)));
    result.add(own.algorithm != theirs.algorithm, algorithm_words(own), algorithm_words(theirs));
  }
  EpsilonWords wanted{.digits = 6};
  wanted.place = own.epsilon_placement != theirs.epsilon_placement;
  wanted.value = !adds_epsilon(own) || own.epsilon != theirs.epsilon;
  result.add(wanted.place || wanted.value, epsilon_words(own, wanted),
             epsilon_words(theirs, wanted));
  result.add(own.centred() != theirs.centred(), "the mean is not subtracted", "it is subtracted");
  return result;
}

std::string module_words(const NormOptions& options) {
  const std::string epsilon = epsilon_words(options, {.digits = 6});
  if (options.running) return fmt::format("{}, {}", statistics_words(options), epsilon);
  return options.centred() ? fmt::format("{}, {}", estimator_words(options), epsilon) : epsilon;
}

bool is_identity(const NormOptions& options) {
  return options.returned == Returned::kInput;
}

std::string short_words(const NormOptions& options) {
  if (options.returned == Returned::kMean) return "the mean";
  if (options.returned == Returned::kInput) return "the input unchanged";
  std::string name = is_rms_norm(options)
                         ? "RMS norm"
                         : with_spaces(base::name_of(normalization_names(), options.kind));
  if (!options.centred() && !is_rms_norm(options)) name += " without centring";
  if (options.running) name += " " + statistics_words(options);
  std::vector<std::string> parts{name, epsilon_words(options, {.names_inside = false})};
  if (options.centred() && !options.running) {
    parts.emplace_back(estimator_words(options));
    if (cancels(options)) parts.emplace_back(kAlgorithmPhrases[1]);
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string full_words(const NormOptions& options) {
  if (options.returned == Returned::kInput) return "the input itself";
  std::string over;
  for (const auto& row : normalization_names()) {
    if (row.value == options.kind) over = row.label();
  }
  if (trailing(options)) {
    over += options.normalized_shape.empty()
                ? std::string(" over the last dimension")
                : " over " + tensor::shape_to_text(options.normalized_shape);
  }
  if (forms_groups(options)) {
    over += fmt::format(" of {} group{}", options.groups, options.groups == 1 ? "" : "s");
  }
  if (options.returned == Returned::kMean) return fmt::format("the mean that {} subtracts", over);
  const std::string variance = options.running
                                   ? " " + statistics_words(options)
                                   : fmt::format(", {} {}{}", estimator_words(options),
                                                 options.centred() ? "variance" : "mean square",
                                                 cancels(options) ? " in one pass" : "");
  return fmt::format("{}{}, {}{}", over, variance, epsilon_words(options),
                     options.centring ? "" : ", the mean not subtracted");
}

std::string class_words(const NormOptions& options) {
  if (options.returned == Returned::kInput) return "Identity";
  if (options.returned == Returned::kMean) return "Mean";
  if (is_rms_norm(options)) return "RMSNorm";
  // "LayerNorm" of "layer-norm".
  std::string name;
  bool capital = true;
  for (const char c : base::name_of(normalization_names(), options.kind)) {
    if (c != '-') name += capital ? static_cast<char>(c - 'a' + 'A') : c;
    capital = c == '-';
  }
  return name + (options.centred() ? "" : " without centring");
}

bool is_torch_norm(const NormOptions& options) {
  return options.epsilon_placement == EpsilonPlacement::kInside &&
         (options.running ||
          (options.estimator == VarianceEstimator::kBiased && !cancels(options))) &&
         options.centred() && options.returned == Returned::kNormalized;
}

NormOptions torch_norm(const NormOptions& options) {
  NormOptions torch;
  torch.kind = options.kind;
  torch.running = options.running;
  if (is_rms_norm(options)) {
    torch.kind = Normalization::kRmsNorm;
    // nn.RMSNorm's eps is None: that of the input's type.
    torch.epsilon = 0x1p-23;
  }
  // NOLINTNEXTLINE(readability-suspicious-call-argument): its own options are those of PyTorch
  return with_groups_of(torch, options);
}

bool cancels(const NormOptions& options) {
  return options.algorithm == VarianceAlgorithm::kOnePass && !options.running;
}

double epsilon_in_root(const NormOptions& options) {
  return options.epsilon_placement == EpsilonPlacement::kInside ? options.epsilon : 0;
}

NormOptions without_epsilon(NormOptions options) {
  options.epsilon_placement = EpsilonPlacement::kNone;
  return options;
}

bool take_epsilon_off(NormOptions& options) {
  const bool added = adds_epsilon(options);
  if (!added) options.epsilon_placement = EpsilonPlacement::kInside;
  return added;
}

NormOptions on_paper(const NormOptions& options) {
  NormOptions paper;
  paper.returned = options.returned;
  if (options.returned == Returned::kInput) return paper;
  paper.kind = trailing(options) ? Normalization::kLayerNorm : options.kind;
  if (trailing(options)) {
    paper.normalized_shape =
        tensor::Shape(std::max<std::size_t>(options.normalized_shape.size(), 1), 1);
  }
  if (forms_groups(options)) paper.groups = options.groups;
  if (options.returned == Returned::kMean) return paper;
  paper.centring = options.centred();
  paper.running = options.running;
  if (!options.running) paper.estimator = options.estimator;
  paper.epsilon_placement = EpsilonPlacement::kNone;
  if (options.epsilon != 0 && adds_epsilon(options)) {
    paper.epsilon = options.epsilon;
    paper.epsilon_placement = options.epsilon_placement;
  }
  return paper;
}

}  // namespace normscope::ops
