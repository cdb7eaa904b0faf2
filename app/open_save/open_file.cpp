// SPDX-License-Identifier: MIT
#include "app/open_save/open_file.hpp"

#include <new>
#include <system_error>
#include <utility>

#include "app/document/session/numbers_asked.hpp"
#include "app/document/session/session.hpp"
#include "app/figures/export/state.hpp"
#include "app/lessons/loader.hpp"
#include "app/lessons/notebook_lesson.hpp"
#include "core/io/posix.hpp"
#include "core/io/quote.hpp"
#include "core/io/read_file.hpp"
#include "core/io/table_guess.hpp"

namespace normscope::open_save {

namespace {

// The text of a session file or of a kept session, or of the session embedded in a figure.
base::Expected<std::string> session_in(const std::filesystem::path& path, FileKind kind) {
  auto bytes = io::read_file(path);
  if (!bytes || kind == FileKind::kSession) return bytes;
  if (kind == FileKind::kKeptSession) return std::string(session_below_header(*bytes));
  return figures::read_state(*bytes);
}

// The same of a regular file of a kind that may name other files; none of any other.
std::optional<std::string> session_at(const std::filesystem::path& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return std::nullopt;
  const auto kind = file_kind(path);
  const bool reads_files = kind && (*kind == FileKind::kSession || *kind == FileKind::kFigure ||
                                    *kind == FileKind::kKeptSession);
  if (!reads_files) return std::nullopt;
  auto session = session_in(path, *kind);
  return session ? std::optional(*std::move(session)) : std::nullopt;
}

base::Expected<Opened> open_session(const std::filesystem::path& path, FileKind kind,
                                    const document::FilePlaces& places) {
  const auto session = session_in(path, kind).and_then([&](const std::string& text) {
    return document::with_files(text, places);
  });
  if (!session) return tl::unexpected(session.error());
  auto document = document::from_session(*session);
  if (!document) return tl::unexpected(document.error());
  Opened opened{kind, *std::move(document)};
  if (kind == FileKind::kSession) opened.session = path;
  if (kind == FileKind::kKeptSession) {
    auto header = read_kept_header(path);
    if (!header) return tl::unexpected(header.error());
    opened.session = header->path;
    opened.kept = *std::move(header);
  }
  return opened;
}

base::Expected<Opened> open_lesson(const std::filesystem::path& path) {
  auto lesson = lessons::load_lesson(path);
  if (!lesson) return tl::unexpected(lesson.error());
  document::Document first = lessons::document_at(*lesson, 0);
  first.lesson = {lesson->id, 0};
  return Opened{FileKind::kLesson, std::move(first), *std::move(lesson)};
}

base::Expected<Opened> open_notebook(const std::filesystem::path& path, FileKind kind) {
  const auto file = read_cells(path, kind);
  if (!file) return tl::unexpected(file.error());
  auto lesson = lessons::notebook_lesson(*file, path.filename().string());
  document::Document first = lessons::document_at(lesson, 0);
  first.lesson = {lesson.id, 0};
  return Opened{kind, std::move(first), std::move(lesson)};
}

// The place with the name of the array, also where it is the only one. A pipe can be read only
// once, and is not looked at.
base::Expected<io::ArrayPlace> named_place(io::ArrayPlace place) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(place.file, failed)) return place;
  const auto entries = io::list_arrays(place.file);
  if (!entries) return tl::unexpected(entries.error());
  if (entries->empty()) return place;
  const auto found = io::find_array(*entries, place.array);
  if (!found) return tl::unexpected(found.error());
  place.array = (*entries)[*found].name;
  return place;
}

base::Expected<Opened> open_numbers(io::ArrayPlace asked, const io::ReadWatch& watch) {
  const auto place = named_place(std::move(asked));
  if (!place) return tl::unexpected(place.error());
  auto values = io::read_tensor(*place, watch);
  if (!values) return tl::unexpected(values.error());
  if (values->size() == 0) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        "it holds no numbers: its shape is " + tensor::shape_to_text(values->shape()));
  }
  std::string name =
      place->array.empty() ? place->file.stem().string() : io::printable(place->array);
  Opened opened{FileKind::kNumbers,
                document::document_of(std::move(name), origin_of(*place), *std::move(values))};
  if (auto fits = document::check_fit(opened.document); !fits) return tl::unexpected(fits.error());
  return opened;
}

}  // namespace

