// SPDX-License-Identifier: MIT
#include "app/application/dialogs/file_browser.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using open_save::FolderEntry;
using open_save::FolderListing;
using ui::Context;
using ui::Key;

namespace fs = std::filesystem;

namespace {

// In points.
constexpr float kPlacesWidth = 150;
constexpr float kPlacesFrom = 540;  // a narrower dialog has no places
constexpr float kListHeight = 320;  // where the window is high enough
constexpr float kLeastList = 96;
constexpr float kFewestRows = 52;   // beside a complaint: the columns' names and a row
constexpr float kAroundList = 302;  // of the window, for all else
constexpr float kKindWidth = 200;
constexpr float kAnswerWidth = 110;
constexpr std::size_t kMostRecentPlaces = 4;
constexpr std::string_view kPathId = "dialog/path";
constexpr std::string_view kFilesId = "dialog/files";
constexpr std::chrono::milliseconds kBriefly{12};  // less than a frame

fs::path working_folder() {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  // A desktop starts programs in the root of the file system, or at home.
  return failed || here == "/" ? open_save::typed_path("~", "/") : here;
}

// The folder's path in one line; of a long one the end, which tells more.
void draw_here(Context& ui, const std::string& path) {
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  const ImVec2 max{min.x + room, min.y + ui.px(ui.theme.metrics.control)};
  std::string shown = path;
  std::size_t slash = 0;
  while (ui::text_width(shown) > room) {
    slash = path.find('/', slash + 1);
    if (slash == std::string::npos) break;
    shown = fmt::format("\u2026{}", path.substr(slash));
  }
  ImGui::Dummy({room, max.y - min.y});
  ui::draw_text(min, max, shown, ui.theme.colors.muted, ui::Align::kLeft);
  ui::report(ui, {.id = "dialog/here", .text = path, .kind = "text"}, min, max);
}

bool is_folder(const fs::path& path) {
  std::error_code failed;
  return fs::is_directory(path, failed);
}

}  // namespace

FileBrowser::FileBrowser(std::function<void()> wake, const open_save::RecentFiles* recent)
    : recent_(recent), reader_(std::move(wake)) {}

void FileBrowser::begin(FileQuestion question) {
  question_ = std::move(question);
  fresh_ = true;
  complaint_.clear();
  dropped_.reset();
  filters_ = false;
  filter_ = 0;
  hidden_ = false;
  if (folder_.empty()) folder_ = working_folder();
  const fs::path suggested(question_.suggested);
  if (suggested.is_absolute()) folder_ = suggested.parent_path();
  typed_ = question_.suggested;
  // A name that is no file's yet: nothing is replaced by mistake.
  if (question_.saves && !suggested.has_parent_path() && !typed_.empty()) {
    typed_ = open_save::free_name(folder_, suggested);
  }
  places_ = open_save::user_places();
  if (recent_ != nullptr) {
    std::size_t count = 0;
    for (const fs::path& folder : recent_->folders()) {
      const bool known =
          std::ranges::find(places_, folder, &open_save::Place::folder) != places_.end();
      if (known || count == kMostRecentPlaces) continue;
      ++count;
      places_.push_back({folder.filename().string(), folder});
    }
  }
  read_folder(true);
}

fs::path FileBrowser::path() const {
  return open_save::typed_path(typed_, folder_).lexically_normal();
}

// The folder whose files are listed: that of a path that is being typed.
fs::path FileBrowser::shown_folder() const {
  const std::size_t slash = typed_.rfind('/');
  if (typed_ == "~") return open_save::typed_path(typed_, folder_);
  if (slash == std::string::npos) return folder_;
  const fs::path folder = open_save::typed_path(typed_.substr(0, slash + 1), folder_);
  const fs::path normal = folder.lexically_normal();
  return normal.has_filename() || normal == "/" ? normal : normal.parent_path();
}

std::string_view FileBrowser::last_part() const {
  if (typed_ == "~") return {};
  const std::size_t slash = typed_.rfind('/');
  const std::string_view typed = typed_;
  return slash == std::string::npos ? typed : typed.substr(slash + 1);
}

open_save::ListingView FileBrowser::view() const {
  const auto& filters = question_.filters;
  return {.filter = filter_ < filters.size() ? filters[filter_] : open_save::FileFilter{},
          .hidden = hidden_,
          .part = filters_ ? last_part() : std::string_view{},
          .order = order_};
}

void FileBrowser::read_folder(bool again) {
  fs::path folder = shown_folder();
  if (!again && folder == asked_for_) return;
  asked_for_ = folder;
  reader_.request(++asked_, [folder = std::move(folder)](const std::stop_token& stop) {
    return open_save::list_folder(folder, stop);
  });
  // Most folders are read at once: the frame that asks for one shows it.
  reader_.wait_briefly(kBriefly);
  take_listing();
}

