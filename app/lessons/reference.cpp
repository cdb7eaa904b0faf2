// SPDX-License-Identifier: MIT
#include "app/lessons/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/results/errors.hpp"
#include "app/results/hand_written/builtin.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/results/sheet/slice.hpp"
#include "core/base/names.hpp"
#include "core/text/joined.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"
#include "core/trace/role.hpp"

namespace normscope::lessons {

namespace {

constexpr std::array<base::Name<RowStatistic>, 6> kRowStatistics{{
    {RowStatistic::kSum, "sum"},
    {RowStatistic::kMean, "mean"},
    {RowStatistic::kBiasedVariance, "biased variance"},
    {RowStatistic::kUnbiasedVariance, "unbiased variance"},
    {RowStatistic::kMinimum, "minimum"},
    {RowStatistic::kMaximum, "maximum"},
}};

// As many as tell any two doubles apart.
constexpr std::int64_t kMostDecimals = 17;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool read_whole(std::string_view text, std::int64_t& value) {
  const auto read = text::parse_int(trimmed(text));
  value = read.value_or(-1);
  return value >= 0;
}

// The part behind the colon: "2" or "e3".
bool read_format(std::string_view text, Reference& reference) {
  text = trimmed(text);
  reference.scientific = text.starts_with('e');
  if (reference.scientific) text.remove_prefix(1);
  std::int64_t decimals = 0;
  if (!read_whole(text, decimals) || decimals > kMostDecimals) return false;
  reference.decimals = static_cast<int>(decimals);
  return true;
}

// The part in the brackets: "0" or "0, 3".
bool read_place(std::string_view text, Reference& reference) {
  const std::size_t comma = text.find(',');
  if (comma != std::string_view::npos) {
    std::int64_t column = 0;
    if (!read_whole(text.substr(comma + 1), column)) return false;
    reference.column = column;
  }
  return read_whole(text.substr(0, comma), reference.row);
}

// card_of gives the last card for a name that is none.
std::optional<std::size_t> card_named(std::string_view name,
                                      const results::Evaluation& evaluation) {
  const auto names = card_names(evaluation);
  if (std::ranges::find(names, name) == names.end()) return std::nullopt;
  return results::card_of(evaluation, name);
}

// The values of a step as a matrix: from a trace, or of a whole tensor.
struct Matrix {
  const trace::Trace* trace = nullptr;
  int step = 0;
  std::optional<tensor::Tensor> whole{};
  results::Slice all{};

