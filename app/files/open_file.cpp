// SPDX-License-Identifier: MIT
#include "app/files/open_file.hpp"

#include <utility>

#include "app/document/session.hpp"
#include "app/figures/state.hpp"
#include "app/lessons/loader.hpp"
#include "core/io/read_file.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::files {

namespace {

base::Expected<Opened> open_figure(const std::filesystem::path& path) {
  const auto bytes = io::read_file(path);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto state = figures::read_state(*bytes);
  if (!state) return tl::unexpected(state.error());
  auto document = document::from_session(*state);
  if (!document) return tl::unexpected(document.error());
  return Opened{FileKind::kFigure, *std::move(document), std::nullopt, std::nullopt};
}

}  // namespace

base::Expected<Opened> open_file(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  if (extension == ".json") {
    auto document = document::load_session(path);
    if (!document) return tl::unexpected(document.error());
    return Opened{FileKind::kSession, *std::move(document), std::nullopt, path};
  }
  if (extension == ".md") {
    auto lesson = lessons::load_lesson(path);
    if (!lesson) return tl::unexpected(lesson.error());
    document::Document first = lessons::document_at(*lesson, 0);
    first.lesson = {lesson->id, 0};
    return Opened{FileKind::kLesson, std::move(first), *std::move(lesson), std::nullopt};
  }
  if (extension == ".svg" || extension == ".pdf" || extension == ".png") return open_figure(path);
  auto values = io::read_tensor(path);
  if (!values) return tl::unexpected(values.error());
  if (values->size() == 0) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        "it holds no numbers: its shape is " + tensor::shape_to_text(values->shape()));
  }
  const std::filesystem::path whole = std::filesystem::absolute(path);
  return Opened{FileKind::kNumbers,
                document::document_of(path.stem().string(), document::File{whole.string()},
                                      *std::move(values)),
                std::nullopt, std::nullopt};
}

}  // namespace normscope::files
