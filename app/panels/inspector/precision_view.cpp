// SPDX-License-Identifier: MIT
#include "app/panels/inspector/precision_view.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/results/lost_digits.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/workspace/editing.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using document::Document;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kPrecisionHelp{
    tr_later("Precision"),
    tr_later("In which number formats the steps are computed and in which order sums are added up. "
             "A cell that differs from the exact value by more than its format's own rounding is "
             "marked with what happened there."),
    "storage=float16 sum=float32 lanes=4",
    tr_later("Take float16 and type 300 into the input: its square overflows.")};
constexpr ui::Help kOwnPlanHelp{
    tr_later("A plan of your own"),
    tr_later("A plan's name, settings, or a name and settings that change it. storage: input, "
             "parameters, output. step: what lies between. sum: the accumulators."),
    "float16 sum=float32 variance=float32", tr_later("Add lanes=4, and then fold=halves.")};

// Draws the field for a plan's text, which is one's own until it is a plan.
void draw_own(Context& ui, Workspace& workspace, document::Side side, const Document& document) {
  auto& own = workspace.view.precision;
  const std::string now = precision::to_text(document.precision);
  if (!own.editing && own.refusal.empty()) own.text = now;
  const auto edit = ui::text_field(ui, "inspector/precision/own", own.text,
                                   "storage=float16 sum=float32", {.help = kOwnPlanHelp});
  own.editing = edit.editing;
  if (edit.cancelled) own = {};
  if (edit.submitted) {
    auto plan = precision::parse_plan(own.text);
    own.refusal = plan ? std::string() : text::whole_sentence(plan.error().sentence);
    if (plan) apply_to(workspace, side, document::set_precision(document, *plan));
  }
  if (!own.refusal.empty()) {
    ui::paragraph(ui, own.refusal, ui::Tone::kWarning, "inspector/precision/refusal");
  }
}

}  // namespace

ui::Help precision_help() {
  return kPrecisionHelp;
}

void draw_precision(Context& ui, Workspace& workspace) {
  const document::Side side = edited_side(workspace);
  const Document document = seen_from(workspace, side);
  const auto plans = precision::named_plans();
  std::vector<std::string_view> rows;
  rows.reserve(plans.size() + 1);
  for (const precision::NamedPlan& plan : plans) rows.push_back(plan.name);
  const std::string now = precision::name_or_text(document.precision);
  const auto named = std::ranges::find(plans, now, &precision::NamedPlan::name);
  const bool own = named == plans.end();
  const auto chosen = static_cast<std::size_t>(named - plans.begin());
  if (own) rows.emplace_back(tr("a plan of your own"));
  ui::separator(ui);
  ui::label(ui, tr("Precision"), kPrecisionHelp);
  const auto picked = ui::choice(ui, "inspector/precision", rows, chosen, {.help = kPrecisionHelp});
  if (picked && *picked < plans.size()) {
    workspace.view.precision = {};
    const auto plan = precision::parse_plan(plans[*picked].name);
    if (plan) apply_to(workspace, side, document::set_precision(document, *plan));
  }
  if (!own && chosen > 0) ui::caption(ui, tr(named->words), "inspector/precision/words");
  draw_own(ui, workspace, side, document);
  const results::Evaluation* const shown = workspace.shown.get();
  if (shown == nullptr || side != document::Side::kA) return;
  const std::string sentence = results::worst_sentence(*shown);
  if (!sentence.empty()) {
    ui::paragraph(ui, text::whole_sentence(sentence), ui::Tone::kWarning,
                  "inspector/precision/lost");
  }
}

}  // namespace normscope::panels
