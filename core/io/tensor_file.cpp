// SPDX-License-Identifier: MIT
#include "core/io/tensor_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/io/npy.hpp"
#include "core/io/quote.hpp"
#include "core/io/read_file.hpp"
#include "core/io/table.hpp"
#include "core/text/ascii.hpp"

namespace normscope::io {

using base::ErrorKind;
using base::Expected;
using base::fail;
using tensor::Tensor;

namespace fs = std::filesystem;

namespace {

constexpr std::array<base::Name<TensorFormat>, 4> kFormats = {{
    {TensorFormat::kNpy, "npy"},
    {TensorFormat::kCsv, "csv"},
    {TensorFormat::kTsv, "tsv"},
    {TensorFormat::kTxt, "txt"},
}};

std::optional<TensorFormat> format_of(const fs::path& path) {
  std::string extension = path.extension().native();
  if (extension.empty()) return std::nullopt;
  std::ranges::transform(extension, extension.begin(), text::to_lowercase);
  return base::value_of(tensor_formats(), std::string_view(extension).substr(1));
}

// Whether the source is for read_npy, and not a table.
Expected<bool> holds_array(const ByteSource& source, const fs::path& name) {
  const auto front = source.peek(kNpyMagic.size());
  if (!front) return tl::unexpected(front.error());
  return format_of(name) == TensorFormat::kNpy || is_array(*front);
}

Expected<Tensor> read(ByteSource source, const fs::path& name, const ReadWatch& watch = {}) {
  const auto array = holds_array(source, name);
  if (!array) return tl::unexpected(array.error());
  if (*array) return read_npy(std::move(source), watch);
  const auto text = source.read_rest();
  if (!text) return tl::unexpected(text.error());
  return read_table(*text).map([](Table&& table) { return std::move(table.values); });
}

Expected<TensorFormat> format_for_writing(const fs::path& path) {
  if (const auto format = format_of(path)) return *format;
  std::error_code none;
  const auto target = follow_links(path);
  if (target && (named_descriptor(*target) || fs::is_other(*target, none))) {
    return TensorFormat::kNpy;
  }
  if (fs::is_directory(path, none)) return fail(ErrorKind::kUnwritable, "it is a folder");
  return fail(ErrorKind::kInvalidArgument,
              fmt::format("its extension {} names no format that can be written",
                          quote(path.extension().native())),
              "use one of these: " + base::list_names(tensor_formats()));
}

Expected<void> write(const Tensor& tensor, TensorFormat format, const ByteSink& sink) {
  switch (format) {
    case TensorFormat::kNpy:
      break;
    case TensorFormat::kCsv:
      return write_table(tensor, ',', sink);
    case TensorFormat::kTsv:
      return write_table(tensor, '\t', sink);
    case TensorFormat::kTxt:
      return write_table(tensor, ' ', sink);
  }
  return write_npy(tensor, sink);
}

}  // namespace

std::span<const base::Name<TensorFormat>> tensor_formats() {
  return kFormats;
}

Expected<Tensor> read_tensor(const fs::path& path, const ReadWatch& watch) {
  auto source = ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  return read(std::move(*source), path, watch);
}

Expected<void> check_tensor_file(const fs::path& path) {
  auto source = ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  const auto array = holds_array(*source, path);
  if (!array) return tl::unexpected(array.error());
  if (!*array) return {};
  const auto shape = read_npy_shape(std::move(*source));
  if (!shape) return tl::unexpected(shape.error());
  return {};
}

Expected<Tensor> read_tensor(std::string_view bytes, const fs::path& name) {
  return read(ByteSource::of(bytes), name);
}

tl::expected<void, OutputFailure> write_tensors(std::span<const TensorOutput> outputs) {
  std::vector<Output> files;
  for (const TensorOutput& output : outputs) {
    const auto format = format_for_writing(output.path);
    if (!format) return tl::unexpected(OutputFailure{output.path, format.error()});
    files.push_back({output.path, [tensor = output.tensor, format = *format](const ByteSink& sink) {
                       return write(*tensor, format, sink);
                     }});
  }
  return write_files(files);
}

Expected<void> write_tensor(const fs::path& path, const Tensor& tensor) {
  const TensorOutput output{path, &tensor};
  return write_tensors({&output, 1}).map_error([](OutputFailure&& failed) { return failed.error; });
}

}  // namespace normscope::io
