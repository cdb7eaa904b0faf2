// SPDX-License-Identifier: MIT
#include "app/open_save/file_filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "app/open_save/save_figure.hpp"
#include "core/text/translate.hpp"

namespace normscope::open_save {

namespace {

struct KindOfFile {
  std::string_view name;
  std::string_view word;
  std::array<std::string_view, 9> extensions;  // the rest empty
};

constexpr std::array kKinds = {
    KindOfFile{tr_later("Sessions"), tr_later("session"), {".json"}},
    KindOfFile{tr_later("Lessons"), tr_later("lesson"), {".md"}},
    KindOfFile{tr_later("Notebooks and scripts"), tr_later("notebook"), {".ipynb", ".py"}},
    KindOfFile{tr_later("Exported figures"), tr_later("figure"), {".svg", ".pdf", ".png"}},
    KindOfFile{tr_later("Numbers"),
               tr_later("numbers"),
               {".npy", ".npz", ".safetensors", ".pt", ".pth", ".bin", ".csv", ".tsv", ".txt"}},
};
constexpr std::size_t kNumbersKind = 4;

std::vector<std::string_view> extensions_of(const KindOfFile& kind) {
  std::vector<std::string_view> extensions;
  for (const std::string_view extension : kind.extensions) {
    if (!extension.empty()) extensions.push_back(extension);
  }
  return extensions;
}

}  // namespace

std::vector<FileFilter> filters_to_open() {
  std::vector<FileFilter> filters = {{tr("All that can be opened")}};
  for (const KindOfFile& kind : kKinds) {
    filters.push_back({tr(kind.name), extensions_of(kind)});
    auto& all = filters.front().extensions;
    const auto& added = filters.back().extensions;
    all.insert(all.end(), added.begin(), added.end());
  }
  filters.push_back({tr("All files")});
  return filters;
}

std::vector<FileFilter> filters_of_numbers() {
  return {{tr("Numbers"), extensions_of(kKinds[kNumbersKind])}, {tr("All files")}};
}

std::vector<FileFilter> filters_of(std::string_view name, std::string_view extension) {
  return {{name, {extension}}, {tr("All files")}};
}

bool passes(const FileFilter& filter, const std::filesystem::path& name) {
  if (filter.extensions.empty()) return true;
  const std::string extension = extension_of(name);
  return std::ranges::find(filter.extensions, extension) != filter.extensions.end();
}

std::string_view kind_word(const std::filesystem::path& name) {
  const std::string extension = extension_of(name);
  if (extension == ".py") return tr("script");
  for (const KindOfFile& kind : kKinds) {
    if (std::ranges::find(kind.extensions, extension) != kind.extensions.end() &&
        !extension.empty()) {
      return tr(kind.word);
    }
  }
  return {};
}

std::string free_name(const std::filesystem::path& folder, const std::filesystem::path& wanted) {
  constexpr int kMostTries = 1000;
  std::string name = wanted.string();
  for (int number = 2; number < kMostTries; ++number) {
    std::error_code failed;
    if (!std::filesystem::exists(folder / name, failed)) break;
    name = fmt::format("{}-{}{}", wanted.stem().string(), number, wanted.extension().string());
  }
  return name;
}

}  // namespace normscope::open_save
