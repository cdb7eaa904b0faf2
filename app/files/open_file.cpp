// SPDX-License-Identifier: MIT
#include "app/files/open_file.hpp"

#include <utility>

#include "app/document/session.hpp"
#include "app/lessons/loader.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::files {

base::Expected<Opened> open_file(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  if (extension == ".json") {
    auto document = document::load_session(path);
    if (!document) return tl::unexpected(document.error());
    return Opened{*std::move(document), std::nullopt, path};
  }
  if (extension == ".md") {
    auto lesson = lessons::load_lesson(path);
    if (!lesson) return tl::unexpected(lesson.error());
    document::Document first = lessons::document_at(*lesson, 0);
    first.lesson = {lesson->id, 0};
    return Opened{std::move(first), *std::move(lesson), std::nullopt};
  }
  auto values = io::read_tensor(path);
  if (!values) return tl::unexpected(values.error());
  if (values->size() == 0) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        "it holds no numbers: its shape is " + tensor::shape_to_text(values->shape()));
  }
  const std::filesystem::path whole = std::filesystem::absolute(path);
  return Opened{document::document_of(path.stem().string(), document::File{whole.string()},
                                      *std::move(values)),
                std::nullopt, std::nullopt};
}

}  // namespace normscope::files
