// SPDX-License-Identifier: MIT
#include "core/ops/norm_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/limits.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::ops {

namespace {

constexpr std::array<std::string_view, 4> kPlacementPhrases{
    tr_later("eps inside the root"), tr_later("eps outside the root"),
    tr_later("eps added to the count"), tr_later("no eps")};
constexpr std::array<std::string_view, 2> kEstimatorPhrases{tr_later("biased variance"),
                                                            tr_later("unbiased variance")};
constexpr std::array<std::string_view, 2> kMeanSquarePhrases{tr_later("biased mean square"),
                                                             tr_later("unbiased mean square")};
constexpr std::array<std::string_view, 3> kEpsilonPhrases{tr_later("eps {eps} inside the root"),
                                                          tr_later("eps {eps} outside the root"),
                                                          tr_later("eps {eps} added to the count")};
constexpr std::array<std::string_view, 3> kAlgorithmPhrases{
    tr_later("variance in two passes"), tr_later("variance in one pass"),
    tr_later("variance by Welford's method")};
constexpr std::array<std::string_view, 3> kReturnedPhrases{tr_later("return the normalized values"),
                                                           tr_later("return the mean"),
                                                           tr_later("return the input")};

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
           .label = tr_later("Kind"),
           .names_operation = true,
           .surprise = {.weight = 2},
           .card =
               {tr_later("Kind of normalization"),
                tr_later(
                    "Which elements share their mean and variance: a row (layer), a channel over "
                    "the batch (batch), a channel of one sample (instance), some channels (group). "
                    "RMS norm takes no mean off."),
                "layer x[n, :]   batch x[:, c]   instance x[n, c, :]",
                tr_later("Choose rms-norm: the output's mean is no longer 0.")}}),
      option_row<&O::normalized_shape>(
          {.key = "normalized_shape",
           .name = "normalized-shape",
           .title = tr_later("normalize over"),
           .other_names = kShapeNames,
           .help = tr_later("such as 4,5"),
           .absent = tr_later("the last dimension"),
           .widget = "axis",
           .label = tr_later("Normalized"),
           .groups = true,
           .surprise = {.weight = 1},
           .card =
               {tr_later("Normalized dimensions"),
                tr_later(
                    "The trailing dimensions whose elements share statistics. Click the first one "
                    "that belongs to them."),
                "mean = sum over these dimensions / their count",
                tr_later("With three dimensions, click the second: rows are joined.")}},
          trailing),
      option_row<&O::groups>(
          {.key = "groups",
           .name = "groups",
           .title = tr_later("groups"),
           .other_names = kGroupsNames,
           .help = tr_later("groups that the channels form"),
           .label = tr_later("Groups"),
           .groups = true,
           .least = 1,
           .most = base::kMaxElements,
           .surprise = {.weight = 1},
           .card = {tr_later("Groups"), tr_later("How many equal groups the channels form."),
                    "C / groups channels share mean and variance",
                    tr_later("Take 1: layer norm over all channels. Take C: instance "
                             "norm.")}},
          forms_groups),
      option_row<&O::running>(
          {.key = "running",
           .name = "evaluation",
           .title = tr_later("running statistics"),
           .other_names = kRunningNames,
           .help = tr_later("normalize by running statistics, not the batch's"),
           .label = tr_later("Running statistics (evaluation)"),
           .optional = true,
           .surprise = {.weight = 2},
           .card =
               {tr_later("Running statistics"),
                tr_later(
                    "Normalize each channel by a mean and a variance that were kept from training "
                    "data, as PyTorch does after model.eval(). A new layer has 0 and 1."),
                "y = (x - running mean) / sqrt(running variance + eps)",
                tr_later("Type the batch's mean and variance: the output is that of training.")}},
          is_batch_norm),
      option_row<&O::epsilon>(
          {.key = "epsilon",
           .name = "eps",
           .title = "eps",
           .other_names = kEpsilonNames,
           .help = "epsilon",
           .unit = tr_later("x squared, or of x outside the root"),
           .widget = "eps",
           .range = NumberRange::kFromZero,
           .slides_from = 1e-12,
           .slides_to = 1,
           .surprise = {.weight = 3, .usual = kUsualEpsilons, .digits = 1},
           .card =
               {tr_later("Epsilon"),
                tr_later(
                    "A small number that keeps the denominator away from 0. Off, a constant row "
                    "gives NaN."),
                "y = (x - mean) / sqrt(var + eps)",
                tr_later("Drag it up to 1: the output shrinks, because eps is as large as the "
                         "variance.")}},
          nullptr, divides_with_epsilon),
      option_row<&O::epsilon_placement, epsilon_placement_names>(
          {.key = "epsilon_placement",
           .name = "eps-placement",
           .help = tr_later("epsilon under the root, beside it, or on the count"),
           .control = "eps",
           .widget = "placement",
           .label = tr_later("Placement"),
           .side_by_side = true,
           .chosen_from = 3,
           .phrases = kPlacementPhrases,
           .surprise = {.weight = 2},
           .card = {tr_later("Where epsilon goes"),
                    tr_later(
                        "Under the root (PyTorch), beside it (added to the standard deviation), or "
                        "onto the count of elements."),
                    "sqrt(var + eps)   sqrt(var) + eps   sqrt(sum / (n + eps))",
                    tr_later("Change it while eps is 0.001 and watch the fourth digit.")}}),
      option_row<&O::estimator, variance_estimator_names>(
          {.key = "estimator",
           .name = "variance",
           .other_names = kVarianceNames,
           .help = tr_later("divide by n or by n - 1"),
           .widget = "variance",
           .label = tr_later("Variance"),
           .side_by_side = true,
           .phrases = kEstimatorPhrases,
           .surprise = {.weight = 2},
           .card = {tr_later("Variance"),
                    tr_later("Divide the sum of squares by n (biased, LayerNorm's) or by n - 1 "
                             "(torch.var's)."),
                    "var = sum (x - mean)^2 / n   or   / (n - 1)",
                    tr_later("With few elements the difference is large: try a row of two.")}},
          takes_variance),
      option_row<&O::algorithm, variance_algorithm_names>(
          {.key = "algorithm",
           .name = "algorithm",
           .help = tr_later("how the variance is computed"),
           .label = tr_later("Algorithm"),
           .phrases = kAlgorithmPhrases,
           .surprise = {.weight = 3},
           .card =
               {tr_later("How the variance is computed"),
                tr_later(
                    "Two passes are accurate. One pass saves a read, and fails when the mean is "
                    "much larger than the deviation. Welford's recurrence needs one pass and stays "
                    "accurate."),
                "one pass: E[x^2] - E[x]^2",
                tr_later("Add 10000 to every number and choose "
                         "one-pass.")}},
          takes_variance),
      option_row<&O::centring>(
          {.key = "centring",
           .name = "no-centring",
           .title = tr_later("centring"),
           .other_names = kCentringNames,
           .help = tr_later("do not subtract the mean"),
           .label = tr_later("centring"),
           .negated = true,
           .surprise = {.weight = 4},
           .card = {tr_later("Centring"),
                    tr_later("Subtract the mean before dividing. Off, it is RMSNorm."),
                    "y = x / sqrt(mean(x^2) + eps)", tr_later("Switch it off.")}},
          may_centre),
      option_row<&O::returned, returned_names>(
          {.key = "returned",
           .label = tr_later("Returns"),
           .rare = true,
           .phrases = kReturnedPhrases,
           .surprise = {.weight = 4},
           .card =
               {tr_later("What is returned"),
                tr_later(
                    "The normalized values; or, as some tutorials have it, the mean or the input "
                    "unchanged."),
                "V1: y = gamma * mean + beta   V9: y = x",
                tr_later("Choose normalized: it becomes a layer norm.")}},
          is_layer_norm),
  };
}