base::Expected<notebook::ipynb::NotebookFile> read_cells(const std::filesystem::path& path,
                                                         FileKind kind) {
  const auto bytes = io::read_file(path);
  if (!bytes) return tl::unexpected(bytes.error());
  return kind == FileKind::kNotebook ? notebook::ipynb::read_notebook(*bytes)
                                     : notebook::ipynb::read_script(*bytes);
}

document::Origin origin_of(const io::ArrayPlace& place) {
  // A file that the program was started with has a name of its own.
  std::error_code failed;
  const auto target = io::follow_links(place.file);
  const bool given = target && io::named_descriptor(*target);
  const auto path = given ? std::filesystem::read_symlink(*target, failed) : place.file;
  if (!std::filesystem::is_regular_file(path, failed)) return document::Typed{};
  document::File file{std::filesystem::absolute(path).string(), "", place.array};
  if (place.table != io::TableChoice{}) file.table = place.table;
  return file;
}

base::Expected<Opened> open_file(const std::filesystem::path& path,
                                 const document::FilePlaces& places, const io::ReadWatch& watch) {
  const auto kind = file_kind(path);
  if (!kind) return tl::unexpected(kind.error());
  switch (*kind) {
    case FileKind::kSession:
    case FileKind::kKeptSession:
    case FileKind::kFigure:
      return open_session(path, *kind, places);
    case FileKind::kLesson:
      return open_lesson(path);
    case FileKind::kNotebook:
    case FileKind::kScript:
      return open_notebook(path, *kind);
    case FileKind::kNumbers:
      break;
  }
  return open_numbers(io::array_place(path), watch);
}

base::Expected<Opened> open_chosen(const std::filesystem::path& path, const Choice& choice,
                                   const io::ReadWatch& watch) {
  if (const auto* table = std::get_if<io::TableChoice>(&choice)) {
    return open_numbers({path, "", *table}, watch);
  }
  const auto* arrays = std::get_if<ArrayChoice>(&choice);
  if (arrays == nullptr) return open_file(path, {}, watch);
  auto opened = open_numbers({path, arrays->input}, watch);
  if (!opened) return opened;
  auto edit = take_arrays(opened->document, path, *arrays);
  if (!edit) return tl::unexpected(edit.error());
  opened->document = std::move(edit->after);
  return opened;
}

std::optional<std::string> table_to_ask_about(const std::filesystem::path& path) {
  constexpr std::size_t kLookedAt = std::size_t{1} << 16;
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return std::nullopt;
  const auto kind = file_kind(path);
  if (!kind || *kind != FileKind::kNumbers) return std::nullopt;
  const auto arrays = io::list_arrays(path);
  const auto source = io::ByteSource::open(path);
  if (!arrays || !arrays->empty() || !source) return std::nullopt;
  auto front = source->peek(kLookedAt);
  // What is no text, or has no number at all, is for the reader to refuse.
  if (!front || front->find('\0') != std::string::npos) return std::nullopt;
  if (front->size() == kLookedAt) {
    const auto end = front->rfind('\n');
    if (end == std::string::npos) return std::nullopt;
    front->resize(end);
  }
  const io::TableGuess guess = io::guess_table(*front);
  if (guess.certain || guess.choice.columns.empty()) return std::nullopt;
  return *std::move(front);
}

bool asks_for_much(const std::filesystem::path& path) {
  constexpr std::uint64_t kMuch = std::uint64_t{1} << 20;  // some 10 ms for random numbers
  const auto session = session_at(path);
  return session && (!document::session_files(*session).empty() ||
                     document::numbers_asked_in(*session) > kMuch);
}

std::vector<document::File> missing_files(const std::filesystem::path& path,
                                          const document::FilePlaces& places) {
  const auto session = session_at(path);
  return session ? document::missing_files(*session, places) : std::vector<document::File>{};
}

Attempt try_to_open(const std::filesystem::path& path, const document::FilePlaces& places,
                    const Choice& choice, const io::ReadWatch& watch) {
  try {
    const bool chosen = !std::holds_alternative<std::monostate>(choice);
    Attempt attempt{chosen ? open_chosen(path, choice, watch) : open_file(path, places, watch)};
    if (!attempt.opened) attempt.missing = missing_files(path, places);
    return attempt;
  } catch (const std::bad_alloc&) {
    return {base::fail(base::ErrorKind::kTooLarge, "there is not enough memory for its numbers")};
  }
}

}  // namespace normscope::open_save
