// SPDX-License-Identifier: MIT
#include "app/document/built_in.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "app/document/comparison.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/hand_written.hpp"
#include "app/document/settings.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

namespace {

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
  return std::string(hand_written.softmax.log ? tr("log softmax") : tr("softmax"));
}

template <class Options>
void add_differences(BesideBuiltIn& beside, const Options& own, const Options& theirs) {
  const ops::Differences found = ops::differences(own, theirs);
  beside.own = text::listed(found.own);
  beside.theirs = found.own.empty() ? ops::module_words(theirs) : text::listed(found.theirs);
}

}  // namespace

BesideBuiltIn beside_built_in(const HandWritten& hand_written, std::size_t rank) {
  BesideBuiltIn result;
  result.what = what_words(hand_written);
  Operation& operation = result.operation;
  operation = {hand_written.subject, hand_written.norm, hand_written.softmax};
  if (hand_written.subject == Subject::kNorm) {
    const ops::NormOptions own = hand_written.norm.effective();
    set_options(operation.norm, ops::torch_norm(own));
    add_differences(result, own, operation.norm.options);
  } else {
    operation.softmax = ops::torch_softmax(hand_written.softmax);
    add_differences(result, hand_written.softmax, operation.softmax);
  }
  Document running;
  running.subject = operation.subject;
  running.norm = operation.norm;
  running.softmax = operation.softmax;
  result.name = module_name(running, rank);
  return result;
}

MaybeEdit compare_with_built_in(const Document& document) {
  const HandWritten* const hand_written = hand_written_operation(document);
  if (hand_written == nullptr) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("the operation on the stage is not one that a cell wrote"));
  }
  BesideBuiltIn beside =
      beside_built_in(*hand_written, document.inputs[document.input].values.shape().size());
  if (beside.own.empty()) {
    return compare_with(document, {.b = SameOperation{}, .b_calculation = Calculation::kTorch});
  }
  return compare_with(document, {.b = std::move(beside.operation)});
}

}  // namespace normscope::document
