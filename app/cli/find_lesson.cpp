// SPDX-License-Identifier: MIT
#include "app/cli/find_lesson.hpp"

#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lessons/loader.hpp"
#include "core/text/nearest.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

base::Expected<lessons::Lesson> find_lesson(const std::string& name) {
  auto loaded = lessons::load_lesson(name);
  if (loaded || std::filesystem::exists(name)) return loaded;
  auto builtin = lessons::builtin_lessons();
  if (!builtin) return tl::unexpected(builtin.error());
  std::string ids;
  std::vector<std::string_view> names;
  for (lessons::Lesson& lesson : *builtin) {
    if (lesson.id == name) return std::move(lesson);
    ids += (ids.empty() ? "" : ", ") + lesson.id;
    names.emplace_back(lesson.id);
  }
  base::Error error = loaded.error();
  const std::string meant = text::did_you_mean(text::nearest(name, names));
  error.hint = meant + (meant.empty() ? "" : " ") +
               text::tr("built-in lessons: {ids}", text::arg("ids", ids));
  return tl::unexpected(std::move(error));
}

}  // namespace normscope::cli
