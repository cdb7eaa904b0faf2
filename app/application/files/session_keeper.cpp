// SPDX-License-Identifier: MIT
#include "app/application/files/session_keeper.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "app/application/time_words.hpp"
#include "app/document/comparison.hpp"
#include "app/document/descriptions.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/io/temporary_files.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using ui::Context;

namespace {

constexpr const char* kRestoreDialog = "dialog/restore";
constexpr float kRestoreWidth = 520;  // points
// The list's height in points: at most, and what the dialog needs besides.
constexpr float kOffersHeight = 330;
constexpr float kBesideOffers = 250;
constexpr float kLeastOffers = 120;
constexpr std::size_t kOffersAtOnce = 3;
constexpr std::chrono::milliseconds kReadBriefly{12};  // less than a frame

// "numbers.json in /home/ada", "a session without a file".
std::string name_words(const open_save::KeptHeader& header) {
  if (header.path) {
    return tr("{file} in {folder}", arg("file", header.path->filename().string()),
              arg("folder", header.path->parent_path().string()));
  }
  return header.name.empty() ? tr("A session without a file")
                             : tr("From {name}", arg("name", header.name));
}

}  // namespace

std::string document_words(const workspace::Workspace& workspace) {
  const document::Document& document = workspace.document();
  const std::string shape =
      fmt::format("{}", fmt::join(document.inputs[document.input].values.shape(), " \xc3\x97 "));
  const std::string operation = document::operation_name(document);
  std::string words =
      document.comparison
          ? tr("batch {shape}, {operation} compared with {other}", arg("shape", shape),
               arg("operation", operation), arg("other", document::other_description(document)))
          : tr("batch {shape}, {operation}", arg("shape", shape), arg("operation", operation));
  if (const lessons::Lesson* const lesson = lesson_of(workspace)) {
    words = tr("{before}, step {n} of {count} of \"{lesson}\"", arg("before", words),
               arg("n", document.lesson.step + 1), arg("count", lesson->last_step() + 1),
               arg("lesson", lesson->title));
  }
  const auto edits = static_cast<std::int64_t>(workspace.history.own_edits());
  if (edits == 0) return words;
  return tr_n("{before}, {n} change", "{before}, {n} changes", edits, arg("before", words),
              arg("n", edits));
}

SessionKeeper::SessionKeeper(workspace::Workspace& workspace, SessionFile& file,
                             std::optional<std::filesystem::path> folder,
                             std::function<void()> wake)
    : workspace_(workspace), file_(file), wake_(wake) {
  if (!folder) return;
  io::remove_stale_temporaries(*folder);
  auto found = open_save::find_kept_sessions(*folder);
  for (auto& session : found.sessions) offers_.push_back({std::move(session)});
  offering_ = !offers_.empty();
  if (!found.faults.empty()) {
    workspace_.error = base::Error{base::ErrorKind::kMalformed, found.faults.front()};
  }
  autosave_.emplace(*std::move(folder), std::move(wake));
}

void SessionKeeper::follow() {
  if (!autosave_ || ended_) return;
  if (const auto restored = file_.take_restored()) {
    const auto offer = std::ranges::find_if(
        offers_, [&](const Offer& one) { return one.session.file == *restored; });
    if (offer != offers_.end()) {
      autosave_->take_over(std::move(offer->session));
      offers_.erase(offer);
    }
  }
  if (const auto failure = autosave_->take_failure()) {
    workspace_.error = base::Error{
        base::ErrorKind::kUnwritable,
        tr("unsaved changes are not kept against a crash: {reason}", arg("reason", *failure)),
        tr("save them")};
  }
  const document::History& history = workspace_.history;
  const Seen now{history.revision(), history.changed_since_saved()};
  if (now == seen_) return;
  seen_ = now;
  if (now.changed) {
    autosave_->keep(header(), history.document());
  } else {
    autosave_->drop();
  }
}

void SessionKeeper::end() {
  ended_ = true;
  if (autosave_) autosave_->drop();
}

open_save::KeptHeader SessionKeeper::header() const {
  return {.name = file_.name(),
          .path = file_.path(),
          .stamp = file_.stamp(),
          .lesson = file_.lesson_path(),
          .when = seconds_now(),
          .holds = document_words(workspace_)};
}