void FileBrowser::take_listing() {
  const auto latest = reader_.latest();
  if (latest == nullptr || latest->number == taken_) return;
  const bool other = !listing_ || !latest->value || listing_->folder != latest->value->folder;
  taken_ = latest->number;
  listing_ = latest->value;
  if (other) to_top_ = true;
  filter_rows();
  if (!listing_) return;
  const auto row = std::ranges::find_if(
      rows_, [&](std::size_t at) { return listing_->entries[at].name == came_from_; });
  if (row != rows_.end()) cursor_ = static_cast<std::size_t>(row - rows_.begin());
}

void FileBrowser::filter_rows() {
  cursor_.reset();
  rows_.clear();
  if (listing_) rows_ = open_save::shown_entries(*listing_, view());
}

void FileBrowser::go_to(const fs::path& folder) {
  const std::string name(question_.saves ? last_part() : std::string_view{});
  const fs::path shown = shown_folder();
  // The cursor stays where the reader comes from.
  came_from_ = shown.parent_path() == folder ? shown.filename().string() : std::string();
  folder_ = folder;
  typed_ = name;
  filters_ = false;
  complaint_.clear();
  read_folder(true);
}

void FileBrowser::go_up() {
  const fs::path shown = shown_folder();
  if (shown.has_parent_path() && shown != shown.parent_path()) go_to(shown.parent_path());
}

// A file's name goes into the field; the list stays as it is.
void FileBrowser::select(std::size_t row) {
  cursor_ = row;
  const FolderEntry& entry = listing_->entries[rows_[row]];
  if (entry.is_folder) {
    if (!question_.saves) typed_.clear();
  } else {
    typed_ = entry.name;
  }
  folder_ = listing_->folder;
  filters_ = false;
  complaint_.clear();
}

// Adds what all names that begin so have in common.
void FileBrowser::complete(Context& ui) {
  if (!listing_ || typed_.empty() || listing_->folder != shown_folder()) return;
  open_save::ListingView seen = view();
  seen.part = last_part();
  const std::string name = open_save::completion(*listing_, seen);
  if (name.empty() || name == seen.part) return;
  typed_ = typed_.substr(0, typed_.size() - seen.part.size()) + name;
  ui.draft.put = typed_;
  filters_ = true;
  read_folder(false);
  filter_rows();
  (void)ui.input.take(Key::kTab);
  ui.pacing.activity();
}

// What the field ends: Enter accepts the path, Escape leaves the dialog whatever was typed.
FileBrowser::Answer FileBrowser::draw_field(Context& ui) {
  if (std::exchange(fresh_, false)) {
    // The dialog before this one may have had the same field: editing starts anew.
    if (ui.focus.id() == kPathId) ui.focus.clear();
    ui.focus.set(kPathId);
  }
  // Moves the focus: a focused field would keep its own text instead of the dropped path.
  if (dropped_) ui.focus.set("dialog/accept");
  const ui::TextEdit edit = ui::text_field(ui, kPathId, typed_, tr("name or path of the file"));
  if (const auto dropped = std::exchange(dropped_, std::nullopt)) {
    typed_ = *dropped;
    filters_ = false;
    return Answer::kAccepted;
  }
  if (edit.cancelled) return Answer::kCancelled;
  if (edit.changed) {
    filters_ = true;
    complaint_.clear();
    read_folder(false);
    filter_rows();
    to_top_ = true;
  }
  if (edit.editing) {
    const auto& pressed = ui.input.pressed();
    const bool tab = std::ranges::find(pressed, ui::KeyPress{Key::kTab, {}}) != pressed.end();
    if (tab) complete(ui);
    if (ui.input.take(Key::kDown)) {
      ui.focus.set(kFilesId);
      ui.focus.show_ring(true);
      to_list_ = true;
    }
  }
  // A field that is being edited would put its own text back.
  if (!edit.editing && std::exchange(to_list_, false) && !cursor_ && !rows_.empty()) select(0);
  if (!edit.submitted || typed_.empty()) return Answer::kNone;
  if (!is_folder(path())) return Answer::kAccepted;
  go_to(path());
  fresh_ = true;
  ui.pacing.activity();
  return Answer::kNone;
}

// One stop of Tab; the arrows lead from place to place.
void FileBrowser::draw_places(Context& ui, float height) {
  const ui::Region region(ui, "dialog/places", {ui.px(kPlacesWidth), height},
                          {.ground = ui::Ground::kNone, .padding = 0});
  if (!region) return;
  constexpr std::string_view kGroup = "dialog/places";
  const fs::path shown = shown_folder();
  std::optional<fs::path> chosen;
  ui.focus.begin_group(kGroup);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const open_save::Place& place = places_[i];
    if (ui::menu_row(ui, fmt::format("dialog/place/{}", i), place.name, {}, place.folder == shown,
                     {.help = {place.name, {}, place.folder.native()}, .width = kPlacesWidth})) {
      chosen = place.folder;
    }
  }
  if (ui.focus.end_group()) {
    if (ui.input.take(Key::kDown)) ui.focus.move_in_group(kGroup, 1);
    if (ui.input.take(Key::kUp)) ui.focus.move_in_group(kGroup, -1);
  }
  if (chosen) go_to(*chosen);
}

