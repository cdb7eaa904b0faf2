// SPDX-License-Identifier: MIT
#include "core/io/parts.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "core/io/npy.hpp"
#include "core/io/npy_elements.hpp"
#include "core/io/safetensors.hpp"

namespace normscope::io {

using base::Expected;

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
