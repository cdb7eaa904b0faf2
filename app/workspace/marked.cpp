// SPDX-License-Identifier: MIT
#include "app/workspace/marked.hpp"

#include <algorithm>

#include "app/results/sheet/sheet.hpp"
#include "app/results/sheet/slice.hpp"

namespace normscope::workspace {

results::Cell selected_cell(const results::Evaluation& shown, const document::Document& document,
                            const ViewState& view) {
  const std::string& chosen = view.selected_card;
  return results::selected_cell(shown, document.selection,
                                chosen.empty() ? document.view.step : chosen);
}

Marked marked_number(const results::Evaluation& shown, const document::Document& document,
                     const ViewState& view) {
  Marked marked{selected_cell(shown, document, view), view.pointed.parameter};
  if (const auto& pointed = view.pointed.cell) {
    const std::size_t card = results::card_of(shown, pointed->card);
    const tensor::Shape& shape = results::shape_of_card(shown, card);
    // The numbers may have become fewer since the pointer was on one.
    const std::int64_t last = std::max<std::int64_t>(tensor::product(shape) - 1, 0);
    const std::int64_t at = pointed->at.row * results::columns_of(shape) + pointed->at.column;
    marked.cell = {card, std::clamp<std::int64_t>(at, 0, last)};
  }
  return marked;
}

}  // namespace normscope::workspace
