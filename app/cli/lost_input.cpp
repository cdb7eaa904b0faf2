// SPDX-License-Identifier: MIT
#include "app/cli/lost_input.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/cli/input_files.hpp"
#include "core/compute/compute.hpp"
#include "core/tensor/permute.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

constexpr std::string_view kWayOut =
    tr_later("subtract a common number from each group before it is saved");

}  // namespace

std::optional<LostInput> lost_of_input(const std::string& path, const io::TableChoice& table,
                                       const tensor::GroupLayout& groups, const tensor::Tensor& x,
                                       const std::vector<std::size_t>& order) {
  if (!compute::may_lack_digits(groups, x.values())) return std::nullopt;
  io::Doubles doubles;
  const auto again = read_input(path, table, {.doubles = &doubles});
  if (!again || static_cast<std::int64_t>(doubles.values.size()) != x.size()) return std::nullopt;
  if (!order.empty()) {
    doubles.values = tensor::permuted(doubles.values, again->shape(), order);
  }
  const auto lost = compute::lost_digits(groups, x.values(), doubles.values, doubles.inexact);
  if (!lost) return std::nullopt;
  return LostInput{compute::sentence_of(*lost, x.shape()), lost->in_double,
                   std::make_shared<const std::vector<double>>(std::move(doubles.values))};
}

tl::unexpected<Failure> refused(const std::string& path, const LostInput& lost) {
  return tl::unexpected(Failure{path, {base::ErrorKind::kUnsupported, lost.sentence, tr(kWayOut)}});
}

void note_lost_digits(const std::string& path, const io::TableChoice& table,
                      const ops::Operation& operation, const tensor::Tensor& x,
                      const Console& console) {
  // Of another shape than the operation needs more is said elsewhere.
  const auto plan = compute::plan_request(
      {operation, std::shared_ptr<const tensor::Tensor>(std::shared_ptr<void>(), &x)});
  if (!plan) return;
  const auto lost = lost_of_input(path, table, compute::groups_of(*plan), x);
  if (!lost) return;
  say(console.err,
      tr("note: {what}\n",
         arg("what",
             text::labelled(
                 path,
                 text::listed_apart(
                     lost->sentence,
                     tr(lost->in_double ? kWayOut
                                        : tr_later("normscope compute computes it in double")))))));
}

}  // namespace normscope::cli