std::string FileBrowser::empty_words() const {
  if (taken_ != asked_) return tr("Reading the folder...");
  if (!listing_) {
    return tr("{problem}: choose another one, or go up.",
              arg("problem", text::capitalized(listing_.error().sentence)));
  }
  if (filters_ && !last_part().empty()) {
    const std::string_view part = last_part();
    return question_.saves
               ? tr("Nothing here has \"{part}\" in its name: the file will be a new one.",
                    arg("part", part))
               : tr("Nothing here has \"{part}\" in its name.", arg("part", part));
  }
  return std::string(listing_->entries.empty()
                         ? tr("This folder is empty: choose another one, or go up.")
                         : tr("Nothing of this kind is here: choose all files below."));
}

// The chosen file stays chosen.
void FileBrowser::sort(open_save::ListingOrder order) {
  const auto chosen = cursor_ ? std::optional(rows_[*cursor_]) : std::nullopt;
  order_ = order;
  filter_rows();
  to_top_ = true;
  if (!chosen) return;
  const auto row = std::ranges::find(rows_, *chosen);
  if (row != rows_.end()) cursor_ = static_cast<std::size_t>(row - rows_.begin());
}

// True when a file is accepted.
bool FileBrowser::draw_list(Context& ui, float height) {
  static const FolderListing kNothing{};
  const std::string words = empty_words();
  const RowsEvent event = draw_file_rows(ui,
                                         {.listing = listing_ ? *listing_ : kNothing,
                                          .shown = rows_,
                                          .cursor = cursor_,
                                          .empty_words = words,
                                          .now = open_save::seconds_now(),
                                          .to_top = std::exchange(to_top_, false),
                                          .order = order_},
                                         height);
  if (event.selected) select(*event.selected);
  if (event.leaves) ui.focus.set(kPathId);
  if (event.order) {
    sort(*event.order);
    ui.pacing.activity();
    return false;
  }
  if (event.up) go_up();
  if (!event.activated) return false;
  select(*event.activated);
  const FolderEntry entry = listing_->entries[rows_[*event.activated]];
  if (!entry.is_folder) return true;
  go_to(listing_->folder / entry.name);
  ui.pacing.activity();
  return false;
}

FileBrowser::Answer FileBrowser::draw(Context& ui) {
  take_listing();
  const Answer answer = draw_field(ui);
  // A complaint takes its lines from the list: the dialog stays where it is.
  const float above_complaint = ImGui::GetCursorPosY();
  if (!complaint_.empty()) {
    ui::paragraph(ui, complaint_, ui::Tone::kError, "dialog/complaint");
  }
  const float complaint_height = ImGui::GetCursorPosY() - above_complaint;
  const fs::path shown = shown_folder();
  if (ui::button(ui, "dialog/up", tr("Up"), ui::ButtonLook::kPlain, {.enabled = shown != "/"})) {
    go_up();
  }
  ui::beside(ui);
  draw_here(ui, shown.string());
  const float window = ImGui::GetIO().DisplaySize.y / ui.scale;
  const float height =
      std::max(ui.px(std::clamp(window - kAroundList, kLeastList, kListHeight)) - complaint_height,
               ui.px(kFewestRows));
  if (ImGui::GetContentRegionAvail().x >= ui.px(kPlacesFrom)) {
    draw_places(ui, height);
    ui::beside(ui);
  }
  const bool accepted = draw_list(ui, height) || answer == Answer::kAccepted;
  std::vector<std::string_view> names;
  for (const auto& filter : question_.filters) names.push_back(filter.name);
  if (const auto chosen = ui::choice(ui, "dialog/kind", names, filter_, {.width = kKindWidth})) {
    filter_ = *chosen;
    filter_rows();
  }
  ui::beside(ui);
  if (ui::checkbox(ui, "dialog/hidden", tr("hidden files"), hidden_)) {
    hidden_ = !hidden_;
    filter_rows();
  }
  // At the right end of the line, or below it in a narrow dialog.
  const float answers = ui.px(2 * kAnswerWidth + ui.theme.metrics.gap);
  const float right = ImGui::GetContentRegionMax().x - answers;
  ui::beside_if_room(ui, answers);
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), right));
  const bool cancelled = ui::button(ui, "dialog/cancel", tr("Cancel"), ui::ButtonLook::kPlain,
                                    {.width = kAnswerWidth});
  ui::beside(ui);
  const bool pressed =
      ui::button(ui, "dialog/accept", tr(question_.accept), ui::ButtonLook::kPrimary,
                 {.enabled = !typed_.empty(), .width = kAnswerWidth});
  if (cancelled || answer == Answer::kCancelled) return Answer::kCancelled;
  if (pressed && is_folder(path())) {
    go_to(path());
    return Answer::kNone;
  }
  return accepted || pressed ? Answer::kAccepted : Answer::kNone;
}

}  // namespace normscope::application
