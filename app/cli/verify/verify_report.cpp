// SPDX-License-Identifier: MIT
#include "app/cli/verify/verify_report.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "app/cli/json_text.hpp"
#include "app/cli/table.hpp"
#include "core/tensor/shape.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
#include "core/trace/step_name.hpp"

namespace normscope::cli {

using verification::ComputedBy;
using verification::RowCheck;
using verification::Verification;

std::string verification_table(const Verification& verification) {
  Table table;
  table.add_row(
      "", {tr("values"), tr("differing"), "ULP", tr("at"), tr("here"), "PyTorch", tr("double")});
  std::optional<ComputedBy> by;
  for (const RowCheck& row : verification.rows) {
    if (by != row.by) {
      by = row.by;
      const bool device = row.by == ComputedBy::kDevice;
      table.add_title(
          text::with_note(verification::explanation_of(row.by), device ? verification.device : ""));
    }
    std::vector<std::string> cells{fmt::format("{}", row.elements),
                                   fmt::format("{}", row.differing),
                                   fmt::format("{:.3g}", row.ulps)};
    if (row.at >= 0) {
      cells.push_back(tensor::index_to_text(row.shape, row.at));
      cells.push_back(text::nine_digits(static_cast<double>(row.ours)));
      cells.push_back(text::nine_digits(static_cast<double>(row.theirs)));
      cells.push_back(row.exact ? text::nine_digits(*row.exact) : "-");
    }
    const std::string step = trace::step_name_in_words(row.name);
    const bool usual = row.format == formats::FormatId::kFloat32;
    table.add_row(
        "  " + (usual ? step
                      : tr("{step} in {format}", arg("step", step),
                           arg("format", base::name_of(formats::format_names(), row.format)))),
        std::move(cells));
    if (row.by == ComputedBy::kFunction && verification.parting) {
      table.add_title("  " + verification::parting_sentence(verification));
    }
  }
  return fmt::format("{}\n{}\n{}\n", table.text(),
                     text::whole_sentence(verification::sentence_of(verification)),
                     tr("ULP: of max(1, |value|), in the format of the row"));
}

std::string verification_json(const Verification& verification, const std::string& file,
                              double bound) {
  Json rows = Json::array();
  for (const RowCheck& row : verification.rows) {
    Json largest = nullptr;
    if (row.at >= 0) {
      largest = {{"at", index_json(row.shape, row.at)},
                 {"here", number_json(static_cast<double>(row.ours))},
                 {"pytorch", number_json(static_cast<double>(row.theirs))},
                 {"double", row.exact ? number_json(*row.exact) : Json(nullptr)}};
    }
    rows.push_back({{"name", row.name},
                    {"of", base::name_of(verification::computed_by_names(), row.by)},
                    {"format", base::name_of(formats::format_names(), row.format)},
                    {"shape", row.shape},
                    {"differing", row.differing},
                    {"ulps", number_json(row.ulps)},
                    {"largest", std::move(largest)}});
  }
  Json parting = nullptr;
  if (verification.parting) {
    parting = {{"differing", verification.parting->differing},
               {"steps", number_json(static_cast<double>(verification.parting->steps))},
               {"function", number_json(static_cast<double>(verification.parting->function))}};
  }
  return line_of({{"file", file},
                  {"python", verification.python.string()},
                  {"pytorch", verification.version},
                  {"capability", verification.capability},
                  {"device", verification.device},
                  {"rows", std::move(rows)},
                  {"parting", std::move(parting)},
                  {"largest_ulps", number_json(verification.largest())},
                  {"bound", bound},
                  {"agrees", verification.largest() <= bound}});
}

}  // namespace normscope::cli
