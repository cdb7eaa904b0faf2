// SPDX-License-Identifier: MIT
#include "core/io/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "core/io/npy.hpp"
#include "core/io/npy_elements.hpp"
#include "core/io/quote.hpp"
#include "core/io/safetensors.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

namespace {

// The bytes before the numbers of an output.
Expected<std::string> front_of(const std::filesystem::path& path, TensorFormat format,
                               const tensor::Shape& shape) {
  if (format == TensorFormat::kNpy) return npy_front(shape);
  const NamedShape named{path.stem().string(), shape};
  return safetensors_front({&named, 1});
}

// Calls visit(offset, first, count) for the runs of a box: where each begins in the tensor, and in
// the box.
template <class Visit>
Expected<void> for_each_run(const tensor::Shape& whole, const tensor::Box& box, Visit visit) {
  const auto count = static_cast<std::size_t>(tensor::run_of(whole, box.size));
  std::size_t first = 0;
  for (const std::int64_t offset : tensor::runs_of(whole, box)) {
    if (auto visited = visit(static_cast<std::uint64_t>(offset), first, count); !visited) {
      return visited;
    }
    first += count;
  }
  return {};
}

// Of several files the one that an error is about.
base::Error about(const std::filesystem::path& file, base::Error error) {
  error.sentence = fmt::format("{}: {}", printable(file.native()), error.sentence);
  return error;
}

}  // namespace

Expected<std::optional<StoredNumbers>> stored_numbers(const ArrayPlace& place) {
  auto source = ByteSource::open(place.file);
  if (!source) return tl::unexpected(source.error());
  if (!source->place()) return std::nullopt;
  const auto arrays = arrays_in(*source, place.file);
  if (!arrays) return tl::unexpected(arrays.error());
  if (!*arrays || !(*arrays)->stored) return std::nullopt;
  const auto found = find_array((*arrays)->entries, place.array);
  if (!found) return tl::unexpected(found.error());
  const ArrayEntry& entry = (*arrays)->entries[*found];
  if (!entry.problem.empty()) return base::fail(base::ErrorKind::kUnsupported, entry.problem);
  StoredNumbers numbers = (*arrays)->stored(*found);
  if (numbers.header.fortran_order && numbers.header.shape.size() > 1) return std::nullopt;
  return numbers;
}

Expected<void> read_box(const StoredNumbers& numbers, const tensor::Box& box,
                        std::span<float> out) {
  const NpyHeader& header = numbers.header;
  return for_each_run(header.shape, box,
                      [&](std::uint64_t offset, std::size_t first, std::size_t count) {
                        ByteSource run = numbers.source->again();
                        run.skip(offset * header.element.size);
                        return read_elements(run, header.element, out.subspan(first, count));
                      });
}

Expected<void> add_rows(tensor::Shape& shape, const tensor::Shape& below) {
  const bool fits = !shape.empty() && shape.size() == below.size() &&
                    std::equal(shape.begin() + 1, shape.end(), below.begin() + 1);
  if (!fits) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        tr("it is {shape}, which is not put below {own}",
           arg("shape", tensor::shape_to_text(below)), arg("own", tensor::shape_to_text(shape))),
        tr("the files of one input differ in their first dimension alone"));
  }
  shape.front() += below.front();
  return {};
}

Expected<std::optional<StoredRows>> StoredRows::open(
    const std::vector<std::filesystem::path>& files) {
  StoredRows rows;
  for (const std::filesystem::path& path : files) {
    const auto failed = [&](const base::Error& error) {
      return tl::unexpected(files.size() == 1 ? error : about(path, error));
    };
    File file{array_place(path)};
    auto numbers = stored_numbers(file.place);
    if (!numbers) return failed(numbers.error());
    if (!*numbers || may_lose_digits((*numbers)->header.element)) return std::nullopt;
    file.shape = (*numbers)->header.shape;
    if (rows.files_.empty()) {
      rows.shape_ = file.shape;
    } else if (const auto added = add_rows(rows.shape_, file.shape); !added) {
      return failed(added.error());
    }
    rows.bytes_ +=
        static_cast<std::uint64_t>(tensor::product(file.shape)) * (*numbers)->header.element.size;
    rows.current_ = rows.files_.size();
    rows.files_.push_back(std::move(file));
    rows.numbers_ = *std::move(numbers);
  }
  return rows;
}

Expected<void> StoredRows::read(const tensor::Box& box, std::span<float> out) {
  if (files_.size() == 1) return read_box(*numbers_, box, out);
  std::int64_t before = 0;
  for (std::size_t at = 0; at < files_.size(); ++at) {
    const std::int64_t rows = files_[at].shape.front();
    const std::int64_t first = std::max(box.first.front() - before, std::int64_t{0});
    const std::int64_t end = std::min(box.first.front() + box.size.front() - before, rows);
    before += rows;
    if (first >= end) continue;
    tensor::Box part = box;
    part.first.front() = first;
    part.size.front() = end - first;
    const auto count = static_cast<std::size_t>(tensor::product(part.size));
    if (const auto read = read_rows(at, part, out.first(count)); !read) {
      return tl::unexpected(about(files_[at].place.file, read.error()));
    }
    out = out.subspan(count);
  }
  return {};
}

Expected<void> StoredRows::read_rows(std::size_t file, const tensor::Box& box,
                                     std::span<float> out) {
  if (current_ != file || !numbers_) {
    auto numbers = stored_numbers(files_[file].place);
    if (!numbers) return tl::unexpected(numbers.error());
    if (!*numbers || (*numbers)->header.shape != files_[file].shape) {
      return base::fail(base::ErrorKind::kMalformed, tr("it has changed while it was read"));
    }
    current_ = file;
    numbers_ = *std::move(numbers);
  }
  return read_box(*numbers_, box, out);
}

std::optional<Output> output_in_boxes(const std::filesystem::path& path, const tensor::Shape& shape,
                                      std::function<Expected<void>(const BoxSink&)> produce) {
  const auto format = format_of(path);
  const bool arrays = format == TensorFormat::kNpy || format == TensorFormat::kSafetensors;
  if (!arrays || !takes_parts(path)) return std::nullopt;
  Output output{path, {}};
  output.produce_parts = [path, format = *format, shape,
                          produce = std::move(produce)](const PartSink& sink) -> Expected<void> {
    const auto front = front_of(path, format, shape);
    if (!front) return tl::unexpected(front.error());
    if (auto written = sink(0, *front); !written) return written;
    return produce([&](const tensor::Box& box, std::span<const float> values) {
      return for_each_run(shape, box,
                          [&](std::uint64_t offset, std::size_t first, std::size_t count) {
                            return sink(front->size() + offset * sizeof(float),
                                        bytes_of(values.subspan(first, count)));
                          });
    });
  };
  return output;
}

}  // namespace normscope::io