std::string algorithm_words(const NormOptions& options) {
  return tr(kAlgorithmPhrases.at(static_cast<std::size_t>(options.algorithm)));
}

std::string statistics_words(const NormOptions& options) {
  return std::string(options.running ? tr("by running statistics")
                                     : tr("by the batch's statistics"));
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
  if (!adds_epsilon(options)) return tr("no eps");
  const bool usual = options.epsilon_placement == EpsilonPlacement::kInside;
  const bool place = wanted.place && (wanted.names_inside || !usual);
  const auto at = static_cast<std::size_t>(options.epsilon_placement);
  if (!wanted.value) return std::string(place ? tr(kPlacementPhrases.at(at)) : "eps");
  const std::string eps = wanted.digits > 0 ? fmt::format("{:.{}g}", options.epsilon, wanted.digits)
                                            : fmt::format("{}", options.epsilon);
  return tr(place ? kEpsilonPhrases.at(at) : tr_later("eps {eps}"), arg("eps", eps));
}

std::string estimator_words(const NormOptions& options) {
  const bool biased = options.estimator == VarianceEstimator::kBiased;
  return std::string(biased ? tr("biased") : tr("unbiased"));
}

// "biased variance in one pass"
std::string variance_words(const NormOptions& options) {
  const auto at = static_cast<std::size_t>(options.estimator);
  const std::string_view what =
      tr(options.centred() ? kEstimatorPhrases.at(at) : kMeanSquarePhrases.at(at));
  return cancels(options) ? tr("{variance} in one pass", arg("variance", what)) : std::string(what);
}

