// SPDX-License-Identifier: MIT
#include "app/handout/stage_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "app/figures/builders/catalogue.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/comparing/presets.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/results/sheet/step_words.hpp"
#include "core/ops/presets.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::handout {

namespace {

using results::Card;
using results::Evaluation;

/// The value at a position of a tensor.
using ValueAt = std::function<float(std::int64_t position)>;

ValueAt values_of(const Evaluation& evaluation, const Card& card) {
  return [&trace = evaluation.stages[card.stage].trace, step = card.step](std::int64_t at) {
    return trace.value(step, at);
  };
}

class Tables {
 public:
  Tables(const Evaluation& evaluation, const document::Document& document,
         const std::string& reveals)
      : evaluation_(evaluation), document_(document) {
    const std::size_t focus = results::card_of(evaluation, document.view.step);
    focus_ = std::min(focus, results::card_of(evaluation, reveals));
  }

  std::vector<Table> all() const {
    const Card& focus = evaluation_.cards[focus_];
    const Card& source = evaluation_.cards[source_of(focus)];
    std::vector<Table> tables = {table_of(source.title, source, values_of(evaluation_, source))};
    if (document_.view.layout == document::StageLayout::kVariants && evaluation_.activations) {
      tables.push_back(variants());
    } else if (evaluation_.compared && !evaluation_.compared->failure) {
      add_compared(tables, focus);
    } else if (&source != &focus) {
      tables.push_back(table_of(focus.title, focus, values_of(evaluation_, focus)));
      tables.back().made = results::made_words(evaluation_, focus_);
    }
    return tables;
  }

 private:
  // Before a step of a layer stands the input, before one of the operation what the layers made.
  std::size_t source_of(const Card& focus) const {
    const std::size_t operation = evaluation_.stages.size() - 1;
    if (focus.stage < operation || operation == 0) return 0;
    std::size_t source = 0;
    while (source + 1 < focus_ && evaluation_.cards[source + 1].stage < operation) ++source;
    return source;
  }

  std::string text_of(double value, bool whole) const {
    return figures::value_text(value, figures::decimals_of(document_.view.digits), whole);
  }

  // The first rows and columns of the slice of a card that the document shows.
  Table table_of(std::string title, const Card& card, const ValueAt& value_at) const {
    const auto& steps = evaluation_.stages[card.stage].trace.steps();
    const tensor::Shape& shape = steps[static_cast<std::size_t>(card.step)].shape;
    const figures::StepSlice shown = figures::slice_of(evaluation_, card, document_.selection);
    const results::Slice& slice = shown.slice;
    Table table{.title = std::move(title),
                .about = tensor::shape_to_text(shape),
                .all_rows = slice.rows,
                .all_columns = slice.columns,
                .selected = shown.selected};
    const std::int64_t rows = std::min(slice.rows, kMostRows);
    const std::int64_t columns = std::min(slice.columns, kMostColumns);
    bool whole = true;
    std::vector<double> values;
    for (std::int64_t row = 0; row < rows; ++row) {
      table.labels.push_back(tr("row {n}", arg("n", slice.first_row() + row)));
      for (std::int64_t column = 0; column < columns; ++column) {
        const auto value = static_cast<double>(value_at(slice.position(row, column)));
        values.push_back(value);
        whole = whole && (!std::isfinite(value) || value == std::trunc(value));
      }
    }
    for (std::size_t at = 0; at < values.size(); ++at) {
      if (at % static_cast<std::size_t>(columns) == 0) table.rows.emplace_back();
      table.rows.back().push_back(text_of(values[at], whole));
    }
    return table;
  }

  // The step of A, its counterpart of B, and the difference of outputs. Where B has no such step,
  // and of given outputs, only the outputs are known.
  void add_compared(std::vector<Table>& tables, const Card& focus) const {
    const results::Compared& compared = *evaluation_.compared;
    const results::StepPair& pair = compared.pairs[focus_];
    const std::string a = text::labelled("A", compared.names[0]);
    const std::string b = text::labelled("B", compared.names[1]);
    const bool step = focus_ + 1 < evaluation_.cards.size();
    if (step && pair.b && compared.b && pair.parting != results::Parting::kOtherShape) {
      const ValueAt of_a = values_of(evaluation_, focus);
      const ValueAt of_b = values_of(*compared.b, compared.b->cards[*pair.b]);
      add_sides(tables, focus, {a, of_a}, {b, of_b});
      for (Table& table : tables) {
        if (&table != tables.data()) table.about = text::in_a_row(focus.title, table.about);
      }
      return;
    }
    const auto value_of = [](const trace::TensorRef& output) {
      return [output](std::int64_t at) { return output->values()[static_cast<std::size_t>(at)]; };
    };
    add_sides(tables, evaluation_.cards.back(), {a, value_of(compared.outputs[0])},
              {b, value_of(compared.outputs[1])});
  }

  using Side = std::pair<std::string, ValueAt>;
  void add_sides(std::vector<Table>& tables, const Card& card, const Side& a, const Side& b) const {
    tables.push_back(table_of(a.first, card, a.second));
    tables.push_back(table_of(b.first, card, b.second));
    tables.push_back(
        table_of("A - B", card, [&](std::int64_t at) { return a.second(at) - b.second(at); }));
  }

  // The selected row of every preset's output.
  Table variants() const {
    const results::PresetTable presets = results::preset_table(document_, evaluation_.activations);
    const tensor::Shape& shape = evaluation_.activations->shape();
    const figures::StepSlice shown =
        figures::slice_of(evaluation_, evaluation_.cards.back(), document_.selection);
    const std::int64_t row = shown.selected ? shown.selected->row : 0;
    Table table{.title = tr("Ten variants"),
                .about = tr("row {n}", arg("n", shown.slice.first_row() + row)),
                .all_columns = shown.slice.columns};
    if (!presets.failure) {
      for (std::size_t i = 0; i < presets.outputs.size(); ++i) {
        const trace::TensorRef& output = presets.outputs[i];
        if (output == nullptr || output->shape() != shape) continue;
        table.labels.emplace_back(ops::presets()[i].id);
        std::vector<std::string>& texts = table.rows.emplace_back();
        for (std::int64_t at = 0; at < std::min(shown.slice.columns, kMostColumns); ++at) {
          const auto position = static_cast<std::size_t>(shown.slice.position(row, at));
          texts.push_back(text_of(static_cast<double>(output->values()[position]), false));
        }
      }
    }
    return table;
  }

  const Evaluation& evaluation_;
  const document::Document& document_;
  std::size_t focus_ = 0;  // the card
};

}  // namespace

std::string described(const Table& table) {
  std::string text = table.about;
  const auto add = [&](std::size_t printed, std::int64_t all, std::string_view english) {
    if (static_cast<std::int64_t>(printed) >= all) return;
    text = tr(english, arg("before", text), arg("printed", printed), arg("all", all));
  };
  add(table.rows.size(), table.all_rows, tr_later("{before}, {printed} of {all} rows"));
  add(table.columns(), table.all_columns, tr_later("{before}, {printed} of {all} columns"));
  return text;
}

std::vector<Table> stage_tables(const Evaluation& evaluation, const document::Document& document,
                                const std::string& reveals) {
  if (evaluation.cards.empty()) return {};
  return Tables(evaluation, document, reveals).all();
}

}  // namespace normscope::handout
