// SPDX-License-Identifier: MIT
#include "app/cells/likeness.hpp"

#include <optional>
#include <string_view>
#include <variant>

#include "core/text/translate.hpp"
#include "core/variants/explain/explain.hpp"

namespace normscope::cells {

namespace {

using variants::NumberFormat;

// Nothing: of whole numbers.
std::optional<NumberFormat> format_of(const CellVariable& array) {
  static constexpr std::string_view kNumPy = "numpy.";
  std::string_view type = array.dtype;
  if (type.starts_with(kNumPy)) type.remove_prefix(kNumPy.size());
  if (type == "float16") return NumberFormat::kFloat16;
  if (type == "bfloat16") return NumberFormat::kBfloat16;
  const bool is_wide = type == "float32" || type == "float64";
  return is_wide ? std::optional(NumberFormat::kFloat32) : std::nullopt;
}

// Whether an array may be an operation, or what an operation was made of.
bool has_numbers(const CellVariable& array) {
  return array.variable && format_of(array) && array.values.values() != nullptr &&
         array.values.values()->size() <= kMostLikenessElements;
}

// A mean or the input itself are operations of many arrays.
bool is_named(const variants::Explanation& found) {
  if (!found.kind.empty()) return false;
  const auto* const norm = std::get_if<ops::NormOptions>(&found.operation);
  if (norm != nullptr) return norm->returned == ops::Returned::kNormalized;
  return std::holds_alternative<ops::SoftmaxOptions>(found.operation);
}

}  // namespace

void add_likeness(CellVariable& array, std::span<const std::shared_ptr<const CellVariable>> before,
                  const std::function<bool()>& goes_on) {
  if (!has_numbers(array)) return;
  int others = 0;
  for (const auto& x : before) {
    if (!has_numbers(*x) || x->values.shape() != array.values.shape()) continue;
    if (++others > kMostLikenessOthers || !goes_on()) return;
    variants::Known known;
    known.x.format = *format_of(*x);
    known.y.format = *format_of(array);
    const auto found = variants::explain(*x->values.values(), *array.values.values(), known);
    if (!found || found->verdict != variants::Fit::kExplained) continue;
    const variants::Explanation& best = found->ranked.front();
    if (!is_named(best)) continue;
    array.what = tr("looks like {input} after {operation}", arg("input", x->name),
                    arg("operation", best.words));
    array.like = std::make_shared<const Likeness>(
        Likeness{*x->variable, x->values, best.operation, best.gamma, best.beta});
    return;
  }
}

}  // namespace normscope::cells
