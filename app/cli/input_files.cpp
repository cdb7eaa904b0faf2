// SPDX-License-Identifier: MIT
#include "app/cli/input_files.hpp"

#include <glob.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "core/io/parts.hpp"
#include "core/io/read_file.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

namespace fs = std::filesystem;

OrFailure<tensor::Tensor> read_file(const std::string& path, const io::TableChoice& table,
                                    const io::ReadWatch& watch) {
  const auto place = input_place(path, table);
  if (!place) return tl::unexpected(place.error());
  auto values = io::read_tensor(*place, watch);
  if (!values) return tl::unexpected(Failure{path, values.error()});
  return *std::move(values);
}

void add_doubles(const tensor::Tensor& x, const io::Doubles& below, io::Doubles& all) {
  if (below.inexact && !all.inexact) {
    all.inexact = static_cast<std::int64_t>(all.values.size()) + *below.inexact;
  }
  if (below.values.empty()) {
    all.values.insert(all.values.end(), x.values().begin(), x.values().end());
  } else {
    all.values.insert(all.values.end(), below.values.begin(), below.values.end());
  }
}

OrFailure<tensor::Tensor> read_files(const std::vector<fs::path>& files,
                                     const io::TableChoice& table, const io::ReadWatch& watch) {
  tensor::Shape shape;
  std::vector<float> values;
  for (const fs::path& file : files) {
    io::Doubles doubles;
    bool rounds = false;
    io::ReadWatch of_file = watch;
    if (watch.doubles != nullptr) of_file.doubles = &doubles;
    if (watch.rounds != nullptr) of_file.rounds = &rounds;
    auto x = read_file(file.string(), table, of_file);
    if (!x) return x;
    if (file == files.front()) {
      shape = x->shape();
    } else if (const auto added = io::add_rows(shape, x->shape()); !added) {
      return tl::unexpected(Failure{file.string(), added.error()});
    }
    if (rounds) *watch.rounds = true;
    if (watch.doubles != nullptr) add_doubles(*x, doubles, *watch.doubles);
    values.insert(values.end(), x->values().begin(), x->values().end());
  }
  auto joined = tensor::Tensor::from_values(shape, std::move(values));
  if (!joined) return tl::unexpected(Failure{files.front().string(), joined.error()});
  return *std::move(joined);
}

}  // namespace

OrFailure<std::vector<fs::path>> input_files(const std::string& path) {
  std::error_code none;
  if (path.find_first_of("*?[") == std::string::npos || fs::exists(path, none)) {
    return std::vector<fs::path>{path};
  }
  glob_t found{};
  // It reads no users: ~ is left to shells.  NOLINTNEXTLINE(concurrency-mt-unsafe)
  const int failed = glob(path.c_str(), 0, nullptr, &found);
  std::vector<fs::path> files(found.gl_pathv, found.gl_pathv + (failed == 0 ? found.gl_pathc : 0));
  globfree(&found);
  if (files.empty()) {
    return tl::unexpected(
        Failure{path, {base::ErrorKind::kNotFound, tr("no file fits this pattern")}});
  }
  std::ranges::sort(files, [](const fs::path& a, const fs::path& b) {
    return strverscmp(a.c_str(), b.c_str()) < 0;
  });
  return files;
}

OrFailure<io::ArrayPlace> input_place(const std::string& path, const io::TableChoice& table) {
  io::ArrayPlace place = io::array_place(path);
  if (table == io::TableChoice{}) return place;
  place.table = table;
  const auto source = io::ByteSource::open(place.file);
  if (!source) return tl::unexpected(Failure{path, source.error()});
  const auto arrays = io::arrays_in(*source, place.file);
  if (!arrays) return tl::unexpected(Failure{path, arrays.error()});
  if (!arrays->has_value()) return place;
  return tl::unexpected(
      Failure{path,
              {base::ErrorKind::kInvalidArgument,
               tr("it is no table, which --columns, --skip and --transpose are for")},
              Exit::kUsage});
}

OrFailure<tensor::Tensor> read_input(const std::string& path, const io::TableChoice& table,
                                     const io::ReadWatch& watch) {
  const auto files = input_files(path);
  if (!files) return tl::unexpected(files.error());
  if (files->size() == 1) return read_file(files->front().string(), table, watch);
  return read_files(*files, table, watch);
}

}  // namespace normscope::cli
