// SPDX-License-Identifier: MIT
#include "app/document/built_in.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/comparison.hpp"
#include "app/document/descriptions.hpp"

namespace normscope::document {
namespace {

using ops::EpsilonPlacement;
using ops::NormOptions;

// The options in which two operations differ, in words.
struct Differences {
  std::vector<std::string> own{};
  std::vector<std::string> theirs{};

  void add(bool differ, std::string is, std::string other) {
    if (!differ) return;
    own.push_back(std::move(is));
    theirs.push_back(std::move(other));
  }
};

std::string estimator_words(const NormOptions& options) {
  return std::string(name_of(ops::variance_estimator_names(), options.estimator));
}

std::string algorithm_words(const NormOptions& options) {
  return options.algorithm == ops::VarianceAlgorithm::kOnePass   ? "variance in one pass"
         : options.algorithm == ops::VarianceAlgorithm::kWelford ? "variance by Welford's method"
                                                                 : "variance in two passes";
}

std::string_view place_words(EpsilonPlacement placement) {
  switch (placement) {
    case EpsilonPlacement::kInside:
      return "inside the root";
    case EpsilonPlacement::kOutside:
      return "outside the root";
    case EpsilonPlacement::kCount:
      return "added to the count";
    case EpsilonPlacement::kNone:
      break;
  }
  return "";
}

// Names the value and the place of eps, as far as they are wanted.
std::string epsilon_words(const NormOptions& options, bool value, bool place) {
  if (options.epsilon_placement == EpsilonPlacement::kNone) return "no eps";
  std::string words = "eps";
  if (value) words += fmt::format(" {:.6g}", options.epsilon);
  if (place) words += fmt::format(" {}", place_words(options.epsilon_placement));
  return words;
}

Differences differences(const NormOptions& own, const NormOptions& theirs) {
  Differences result;
  if (own.centred()) {
    result.add(own.estimator != theirs.estimator, estimator_words(own), estimator_words(theirs));
    result.add(own.algorithm != theirs.algorithm, algorithm_words(own), algorithm_words(theirs));
  }
  const bool none = own.epsilon_placement == EpsilonPlacement::kNone;
  const bool place = own.epsilon_placement != theirs.epsilon_placement;
  const bool value = none || own.epsilon != theirs.epsilon;
  result.add(place || value, epsilon_words(own, value, place), epsilon_words(theirs, value, place));
  result.add(own.centred() != theirs.centred(), "the mean is not subtracted", "it is subtracted");
  return result;
}

std::string softmax_words(const ops::SoftmaxOptions& options) {
  switch (options.algorithm) {
    case ops::SoftmaxAlgorithm::kNaive:
      return "no maximum subtracted";
    case ops::SoftmaxAlgorithm::kOnline:
      return "online";
    case ops::SoftmaxAlgorithm::kMaxSubtracted:
      break;
  }
  return "the maximum subtracted";
}

Differences differences(const ops::SoftmaxOptions& own, const ops::SoftmaxOptions& theirs) {
  Differences result;
  result.add(own.algorithm != theirs.algorithm, softmax_words(own), softmax_words(theirs));
  result.add(own.temperature != theirs.temperature,
             fmt::format("temperature {:.6g}", own.temperature),
             fmt::format("temperature {:.6g}", theirs.temperature));
  return result;
}

std::string all_words(const NormOptions& options) {
  const std::string epsilon = epsilon_words(options, true, true);
  return options.centred() ? estimator_words(options) + ", " + epsilon : epsilon;
}

// A layer norm that subtracts no mean is PyTorch's RMSNorm.
NormOptions torch_options(const NormOptions& own) {
  NormOptions options;
  options.kind = own.kind;
  if (!own.centred() && ops::rule_of(own.kind).grouping == ops::Grouping::kTrailing) {
    options.kind = ops::Normalization::kRmsNorm;
    // nn.RMSNorm's eps is None: that of the input's type.
    options.epsilon = static_cast<double>(std::numeric_limits<float>::epsilon());
  }
  options.normalized_shape = own.normalized_shape;
  options.groups = own.groups;
  return options;
}

std::string module_name(const Document& running, std::size_t rank) {
  std::string name = "nn." + operation_name(running);
  const ops::Normalization kind = running.norm.options.kind;
  const bool by_rank =
      kind == ops::Normalization::kBatchNorm || kind == ops::Normalization::kInstanceNorm;
  if (running.subject == Subject::kNorm && by_rank) {
    name += fmt::format("{}d", rank <= 3 ? 1 : rank - 2);
  }
  return name;
}

std::string what_words(const HandWritten& hand_written) {
  const std::string all = hand_written_description(hand_written);
  if (hand_written.subject == Subject::kNorm) return all.substr(0, all.find(','));
  return hand_written.softmax.log ? "log softmax" : "softmax";
}

}  // namespace

BesideBuiltIn beside_built_in(const HandWritten& hand_written, std::size_t rank) {
  BesideBuiltIn result;
  result.what = what_words(hand_written);
  Operation& operation = result.operation;
  operation = {hand_written.subject, hand_written.norm, hand_written.softmax};
  Differences found;
  std::string all;
  if (hand_written.subject == Subject::kNorm) {
    const NormOptions own = hand_written.norm.effective();
    operation.norm.options = torch_options(own);
    operation.norm.epsilon_on = true;
    found = differences(own, operation.norm.options);
    all = all_words(operation.norm.options);
  } else {
    operation.softmax = {};
    operation.softmax.dim = hand_written.softmax.dim;
    operation.softmax.log = hand_written.softmax.log;
    found = differences(hand_written.softmax, operation.softmax);
    all = softmax_words(operation.softmax);
  }
  Document running;
  running.subject = operation.subject;
  running.norm = operation.norm;
  running.softmax = operation.softmax;
  result.name = module_name(running, rank);
  result.own = fmt::format("{}", fmt::join(found.own, ", "));
  result.theirs = found.own.empty() ? all : fmt::format("{}", fmt::join(found.theirs, ", "));
  return result;
}

MaybeEdit compare_with_built_in(const Document& document) {
  const HandWritten* const hand_written = hand_written_operation(document);
  if (hand_written == nullptr) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      "the operation on the stage is not one that a cell wrote");
  }
  BesideBuiltIn beside =
      beside_built_in(*hand_written, document.inputs[document.input].values.shape().size());
  if (beside.own.empty()) {
    return compare_with(document, {.b = SameOperation{}, .b_calculation = Calculation::kTorch});
  }
  return compare_with(document, {.b = std::move(beside.operation)});
}

}  // namespace normscope::document
