// SPDX-License-Identifier: MIT
#include "app/application/dialogs/about_dialog.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/about/version.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using ui::Context;

namespace {

constexpr std::string_view kAboutId = "about";
constexpr float kAboutWidth = 760;    // points
constexpr float kReportHeight = 340;  // where the window is high enough
constexpr float kAroundReport = 184;  // of the dialog, for all else
constexpr float kLeastReport = 80;

}  // namespace

AboutDialog::AboutDialog(std::function<void()> wake, std::string window)
    : window_(std::move(window)), reader_(std::move(wake)) {}

// What is known so far.
std::string AboutDialog::report() const {
  const auto latest = reader_.latest();
  const std::string found =
      latest ? latest->value
             : fmt::format("{}{}\n", about::version_text(false), tr("looking for devices..."));
  return found + window_;
}

void AboutDialog::open(Context& ui) {
  reader_.request(1, [](const std::stop_token&) { return about::version_text(true); });
  ui::open_popup(ui, kAboutId);
  ui.focus.set("about/copy");
}

bool AboutDialog::draw(Context& ui) {
  ui::Dialog dialog(ui, kAboutId, tr("About Normscope"), kAboutWidth);
  if (!dialog) return false;
  ui::paragraph(ui,
                tr("A laboratory for layer normalization and softmax. Free software under the MIT "
                   "licence. Please copy the lines below into a report of a fault."),
                ui::Tone::kMuted, "about/words");
  ui::space(ui, 4);
  const std::string text = report();
  const float room = dialog.room(kAroundReport) / ui.scale;
  {
    const ui::Region region(ui, "about/report",
                            {0, ui.px(std::clamp(room, kLeastReport, kReportHeight))},
                            {.ground = ui::Ground::kRaised,
                             .padding = 12,
                             .rounding = ui.theme.metrics.rounding,
                             .border = true,
                             .holds_controls = false});
    const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.small);
    ui::paragraph(ui, text, ui::Tone::kText, "about/text");
    ui::scroll_by_keys(ui);
  }
  ui::space(ui, 8);
  const bool copied =
      ui::button(ui, "about/copy", tr("Copy"), ui::ButtonLook::kPrimary, {.width = 110});
  ui::beside(ui);
  if (ui::button(ui, "about/close", tr("Close"), ui::ButtonLook::kPlain, {.width = 110})) {
    dialog.close();
  }
  if (copied) ImGui::SetClipboardText(text.c_str());
  return copied;
}

}  // namespace normscope::application
