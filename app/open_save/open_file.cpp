// SPDX-License-Identifier: MIT
#include "app/open_save/open_file.hpp"

#include <utility>

#include "app/document/session/session.hpp"
#include "app/figures/export/state.hpp"
#include "app/lessons/loader.hpp"
#include "app/lessons/notebook_lesson.hpp"
#include "core/io/read_file.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::open_save {

namespace {

// The text of a session file or of a kept session, or of the session embedded in a figure.
base::Expected<std::string> session_in(const std::filesystem::path& path, FileKind kind) {
  auto bytes = io::read_file(path);
  if (!bytes || kind == FileKind::kSession) return bytes;
  if (kind == FileKind::kKeptSession) return std::string(session_below_header(*bytes));
  return figures::read_state(*bytes);
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

base::Expected<Opened> open_numbers(const std::filesystem::path& path, const io::ReadWatch& watch) {
  auto values = io::read_tensor(path, watch);
  if (!values) return tl::unexpected(values.error());
  if (values->size() == 0) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        "it holds no numbers: its shape is " + tensor::shape_to_text(values->shape()));
  }
  const std::filesystem::path whole = std::filesystem::absolute(path);
  return Opened{FileKind::kNumbers,
                document::document_of(path.stem().string(), document::File{whole.string()},
                                      *std::move(values))};
}

}  // namespace

base::Expected<notebook::ipynb::NotebookFile> read_cells(const std::filesystem::path& path,
                                                         FileKind kind) {
  const auto bytes = io::read_file(path);
  if (!bytes) return tl::unexpected(bytes.error());
  return kind == FileKind::kNotebook ? notebook::ipynb::read_notebook(*bytes)
                                     : notebook::ipynb::read_script(*bytes);
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
  return open_numbers(path, watch);
}

std::vector<document::File> missing_files(const std::filesystem::path& path) {
  const auto kind = file_kind(path);
  const bool reads_files = kind && (*kind == FileKind::kSession || *kind == FileKind::kFigure ||
                                    *kind == FileKind::kKeptSession);
  if (!reads_files) return {};
  const auto session = session_in(path, *kind);
  return session ? document::missing_files(*session) : std::vector<document::File>{};
}

}  // namespace normscope::open_save