  float at(std::int64_t row, std::int64_t column) const {
    const std::int64_t position = all.position(row, column);
    return whole ? whole->values()[static_cast<std::size_t>(position)]
                 : trace->value(step, position);
  }
};

Expected<Matrix> matrix_of(const Reference& reference, const document::Document& document,
                           const results::Evaluation& evaluation) {
  Matrix matrix;
  if (reference.card == "builtin") {
    auto output =
        results::builtin_output(results::operation_request(document, evaluation.activations));
    if (!output) return tl::unexpected(output.error());
    matrix.all = results::whole_matrix(output->shape());
    matrix.whole = *std::move(output);
    return matrix;
  }
  const auto at = card_named(reference.card, evaluation);
  if (!at) {
    return fail(ErrorKind::kNotFound,
                tr("there is no step '{name}' on the stage", arg("name", reference.card)),
                tr("the steps are {names}", arg("names", text::listed(card_names(evaluation)))));
  }
  const results::Card& card = evaluation.cards[*at];
  matrix.trace = &evaluation.stages[card.stage].trace;
  matrix.step = card.step;
  matrix.all = results::whole_matrix(results::shape_of_card(evaluation, *at));
  return matrix;
}

float statistic_of(RowStatistic statistic, const std::vector<float>& row) {
  switch (statistic) {
    case RowStatistic::kSum:
      return torch_arithmetic::sum(row);
    case RowStatistic::kMean:
      return torch_arithmetic::mean(row);
    case RowStatistic::kBiasedVariance:
      return torch_arithmetic::var_of_row(row, 0);
    case RowStatistic::kUnbiasedVariance:
      return torch_arithmetic::var_of_row(row, 1);
    case RowStatistic::kMinimum:
      return std::ranges::min(row);
    case RowStatistic::kMaximum:
      return std::ranges::max(row);
    case RowStatistic::kNone:
      break;
  }
  return row.front();
}

}  // namespace

std::vector<std::string> card_names(const results::Evaluation& evaluation) {
  std::vector<std::string> names;
  for (const results::Card& card : evaluation.cards) {
    const results::Stage& stage = evaluation.stages[card.stage];
    const auto& steps = stage.trace.steps();
    if (card.stage + 1 == evaluation.stages.size() || card.step == 0) {
      names.push_back(steps[static_cast<std::size_t>(card.step)].name);
    } else if (static_cast<std::size_t>(card.step) + 1 == steps.size()) {
      names.emplace_back(stage.name.starts_with("Linear") ? "linear" : "relu");
    }
  }
  return names;
}

Expected<Reference> parse_reference(std::string_view text) {
  Reference reference;
  const std::size_t open = text.find('[');
  const std::size_t close = text.find(']');
  bool valid = open != std::string_view::npos && close != std::string_view::npos && open < close;
  if (valid) {
    valid = read_place(text.substr(open + 1, close - open - 1), reference);
    std::string_view name = trimmed(text.substr(0, open));
    // "mean of gradient" is a step, "mean of normalized" a row's statistic.
    const bool is_step = base::value_of(trace::role_names(), name).has_value();
    for (const auto& [statistic, word] : kRowStatistics) {
      const std::string prefix = fmt::format("{} of ", word);
      if (is_step || !name.starts_with(prefix)) continue;
      reference.statistic = statistic;
      name = trimmed(name.substr(prefix.size()));
      break;
    }
    reference.card = name;
    const std::string_view rest = trimmed(text.substr(close + 1));
    valid = valid && !name.empty() &&
            (rest.empty() || (rest.starts_with(':') && read_format(rest.substr(1), reference)));
  }
  if (valid) return reference;
  return fail(
      ErrorKind::kMalformed, tr("'{text}' is no reference to a number", arg("text", text)),
      std::string(
          tr("write {mean[0]} for row 0 of the mean, {normalized[0, 3]} for row 0, column 3")));
}

std::optional<results::Cell> cell_of(const Reference& reference,
                                     const results::Evaluation& evaluation, std::int64_t column) {
  const auto card = card_named(reference.card, evaluation);
  if (!card) return std::nullopt;
  const results::Slice all = results::whole_matrix(results::shape_of_card(evaluation, *card));
  const bool of_row = reference.statistic != RowStatistic::kNone;
  const std::int64_t own =
      of_row ? std::min(column, all.columns - 1) : reference.column.value_or(0);
  if (reference.row >= all.rows || own >= all.columns) return std::nullopt;
  return results::Cell{*card, all.position(reference.row, own)};
}

Expected<double> value_of(const Reference& reference, const document::Document& document,
                          const results::Evaluation& evaluation) {
  if (evaluation.failure) return tl::unexpected(*evaluation.failure);
  const auto matrix = matrix_of(reference, document, evaluation);
  if (!matrix) return tl::unexpected(matrix.error());
  const results::Slice& all = matrix->all;
  if (reference.row >= all.rows) {
    return fail(
        ErrorKind::kNotFound,
        tr("'{card}' has no row {row}", arg("card", reference.card), arg("row", reference.row)),
        tr("rows count from 0; the last one is {last}", arg("last", all.rows - 1)));
  }
  if (reference.statistic != RowStatistic::kNone) {
    if (reference.column) {
      return fail(ErrorKind::kInvalidArgument, tr("a statistic of a row needs no column"));
    }
    std::vector<float> row;
    row.reserve(static_cast<std::size_t>(all.columns));
    for (std::int64_t i = 0; i < all.columns; ++i) row.push_back(matrix->at(reference.row, i));
    return static_cast<double>(statistic_of(reference.statistic, row));
  }
  if (!reference.column && all.columns != 1) {
    return fail(ErrorKind::kInvalidArgument,
                tr("'{card}' has {columns} columns: say which", arg("card", reference.card),
                   arg("columns", all.columns)),
                tr("{card}[{row}, 0] is the first", arg("card", reference.card),
                   arg("row", reference.row)));
  }
  const std::int64_t column = reference.column.value_or(0);
  if (column >= all.columns) {
    return fail(
        ErrorKind::kNotFound,
        tr("'{card}' has no column {column}", arg("card", reference.card), arg("column", column)),
        tr("columns count from 0; the last one is {last}", arg("last", all.columns - 1)));
  }
  return static_cast<double>(matrix->at(reference.row, column));
}

std::string number_text(const Reference& reference, double value) {
  if (std::isnan(value)) return "nan";  // its sign says nothing
  return reference.scientific ? fmt::format("{:.{}e}", value, reference.decimals)
                              : fmt::format("{:.{}f}", value, reference.decimals);
}

}  // namespace normscope::lessons