void SessionKeeper::draw(Context& ui) {
  // Another dialog, which a file of the command line may have opened or will open, is answered
  // first.
  const bool others = file_.settles() || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (offering_ && !open_ && !others) {
    ui::open_popup(ui, kRestoreDialog);
    ui.focus.set("dialog/restore/0/accept");
    open_ = true;
  }
  if (!offering_ || !open_) return;
  if (!ui::is_popup_open(kRestoreDialog)) {  // closed by Escape: nothing is discarded
    for (Offer& offer : offers_) offer.discarded = false;
    end_offering();
    return;
  }
  ui::Dialog dialog(ui, kRestoreDialog, tr("Unsaved changes"), kRestoreWidth);
  if (!dialog) return;
  ui::paragraph(ui,
                tr("Normscope ended before these changes were saved. What is neither restored nor "
                   "discarded now stays in the File menu, and is offered again at the next start."),
                ui::Tone::kMuted, "dialog/restore/words");
  ui::space(ui, 10);
  draw_offers(ui);
  const bool all = std::ranges::all_of(offers_, &Offer::discarded);
  const bool later = ui::button(ui, "dialog/restore/later", all ? tr("Close") : tr("Not now"),
                                ui::ButtonLook::kPlain, {.width = 110});
  if (reads_) {
    ui::beside(ui);
    ui::paragraph(ui, tr("Reading..."), ui::Tone::kMuted, "dialog/restore/reading");
    take_read(dialog);
  }
  if (!later || !offering_) return;
  dialog.close();
  end_offering();
  discard_marked();
}

void SessionKeeper::draw_offers(Context& ui) {
  const bool scrolls = offers_.size() > kOffersAtOnce;
  std::optional<ui::Region> list;
  if (scrolls) {
    const float room = ImGui::GetIO().DisplaySize.y - ui.px(kBesideOffers);
    const float height = std::clamp(room, ui.px(kLeastOffers), ui.px(kOffersHeight));
    list.emplace(ui, "dialog/restore/list", ImVec2{0, height},
                 ui::RegionLook{.ground = ui::Ground::kNone, .padding = 0});
  }
  for (std::size_t i = 0; i < offers_.size(); ++i) draw_offer(ui, i);
}

// A session that is still being read is not waited for.
void SessionKeeper::end_offering() {
  offering_ = open_ = false;
  reads_.reset();
  if (reader_) reader_->cancel();
}

void SessionKeeper::draw_offer(Context& ui, std::size_t number) {
  Offer& offer = offers_[number];
  const open_save::KeptHeader& header = offer.session.header;
  const std::string id = fmt::format("{}/{}", kRestoreDialog, number);
  const ui::Tone tone = offer.discarded ? ui::Tone::kMuted : ui::Tone::kText;
  ui::paragraph(ui, name_words(header), tone, id + "/name");
  const std::string when = text::capitalized(time_words(header.when, seconds_now()));
  ui::paragraph(ui,
                offer.discarded ? tr("{when}: {what}; discarded when this closes",
                                     arg("when", when), arg("what", header.holds))
                                : text::labelled(when, header.holds),
                ui::Tone::kMuted, id + "/holds");
  ui::space(ui, 6);
  if (ui::button(ui, id + "/accept", tr("Restore"),
                 number == 0 ? ui::ButtonLook::kPrimary : ui::ButtonLook::kPlain,
                 {.enabled = !offer.discarded && !reads_, .width = 110})) {
    read(number);
  }
  ui::beside(ui);
  if (ui::button(ui, id + "/discard", offer.discarded ? tr("Keep") : tr("Discard"),
                 ui::ButtonLook::kPlain, {.enabled = !reads_, .width = 110})) {
    offer.discarded = !offer.discarded;
  }
  ui::space(ui, 14);
}

void SessionKeeper::discard_marked() {
  std::erase_if(offers_, [](const Offer& offer) {
    if (!offer.discarded) return false;
    std::error_code ignored;  // what stays is offered again
    std::filesystem::remove(offer.session.file, ignored);
    return true;
  });
}

// A long session takes a while to read: a thread of its own does so, and the dialog stays until
// then.
void SessionKeeper::read(std::size_t number) {
  reads_ = offers_[number].session.file;
  if (!reader_) reader_ = std::make_unique<results::Background<open_save::Attempt>>(wake_);
  reader_->request(++asked_, [path = *reads_, agreed = file_.agreed()](const std::stop_token&) {
    open_save::Probe probe{.place = {path}, .agreed = agreed, .restores = true};
    return open_save::try_to_open(probe);
  });
  reader_->wait_briefly(kReadBriefly);
}

// The lock of the restored session is held until its document is here. What cannot be restored is
// set aside.
void SessionKeeper::take_read(ui::Dialog& dialog) {
  const auto latest = reader_->latest();
  if (latest == nullptr || latest->number != asked_) return;
  dialog.close();
  const std::filesystem::path path = *std::exchange(reads_, std::nullopt);
  end_offering();
  reader_.reset();
  discard_marked();
  const auto opened = file_.take_or_ask({.path = path, .restores = true}, latest->value);
  if (opened) return;
  const auto offer =
      std::ranges::find_if(offers_, [&](const Offer& one) { return one.session.file == path; });
  const std::string name = name_words(offer->session.header);
  offers_.erase(offer);
  const std::filesystem::path aside = open_save::set_kept_aside(path);
  workspace_.error = base::Error{
      opened.error().kind,
      tr("{name} could not be restored: {reason}; its file is now {file}", arg("name", name),
         arg("reason", opened.error().sentence), arg("file", aside.string()))};
}

}  // namespace normscope::application
