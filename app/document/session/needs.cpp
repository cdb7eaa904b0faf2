// SPDX-License-Identifier: MIT
#include "app/document/session/needs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/document/file_digest.hpp"
#include "core/base/memory.hpp"
#include "core/tensor/shape.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

using nlohmann::json;

namespace {

// Wherever it stands: no part of a session that is added later can name a file unseen.
template <class Json, class Visit>
void for_each_file(Json& part, const Visit& visit) {
  if (part.is_object() && part.contains("path") && part["path"].is_string()) visit(part);
  if (!part.is_structured()) return;
  for (Json& inner : part) for_each_file(inner, visit);
}

// Whether the numbers of an object with a shape are those of a file.
bool of_file(const json& array) {
  const auto origin = array.find("origin");
  return array.contains("file") ||
         (origin != array.end() && origin->is_object() && origin->contains("path"));
}

// None of a shape that no array has: the reader refuses it, and names its place.
std::uint64_t count_of(const json& sizes) {
  tensor::Shape shape;
  for (const json& size : sizes) {
    if (!size.is_number_integer()) return 0;
    shape.push_back(size.get<std::int64_t>());
  }
  return static_cast<std::uint64_t>(tensor::element_count(shape).value_or(0));
}

}  // namespace

std::vector<File> files_named(const json& session) {
  std::vector<File> files;
  for_each_file(session, [&](const json& named) {
    File file{named["path"].get<std::string>()};
    if (named.contains("sha256") && named["sha256"].is_string()) {
      file.sha256 = named["sha256"].get<std::string>();
    }
    if (std::ranges::find(files, file) == files.end()) files.push_back(std::move(file));
  });
  return files;
}

void move_files(json& session, const FilePlaces& places) {
  for_each_file(session, [&](json& named) {
    const auto found = places.find(named["path"].get<std::string>());
    if (found != places.end()) named["path"] = found->second;
  });
}

std::vector<File> missing_files(std::vector<File> files, const FilePlaces& places) {
  std::erase_if(files, [&](const File& file) {
    const auto place = places.find(file.path);
    const std::string& path = place == places.end() ? file.path : place->second;
    return check_file({path, file.sha256}).has_value();
  });
  return files;
}

std::uint64_t numbers_asked(const json& session) {
  std::uint64_t all = 0;
  if (session.is_object() && session.contains("shape") && !of_file(session)) {
    all = count_of(session["shape"]);
  }
  if (session.is_structured()) {
    for (const json& part : session) all += numbers_asked(part);
  }
  return all;
}

base::Expected<void> check_numbers(std::uint64_t count) {
  // The window takes 9.4 bytes for each number of a batch (a test counts them), and steps on top.
  constexpr std::uint64_t kBytesEach = 12;
  return base::check_memory(count * kBytesEach,
                            text::tr("a session of {n} numbers", text::arg("n", count)));
}

}  // namespace normscope::document
