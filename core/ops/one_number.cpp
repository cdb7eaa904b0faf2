// SPDX-License-Identifier: MIT
#include "core/ops/one_number.hpp"

#include "core/text/translate.hpp"

namespace normscope::ops {

namespace {

// What is probably meant by an operation whose groups have one number each.
std::string_view meant_by(const tensor::Shape& x, const Operation& operation) {
  const auto* const norm = std::get_if<NormOptions>(&operation);
  const bool column = x.size() == 2 && x[1] == 1;
  if (norm != nullptr && rule_of(norm->kind).grouping != Grouping::kTrailing) {
    if (norm->kind == Normalization::kGroupNorm && norm->groups > 1)
      return tr("did you mean fewer --groups?");
    if (x.size() == 2)
      return tr("did you mean layer-norm over the features, or batch-norm over the batch?");
    return tr("did you mean another order of dimensions, --channel-dim?");
  }
  if (column) return tr("it is a column: did you mean --transpose, or one row?");
  return norm != nullptr ? tr("did you mean another --normalized-shape?")
                         : tr("did you mean another --dim?");
}

std::string_view result_of(const Operation& operation) {
  if (const auto* const norm = std::get_if<NormOptions>(&operation)) {
    return norm->centred() ? tr("0, or NaN without eps, before gamma and beta")
                           : tr("its sign, before gamma and beta");
  }
  if (const auto* const softmax = std::get_if<SoftmaxOptions>(&operation)) {
    return softmax->has_sink() ? tr("its share beside the sink") : softmax->log ? "0" : "1";
  }
  return tr(words_of(std::get<RelativeOptions>(operation).kind).of_one_number);
}

}  // namespace

base::Expected<void> check_training(const tensor::Shape& x, const Operation& operation) {
  const auto* const norm = std::get_if<NormOptions>(&operation);
  const bool one = norm != nullptr && norm->kind == Normalization::kBatchNorm && !norm->running &&
                   x.size() > 1 && x[1] > 0 && tensor::product(x) == x[1];
  if (!one) return {};
  return base::fail(base::ErrorKind::kInvalidArgument,
                    tr("batch norm in training needs more than 1 value a channel, but the "
                       "input's shape {shape} has 1; PyTorch refuses it, too",
                       arg("shape", tensor::shape_to_text(x))),
                    tr("normalize by statistics of other data: compute batch-norm --running-mean M "
                       "--running-var V"));
}

std::int64_t groups_of_one_number(const tensor::Shape& x, const Operation& operation) {
  const auto* const relative = std::get_if<RelativeOptions>(&operation);
  if (is_identity(operation) || result_of(operation).empty()) return 0;
  std::int64_t count = 0;
  std::int64_t size = 0;
  const auto take = [&](const auto& plan) {
    if (!plan) return;
    count = plan->groups.count;
    size = plan->groups.size;
  };
  if (const auto* const norm = std::get_if<NormOptions>(&operation)) {
    if (norm->running) return 0;
    take(plan_norm(x, *norm));
  } else if (relative != nullptr) {
    take(plan_relative(x, nullptr, nullptr, *relative));
  } else {
    take(plan_softmax(x, std::get<SoftmaxOptions>(operation)));
  }
  return size == 1 ? count : 0;
}

std::string one_number_note(const tensor::Shape& x, const Operation& operation) {
  const std::int64_t count = groups_of_one_number(x, operation);
  if (count == 0) return {};
  return tr_n("the only group has one number, and every result is {result}; {meant}",
              "each of the {n} groups has one number, and every result is {result}; {meant}", count,
              arg("n", count), arg("result", result_of(operation)),
              arg("meant", meant_by(x, operation)));
}

}  // namespace normscope::ops
