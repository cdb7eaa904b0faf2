// SPDX-License-Identifier: MIT
// Files that take long are read beside the window. A session or a figure may lack the files that it
// names: they are asked for when it has been read.

#include <system_error>
#include <utility>

#include "app/application/dialogs/complaint.hpp"
#include "app/application/files/session_file.hpp"
#include "core/io/quote.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

namespace {

// Frames that show the progress of reading, in seconds.
constexpr double kProgressEvery = 0.05;
// What is read sooner opens without a notice, which would only flicker.
constexpr double kToldAfter = 0.2;

}  // namespace

void SessionFile::begin_reading(const OpenFile& file, Purpose purpose) {
  read_file_ = file;
  read_revision_ = workspace_.history.revision();
  read_purpose_ = purpose;
  missing_.waits = false;
  large_.begin(file.probe, file.choice, file.places);
}

std::optional<SessionFile::Reading> SessionFile::reading() const {
  if (!reading_told_) return std::nullopt;
  return Reading{read_file_.path.filename().string(), large_.progress()};
}

void SessionFile::stop_reading() {
  large_.stop();
  read_file_.probe.reset();
  notice_ = tr("{file} was not opened", arg("file", read_file_.path.filename().string()));
}

// The numbers of a large file are read while they are shown.
void SessionFile::look_for_damage() {
  const document::Document& document = workspace_.document();
  const bool damaged = document.inputs[document.input].values.damaged();
  if (!damaged || damage_told_ == workspace_.opened) return;
  damage_told_ = workspace_.opened;
  workspace_.error =
      base::Error{base::ErrorKind::kUnreadable,
                  tr("{file} was changed by another program while it was read: open it again",
                     arg("file", name()))};
}

void SessionFile::follow(ui::Context& ui) {
  notice_change();
  note_files();
  look_for_damage();
  if (!large_.busy()) {
    reading_since_.reset();
  } else {
    if (!reading_since_) reading_since_ = ui.time;
    ui.pacing.wake_at(ui.time + kProgressEvery);
  }
  reading_told_ = reading_since_ && ui.time - *reading_since_ >= kToldAfter;
  if (auto attempt = large_.take()) take_read(*std::move(attempt));
  if (!missing_.waits) return;
  // No other dialog is disturbed, nor one that a key or a click of the last frame opens in this
  // one.
  const bool calm = !ui.focus.in_popup() && !ui.input.busy();
  if (calm) ui.pacing.activity();
  if (!std::exchange(missing_.calm, calm) || !calm) return;
  missing_.waits = false;
  ask_for_missing();
  if (missing_.fault) paths_.refuse(*missing_.fault);
}

void SessionFile::take_read(open_save::Attempt attempt) {
  // The question about unsaved changes was answered before the file was read.
  const bool answered =
      read_purpose_ == Purpose::kReplace && workspace_.history.revision() == read_revision_;
  OpenFile file = read_file_;
  read_file_.probe.reset();
  if (attempt.listed) {
    // What is asked or read now is the same as of a small archive.
    if (const auto begun = begin(file, read_purpose_); !begun) {
      workspace_.error = not_opened(file.path, begun.error());
    }
  } else if (read_purpose_ == Purpose::kReload) {
    if (attempt.opened) take_reloaded(*std::move(attempt.opened), file);
    if (!attempt.opened) stays_as_it_was(attempt.opened.error());
  } else if (attempt.opened) {
    file.read = std::make_shared<open_save::Opened>(*std::move(attempt.opened));
    perform_or_ask(file, answered);
  } else if (attempt.missing.empty() && attempt.outside.empty()) {
    workspace_.error = not_opened(file.path, attempt.opened.error());
  } else {
    missing_ = {.outside = std::move(attempt.outside),
                .parts = std::move(attempt.missing),
                .answered = answered,
                .waits = true};
    if (!missing_.parts.empty() && !file.places.empty()) missing_.fault = attempt.opened.error();
    for (const document::File& part : missing_.parts) file.places.erase(part.path);
    missing_.file = std::move(file);
  }
}

void SessionFile::perform_or_ask(const OpenFile& file, bool answered) {
  if (answered) {
    perform(file);
  } else {
    do_or_ask(file);
  }
}

// A session may be a stranger's: what it names is not read before a person has said yes.
Question SessionFile::outside_question() {
  const bool one = missing_.outside.size() == 1;
  const auto read = [this] {
    asking_ = Asking::kNothing;
    for (const auto& [named, path] : std::exchange(missing_.outside, {})) {
      missing_.file.places[named] = path.string();
    }
    perform_or_ask(std::exchange(missing_.file, {}), missing_.answered);
  };
  return {
      .id = "dialog/outside",
      .title = one ? tr("Read a file outside its folder?") : tr("Read files outside its folder?"),
      .words = tr_n("{file}: {what}. Say yes if you know it: what a file holds is shown here, and "
                    "nothing is changed.",
                    "{file}: {what}. Say yes if you know them: what a file holds is shown here, "
                    "and nothing is changed.",
                    static_cast<std::int64_t>(missing_.outside.size()),
                    arg("file", io::printable(missing_.file.path.filename().string())),
                    arg("what", open_save::outside_words(missing_.outside))),
      .answers = {{"accept", one ? tr("Read it") : tr("Read them"), read},
                  {"cancel", tr("Cancel"), [this] { cancel(); }}},
      .at_hand = 1,
      .given_up = [this] { cancel(); },
      .width = 560};
}

std::shared_ptr<const open_save::DigestList> SessionFile::agreed() const {
  return std::make_shared<const open_save::DigestList>(agreed_);
}

// What is in this window was chosen or agreed to: a session that names it again may.
void SessionFile::note_files() {
  const std::uint64_t revision = workspace_.history.revision();
  if (std::exchange(noted_, revision) == revision) return;
  for (const auto& file : open_save::files_of(workspace_.document())) {
    agreed_.add(open_save::path_digest(file));
  }
}

// Asks for the next missing file. It suggests a file of the same name in the folder of the file
// that needs it, where there is one.
void SessionFile::ask_for_missing() {
  if (!missing_.outside.empty()) return ask(Asking::kOutside);
  const std::filesystem::path was = missing_.parts.front().path;
  const std::filesystem::path beside = missing_.file.path.parent_path() / was.filename();
  std::error_code failed;
  suggested_ = std::filesystem::exists(beside, failed) ? beside.string() : was.string();
  ask(Asking::kMissing);
}

// Whether it is the right file is found out when all of them are read.
Expected<void> SessionFile::take_missing(const std::filesystem::path& place) {
  std::error_code failed;
  if (!std::filesystem::exists(place, failed)) {
    return base::fail(base::ErrorKind::kNotFound, tr("there is no such file"));
  }
  const std::string part = missing_.parts.front().path;
  missing_.file.places[part] = std::filesystem::absolute(place, failed).string();
  missing_.parts.erase(missing_.parts.begin());
  if (!missing_.parts.empty()) {
    ask_for_missing();
  } else {
    perform_or_ask(std::exchange(missing_.file, {}), missing_.answered);
  }
  return {};
}

}  // namespace normscope::application
