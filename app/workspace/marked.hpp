// SPDX-License-Identifier: MIT
// The number whose sources and results are marked everywhere: on the sheet, in tables and in
// figures.
#pragma once

#include <optional>

#include "app/document/document.hpp"
#include "app/results/derivation/provenance.hpp"
#include "app/results/sheet/cells.hpp"
#include "app/workspace/view_state.hpp"

namespace normscope::workspace {

struct Marked {
  results::Cell cell{};
  std::optional<results::ParameterElement> parameter{};  // instead of the cell
  bool operator==(const Marked&) const = default;

  /// errors  none; an evaluation without such a number has no relations
  results::Provenance provenance(const results::Evaluation& shown) const {
    return parameter ? results::provenance_of(shown, *parameter)
                     : results::provenance_of(shown, cell.card, cell.position);
  }
};

/// The selected number: of the card that was clicked last, else of the sheet's step.
/// shape   of an evaluation with cards
results::Cell selected_cell(const results::Evaluation& shown, const document::Document& document,
                            const ViewState& view);

/// The number or parameter that is pointed at, else the selected number.
/// shape   as selected_cell
Marked marked_number(const results::Evaluation& shown, const document::Document& document,
                     const ViewState& view);

}  // namespace normscope::workspace