std::string_view kind_words(const NormOptions& options) {
  return tr(
      std::ranges::find(normalization_names(), options.kind, &base::Name<Normalization>::value)
          ->label());
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
    result.add(own.estimator != theirs.estimator, estimator_words(own), estimator_words(theirs));
    result.add(own.algorithm != theirs.algorithm, algorithm_words(own), algorithm_words(theirs));
  }
  EpsilonWords wanted{.digits = 6};
  wanted.place = own.epsilon_placement != theirs.epsilon_placement;
  wanted.value = !adds_epsilon(own) || own.epsilon != theirs.epsilon;
  result.add(wanted.place || wanted.value, epsilon_words(own, wanted),
             epsilon_words(theirs, wanted));
  result.add(own.centred() != theirs.centred(), tr("the mean is not subtracted"),
             tr("it is subtracted"));
  return result;
}

std::string module_words(const NormOptions& options) {
  const std::string epsilon = epsilon_words(options, {.digits = 6});
  if (options.running) return text::listed(statistics_words(options), epsilon);
  return options.centred() ? text::listed(estimator_words(options), epsilon) : epsilon;
}

bool is_identity(const NormOptions& options) {
  return options.returned == Returned::kInput;
}

std::string short_words(const NormOptions& options) {
  if (options.returned == Returned::kMean) return tr("the mean");
  if (options.returned == Returned::kInput) return tr("the input unchanged");
  std::string name(is_rms_norm(options) ? tr("RMS norm") : kind_words(options));
  if (!options.centred() && !is_rms_norm(options)) {
    name = tr("{norm} without centring", arg("norm", name));
  }
  if (options.running) name = tr("{norm} by running statistics", arg("norm", name));
  std::vector<std::string> parts{name, epsilon_words(options, {.names_inside = false})};
  if (options.centred() && !options.running) {
    parts.push_back(estimator_words(options));
    if (cancels(options)) parts.emplace_back(tr(kAlgorithmPhrases[1]));
  }
  return text::listed(parts);
}

std::string full_words(const NormOptions& options, std::string_view /*over*/) {
  if (options.returned == Returned::kInput) return tr("the input itself");
  std::string over(kind_words(options));
  if (trailing(options)) {
    over = options.normalized_shape.empty()
               ? tr("{norm} over the last dimension", arg("norm", over))
               : tr("{norm} over {shape}", arg("norm", over),
                    arg("shape", tensor::shape_to_text(options.normalized_shape)));
  }
  if (forms_groups(options)) {
    over = tr_n("{norm} of {n} group", "{norm} of {n} groups", options.groups, arg("norm", over),
                arg("n", options.groups));
  }
  if (options.returned == Returned::kMean)
    return tr("the mean that {norm} subtracts", arg("norm", over));
  if (options.running) over = tr("{norm} by running statistics", arg("norm", over));
  std::vector<std::string> parts{over};
  if (!options.running) parts.push_back(variance_words(options));
  parts.push_back(epsilon_words(options));
  if (!options.centring) parts.emplace_back(tr("the mean not subtracted"));
  return text::listed(parts);
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
  return options.centred() ? name : tr("{norm} without centring", arg("norm", name));
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
