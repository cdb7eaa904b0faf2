// SPDX-License-Identifier: MIT
#include "app/application/dialogs/verify_dialog.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "app/application/dialogs/complaint.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/tensor/shape.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
#include "core/trace/step_name.hpp"

namespace normscope::application {

using ui::Context;
using verification::ComputedBy;
using verification::RowCheck;
using verification::Verification;

namespace {

constexpr std::string_view kVerifyId = "verify";
constexpr float kVerifyWidth = 800;  // points
// Where the columns after the name begin, in points.
constexpr float kUlpColumn = 170;
constexpr float kPlaceColumn = 285;
constexpr float kOursColumn = 385;
constexpr float kTheirsColumn = 505;
constexpr float kDoubleColumn = 625;
constexpr float kVerifyColumns = 730;
// What the dialog needs below its rows and around itself, and the least that it gives to the rows,
// in points.
constexpr float kBelowRows = 112;
constexpr float kLeastRows = 90;

void column(const Context& ui, float left, float points) {
  ImGui::SameLine();
  ImGui::SetCursorPosX(left + ui.px(points));
}

// Whether the columns fit side by side; else the numbers of a row stand on a line below it.
bool has_columns(const Context& ui) {
  return ImGui::GetContentRegionAvail().x >= ui.px(kVerifyColumns);
}

void draw_row(Context& ui, const RowCheck& row, const std::string& id) {
  const bool columns = has_columns(ui);
  const float left = ImGui::GetCursorPosX();
  ui::line(ui, trace::step_name_in_words(row.name), ui::Tone::kText, id);
  column(ui, left, kUlpColumn);
  if (row.at < 0) {
    ui::line(ui, tr("the same"), ui::Tone::kGood, id + "/ulps");
    return;
  }
  ui::number(ui, fmt::format("{:.3g} ULP", row.ulps), ui::Tone::kText, id + "/ulps");
  if (!columns) {
    const std::string at = tensor::index_to_text(row.shape, row.at);
    const std::string ours = text::nine_digits(static_cast<double>(row.ours));
    const std::string theirs = text::nine_digits(static_cast<double>(row.theirs));
    const std::string numbers = row.exact
                                    ? tr("{at}: here {here}, PyTorch {torch}, in double {double}",
                                         arg("at", at), arg("here", ours), arg("torch", theirs),
                                         arg("double", text::nine_digits(*row.exact)))
                                    : tr("{at}: here {here}, PyTorch {torch}", arg("at", at),
                                         arg("here", ours), arg("torch", theirs));
    ui::number(ui, numbers, ui::Tone::kMuted, id + "/numbers");
    return;
  }
  column(ui, left, kPlaceColumn);
  ui::number(ui, tensor::index_to_text(row.shape, row.at), ui::Tone::kMuted, id + "/at");
  column(ui, left, kOursColumn);
  ui::number(ui, text::nine_digits(static_cast<double>(row.ours)), ui::Tone::kMuted, id + "/ours");
  column(ui, left, kTheirsColumn);
  ui::number(ui, text::nine_digits(static_cast<double>(row.theirs)), ui::Tone::kMuted,
             id + "/theirs");
  if (!row.exact) return;
  column(ui, left, kDoubleColumn);
  ui::number(ui, text::nine_digits(*row.exact), ui::Tone::kText, id + "/double");
}

void draw_heads(Context& ui) {
  if (!has_columns(ui)) return;
  const float left = ImGui::GetCursorPosX();
  ui::caption(ui, tr("step"));
  for (const auto& [points, head] :
       {std::pair(kUlpColumn, tr("largest")), std::pair(kPlaceColumn, tr("at")),
        std::pair(kOursColumn, tr("here")), std::pair(kTheirsColumn, text::Sentence("PyTorch")),
        std::pair(kDoubleColumn, tr("in double"))}) {
    column(ui, left, points);
    ui::caption(ui, head);
  }
}

}  // namespace

void VerifyDialog::begin(const document::Document& document) {
  runner_.cancel();
  runner_.request(++asked_, [document](const std::stop_token& stop) -> Answer {
    try {
      verification::Settings settings;
      settings.stop = stop;
      return verification::verify(document, compute::make_backends(), settings);
    } catch (const std::bad_alloc&) {
      return base::fail(base::ErrorKind::kTooLarge, tr("there is not enough memory to verify it"));
    }
  });
}

void VerifyDialog::draw_rows(Context& ui, const Verification& verification) {
  draw_heads(ui);
  std::optional<ComputedBy> by;
  for (std::size_t i = 0; i < verification.rows.size(); ++i) {
    const RowCheck& row = verification.rows[i];
    if (by != row.by) {
      if (by) ui::space(ui, 6);
      by = row.by;
      const bool device = row.by == ComputedBy::kDevice;
      ui::caption(ui, text::capitalized(text::with_note(verification::explanation_of(row.by),
                                                        device ? verification.device : "")));
    }
    draw_row(ui, row, fmt::format("verify/row/{}", i));
    if (row.by == ComputedBy::kFunction && verification.parting) {
      ui::paragraph(ui, text::whole_sentence(verification::parting_sentence(verification)),
                    ui::Tone::kMuted, "verify/parting");
    }
  }
}

void VerifyDialog::draw_answer(Context& ui) const {
  if (runner_.busy()) {
    ui::paragraph(ui, tr("PyTorch computes the same numbers. Its start may take some seconds."),
                  ui::Tone::kMuted, "verify/sentence");
    return;
  }
  const auto latest = runner_.latest();
  if (latest == nullptr || latest->number != asked_) {
    ui::paragraph(ui, tr("Stopped."), ui::Tone::kMuted, "verify/sentence");
    return;
  }
  if (!latest->value) {
    ui::paragraph(ui, in_full(latest->value.error()), ui::Tone::kError, "verify/sentence");
    return;
  }
  const Verification& verification = *latest->value;
  ui::paragraph(ui, text::whole_sentence(verification::sentence_of(verification)), ui::Tone::kText,
                "verify/sentence");
  ui::space(ui, 8);
  // As high as the rows, and what is above that scrolls.
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float others = verification.parting ? 9 : 6;  // heads, and a sentence
  const float rows = (static_cast<float>(verification.rows.size()) + others) * line;
  const float room = ImGui::GetIO().DisplaySize.y - ImGui::GetCursorPosY() - ui.px(kBelowRows);
  const float height = std::min(rows, std::max(room, ui.px(kLeastRows)));
  const ui::Region region(ui, "verify/rows", {0, height},
                          {.ground = ui::Ground::kNone, .padding = 0, .holds_controls = false});
  if (region) draw_rows(ui, verification);
}

void VerifyDialog::open(Context& ui, const workspace::Workspace& workspace) {
  ui::open_popup(ui, kVerifyId);
  ui.focus.set("verify/close");
  begin(workspace.document());
}

void VerifyDialog::draw(Context& ui, const workspace::Workspace& workspace) {
  ui::Dialog dialog(ui, kVerifyId, tr("Verify with PyTorch"), kVerifyWidth);
  const bool was_shown = std::exchange(shown_, static_cast<bool>(dialog));
  if (!dialog) {
    // Nobody waits for it any more.
    if (was_shown) runner_.cancel();
    return;
  }
  draw_answer(ui);
  ui::space(ui, 12);
  if (runner_.busy()) {
    if (ui::button(ui, "verify/stop", tr("Stop"), ui::ButtonLook::kPlain, {.width = 110})) {
      runner_.cancel();
    }
  } else {
    // The answer takes the button away; the focus does not go with it.
    if (ui.focus.is("verify/stop")) ui.focus.set("verify/close");
    if (ui::button(ui, "verify/again", tr("Again"), ui::ButtonLook::kPlain, {.width = 110})) {
      begin(workspace.document());
    }
  }
  ui::beside(ui);
  if (ui::button(ui, "verify/close", tr("Close"), ui::ButtonLook::kPrimary, {.width = 110})) {
    dialog.close();
  }
}

}  // namespace normscope::application
