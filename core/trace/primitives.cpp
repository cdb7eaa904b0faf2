// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>

#include "core/text/translate.hpp"
#include "core/trace/derivatives.hpp"
#include "core/trace/element_rows.hpp"
#include "core/trace/group_functions.hpp"
#include "core/trace/primitive.hpp"
#include "core/trace/summed_functions.hpp"

namespace normscope::trace {

namespace {

constexpr PrimitiveRow statistic(PrimitiveRow row) {
  row.kind = Kind::kStatistic;
  row.letter = true;
  return row;
}

using B = Binding;
using P = Primitive;
namespace d = derivative;

constexpr std::array kLeaves = std::to_array<PrimitiveRow>({
    {.primitive = P::kGiven,
     .id = "given",
     .noun = tr_later("parameter"),
     .kind = Kind::kLeaf,
     .arity = 0,
     .unit = rule::given_unit,
     .torch = "#a",
     .spoken = "{a:.6g}",
     .sentences = {.usual = tr_later("The numbers as they are given.")},
     .letter = true},
    {.primitive = P::kConstant,
     .id = "constant",
     .noun = tr_later("constant"),
     .kind = Kind::kLeaf,
     .arity = 0,
     .has_constant = true,
     .elements = function::each<function::Same, 0, float>,
     .doubles = function::each<function::Same, 0, double>,
     .unit = rule::given_unit,
     .torch = "#c",
     .spoken = "{c:.6g}",
     .sentences = {.usual = tr_later("A number of the options.")},
     .letter = true},
});

constexpr std::array kStatistics = std::to_array<PrimitiveRow>({
    statistic({.primitive = P::kSumOver,
               .id = "sum-over",
               .noun = tr_later("sum"),
               .has_constant = true,
               .statistic = function::sum_over,
               .row_statistic = function::row_sum_over,
               .double_statistic = function::double_sum_over,
               .summed = function::summed_sum,
               .double_summed = function::summed_sum,
               .term = rule::divided_term,
               .shift = rule::sum_effect,
               .derivatives = {d::of_sum},
               .addends = {.listed = "+", .divided = true},
               .torch = "#a.sum(dim=#d, keepdim=True)",
               .sentences =
                   {.usual = tr_later("The numbers of each group are added up."),
                    .divided_by_count = tr_later(
                        "The numbers of each group are added up and divided by their count."),
                    .divided = tr_later(
                        "The numbers of each group are added up and divided by {divisor:.6g}.")}}),
    statistic({.primitive = P::kMaximum,
               .id = "maximum",
               .noun = tr_later("maximum"),
               .statistic = function::maximum,
               .row_statistic = function::row_maximum,
               .double_statistic = function::double_maximum,
               .term = rule::same_term,
               .shift = rule::same_effect,
               .derivatives = {d::of_extreme},
               .addends = {.listed = "\\max"},
               .torch = "#a.amax(dim=#d, keepdim=True)",
               .sentences = {.usual = tr_later("The largest number of each group.")}}),
    statistic({.primitive = P::kMinimum,
               .id = "minimum",
               .noun = tr_later("minimum"),
               .statistic = function::minimum,
               .row_statistic = function::row_minimum,
               .double_statistic = function::double_minimum,
               .term = rule::same_term,
               .shift = rule::same_effect,
               .derivatives = {d::of_extreme},
               .addends = {.listed = "\\min"},
               .torch = "#a.amin(dim=#d, keepdim=True)",
               .sentences = {.usual = tr_later("The smallest number of each group.")}}),
    statistic(
        {.primitive = P::kVariance,
         .id = "variance",
         .noun = tr_later("variance"),
         .has_constant = true,
         .statistic = function::variance,
         .row_statistic = function::row_variance,
         .double_statistic = function::double_variance,
         .summed = function::summed_variance,
         .double_summed = function::summed_variance,
         .term = rule::variance_term,
         .shift = rule::cancelling_effect,
         .unit = rule::variance_unit,
         .derivatives = {d::of_variance},
         .addends = {.form = {.text = "(#a - #b)^2",
                              .binding = B::kPower,
                              .least = {B::kSum, B::kProduct}},
                     .centre = P::kSumOver,
                     .listed = "+",
                     .divided = true},
         .torch = "#a.var(dim=#d, unbiased=#u, keepdim=True)",
         .sentences =
             {.usual = tr_later(
                  "The squared distances of each group's numbers from their mean are added up."),
              .divided_by_count = tr_later("The squared distances of each group's numbers from "
                                           "their mean are added up and divided by their count."),
              .divided = tr_later("The squared distances of each group's numbers from their mean "
                                  "are added up and divided by {divisor:.6g}.")}}),
    statistic(
        {.primitive = P::kOnlineSum,
         .id = "online-sum",
         .noun = tr_later("online sum"),
         .statistic = function::online_sum,
         .row_statistic = function::row_online_sum,
         .double_statistic = function::double_online_sum,
         .summed = function::summed_online_sum,
         .double_summed = function::summed_online_sum,
         .term = rule::fixed_term,
         .shift = rule::cancelling_effect,
         .unit = rule::exponential_unit,
         .derivatives = {d::of_online_sum},
         .addends = {.form = {.text = "e^{#a - #b}",
                              .binding = B::kPower,
                              .least = {B::kSum, B::kProduct}},
                     .centre = P::kMaximum,
                     .listed = "+"},
         .torch = "(#a - #a.amax(dim=#d, keepdim=True)).exp().sum(dim=#d, keepdim=True)",
         .sentences = {.usual = tr_later("The exponentials of each group's numbers minus their "
                                         "maximum, added up in one pass.")}}),
    statistic({.primitive = P::kThreshold,
               .id = "threshold",
               .noun = tr_later("threshold"),
               .statistic = function::threshold,
               .row_statistic = function::row_threshold,
               .double_statistic = function::double_threshold,
               .summed = function::summed_threshold,
               .double_summed = function::summed_threshold,
               .term = rule::threshold_term,
               .shift = rule::same_effect,
               .derivatives = {d::of_threshold},
               .addends = {.listed = "+", .above = true},
               .torch = "((#a.sort(dim=#e, descending=True).values.cumsum(#e) - 1) / "
                        "torch.ones_like(#a).cumsum(#e)).amax(dim=#d, keepdim=True)",
               .sentences = {.usual = tr_later(
                                 "What is subtracted from each group's numbers so that those "
                                 "that stay above 0 add up to 1.")}}),
});

constexpr std::array kProducts = std::to_array<PrimitiveRow>({
    {.primitive = P::kMatrixProduct,
     .id = "product",
     .noun = tr_later("matrix product"),
     .kind = Kind::kProduct,
     .arity = 2,
     .derivatives = {d::of_rows, d::of_turned_columns},
     .form = {.text = "#a*#b^\\top", .binding = B::kProduct, .least = {B::kProduct, B::kAtom}},
     .torch = "#a @ #b.mT",
     .sign = "×",
     .spoken = tr_later("the product of rows"),
     .sentences = {.usual = tr_later(
                       "Each row times each column of the transposed weights, added up.")}},
    {.primitive = P::kPlainProduct,
     .id = "plain-product",
     .noun = tr_later("matrix product"),
     .kind = Kind::kProduct,
     .arity = 2,
     .derivatives = {d::of_plain_rows, d::of_plain_columns},
     .form = {.text = "#a*#b", .binding = B::kProduct, .least = {B::kProduct, B::kPower}},
     .torch = "#a @ #b",
     .sign = "×",
     .spoken = tr_later("the product of rows"),
     .sentences = {.usual = tr_later("Each row times each column, added up.")}},
    {.primitive = P::kTurnedProduct,
     .id = "turned-product",
     .noun = tr_later("matrix product"),
     .kind = Kind::kProduct,
     .arity = 2,
     .derivatives = {d::of_turned_rows, d::of_turned_factor},
     .form = {.text = "#a^\\top*#b", .binding = B::kProduct, .least = {B::kAtom, B::kPower}},
     .torch = "#a.flatten(0, -2).mT @ #b.flatten(0, -2)",
     .sign = "×",
     .spoken = tr_later("the product of columns"),
     .sentences = {.usual = tr_later("Each column times each column, added up over all rows.")}},
});

// All rows, in the order of their primitives.
constexpr auto kTable = [] {
  std::array<PrimitiveRow,
             kLeaves.size() + rows::kElements.size() + kStatistics.size() + kProducts.size()>
      all{};
  auto* end = std::ranges::copy(kLeaves, all.begin()).out;
  end = std::ranges::copy(rows::kElements, end).out;
  end = std::ranges::copy(kStatistics, end).out;
  std::ranges::copy(kProducts, end);
  return all;
}();

}  // namespace

std::span<const PrimitiveRow> primitives() {
  return kTable;
}

const PrimitiveRow& row_of(Primitive primitive) {
  return kTable[static_cast<std::size_t>(primitive)];
}

}  // namespace normscope::trace
