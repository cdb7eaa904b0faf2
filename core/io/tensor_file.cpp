// SPDX-License-Identifier: MIT
#include "core/io/tensor_file.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "core/io/checkpoint.hpp"
#include "core/io/npy.hpp"
#include "core/io/npy_elements.hpp"
#include "core/io/npz.hpp"
#include "core/io/quote.hpp"
#include "core/io/shards.hpp"
#include "core/tensor/parse.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

using tensor::Tensor;

namespace fs = std::filesystem;

namespace {

constexpr std::array<base::Name<TensorFormat>, 5> kFormats = {{
    {TensorFormat::kNpy, "npy"},
    {TensorFormat::kSafetensors, "safetensors"},
    {TensorFormat::kCsv, "csv"},
    {TensorFormat::kTsv, "tsv"},
    {TensorFormat::kTxt, "txt"},
}};

// The array of an .npy file, as the one entry of a list.
Expected<Arrays> npy_arrays(ByteSource source) {
  auto header = read_npy_header(source);
  if (!header) return tl::unexpected(header.error());
  Arrays arrays{{{"", type_name(header->element), header->shape}}};
  StoredNumbers numbers{std::make_shared<const ByteSource>(std::move(source)), *std::move(header)};
  arrays.read = [numbers](std::size_t /*at*/, const ReadWatch& watch) {
    return read_numbers(numbers.source->again(), numbers.header, watch);
  };
  arrays.stored = [numbers = std::move(numbers)](std::size_t /*at*/) { return numbers; };
  return arrays;
}

Expected<Arrays> zip_arrays(ByteSource source, const std::stop_token& stop) {
  const auto archive = ZipFile::open(std::move(source));
  if (!archive) return tl::unexpected(archive.error());
  const auto members = (*archive)->members();
  if (!members) return tl::unexpected(members.error());
  return is_checkpoint(*members) ? checkpoint_arrays(*archive, stop) : npz_arrays(*archive, stop);
}

Expected<TensorFormat> format_for_writing(const fs::path& path) {
  if (const auto format = format_of(path)) return *format;
  std::error_code none;
  const auto target = follow_links(path);
  if (target && (named_descriptor(*target) || fs::is_other(*target, none))) {
    return TensorFormat::kNpy;
  }
  if (fs::is_directory(path, none)) return fail(ErrorKind::kUnwritable, tr("it is a folder"));
  return fail(ErrorKind::kInvalidArgument,
              tr("its extension {path} names no format that can be written",
                 arg("path", quote(path.extension().native()))),
              tr("use one of these: {names}", arg("names", base::list_names(tensor_formats()))));
}

Expected<void> write(const TensorOutput& output, TensorFormat format, const ByteSink& sink) {
  const Tensor& tensor = *output.tensor;
  switch (format) {
    case TensorFormat::kNpy:
      break;
    case TensorFormat::kSafetensors: {
      const NamedTensor named{output.path.stem().string(), &tensor};
      return write_safetensors({&named, 1}, sink);
    }
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

std::optional<TensorFormat> format_of(const fs::path& path) {
  std::string extension = path.extension().native();
  if (extension.empty()) return std::nullopt;
  std::ranges::transform(extension, extension.begin(), text::to_lowercase);
  return base::value_of(tensor_formats(), std::string_view(extension).substr(1));
}

ArrayPlace array_place(const fs::path& path) {
  const std::string text = path.string();
  std::error_code none;
  if (fs::exists(path, none)) return {path};
  for (auto at = text.find(':'); at != std::string::npos; at = text.find(':', at + 1)) {
    fs::path file = text.substr(0, at);
    if (fs::is_regular_file(file, none)) return {std::move(file), text.substr(at + 1)};
  }
  return {path};
}

Expected<OpenedPlace> open_place(const fs::path& path) {
  ArrayPlace place = array_place(path);
  return ByteSource::open(place.file).map([&](ByteSource&& source) {
    return OpenedPlace{std::move(place), std::move(source)};
  });
}

bool begins_as_arrays(std::string_view front) {
  return is_npy(front) || is_zip(front) || is_safetensors(front) || is_old_checkpoint(front);
}

Expected<std::optional<Arrays>> arrays_in(const ByteSource& source, const fs::path& name,
                                          const std::stop_token& stop) {
  constexpr std::size_t kFront = 16;  // bytes that tell the format
  const auto front = source.peek(kFront);
  if (!front) return tl::unexpected(front.error());
  if (is_old_checkpoint(*front)) return old_checkpoint_arrays(source.again(), stop);
  if (is_npy(*front)) return npy_arrays(source.again());
  if (is_zip(*front)) return zip_arrays(source.again(), stop);
  if (is_safetensors(*front)) return safetensors_arrays(source.again(), stop);
  if (is_index(name)) return sharded_arrays(source.again(), name, stop);
  const auto named = format_of(name);
  if (named == TensorFormat::kNpy) return npy_arrays(source.again());
  if (named != TensorFormat::kSafetensors || front->empty()) return std::nullopt;
  return fail(ErrorKind::kMalformed, tr("it does not begin with a header of .safetensors"));
}

Expected<Tensor> read_tensor(ByteSource source, const std::optional<Arrays>& arrays,
                             const ArrayPlace& place, const ReadWatch& watch) {
  if (arrays) return read_array(*arrays, place.array, watch);
  if (!place.array.empty()) {
    return fail(ErrorKind::kNotFound, tr("it has no array named {array}: it is no archive",
                                         arg("array", quote(place.array))));
  }
  const auto text = source.read_rest();
  if (!text) return tl::unexpected(text.error());
  if (place.table == TableChoice{} && tensor::begins_as_print(*text)) {
    return tensor::parse_text(*text);
  }
  return read_table(*text, place.table, watch).map([](Table&& table) {
    return std::move(table.values);
  });
}

Expected<Tensor> read_tensor(const fs::path& path, const ReadWatch& watch) {
  return read_tensor(array_place(path), watch);
}

Expected<Tensor> read_tensor(const ArrayPlace& place, const ReadWatch& watch) {
  auto source = ByteSource::open(place.file);
  if (!source) return tl::unexpected(source.error());
  const auto arrays = arrays_in(*source, place.file);
  if (!arrays) return tl::unexpected(arrays.error());
  return read_tensor(*std::move(source), *arrays, place, watch);
}

Expected<Tensor> read_tensor(std::string_view bytes, const fs::path& name) {
  const ByteSource source = ByteSource::of(bytes);
  const auto arrays = arrays_in(source, name);
  if (!arrays) return tl::unexpected(arrays.error());
  return read_tensor(source.again(), *arrays, {name});
}

Expected<Output> output_of(const TensorOutput& output) {
  const auto format = format_for_writing(output.path);
  if (!format) return tl::unexpected(format.error());
  return Output{output.path, [output, format = *format](const ByteSink& sink) {
                  return write(output, format, sink);
                }};
}

tl::expected<void, OutputFailure> write_tensors(std::span<const TensorOutput> outputs) {
  std::vector<Output> files;
  for (const TensorOutput& output : outputs) {
    auto file = output_of(output);
    if (!file) return tl::unexpected(OutputFailure{output.path, file.error()});
    files.push_back(*std::move(file));
  }
  return write_files(files);
}

bool is_table(const fs::path& path) {
  const auto format = format_of(path);
  return format && *format != TensorFormat::kNpy && *format != TensorFormat::kSafetensors;
}

Expected<void> write_archive(const fs::path& path, std::span<const NamedTensor> tensors) {
  if (format_of(path) != TensorFormat::kSafetensors) {
    return fail(ErrorKind::kInvalidArgument, tr("several arrays are saved as one .safetensors"),
                tr("let the file's name end in .safetensors"));
  }
  const Output output{path, [&](const ByteSink& sink) { return write_safetensors(tensors, sink); }};
  return write_files({&output, 1}).map_error([](OutputFailure&& failed) { return failed.error; });
}

Expected<void> write_tensor(const fs::path& path, const Tensor& tensor) {
  const TensorOutput output{path, &tensor};
  return write_tensors({&output, 1}).map_error([](OutputFailure&& failed) { return failed.error; });
}

}  // namespace normscope::io
