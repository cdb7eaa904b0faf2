// SPDX-License-Identifier: MIT
#include "app/cli/streamed.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/input_files.hpp"
#include "core/base/before_end.hpp"
#include "core/base/memory.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/io/npy_elements.hpp"
#include "core/io/parts.hpp"
#include "core/ops/one_number.hpp"
#include "core/tensor/boxes.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

using tensor::Box;
using tensor::Tensor;

// Numbers that are read at once at the least, if the part can be larger.
constexpr std::int64_t kShortRun = std::int64_t{1} << 12;

bool may_stream(const ComputeOptions& options) {
  const ViewOptions& view = options.view;
  const bool cpu = options.settings.device == compute::Device::kAuto ||
                   options.settings.device == compute::Device::kCpu;
  return cpu && options.words.empty() && options.gradient.of_output.empty() && view.dims.empty() &&
         !view.channel_dim && !view.masks() && options.table == io::TableChoice{} &&
         options.given.precision == precision::Plan{};
}

// A channel of these norms has its own parameters and its own groups.
bool has_channels(const compute::Operation& operation) {
  const auto* const norm = std::get_if<ops::NormOptions>(&operation);
  return norm != nullptr && (norm->kind == ops::Normalization::kBatchNorm ||
                             norm->kind == ops::Normalization::kInstanceNorm);
}

// The dimensions between whose indices neither a group nor a parameter is shared. Channels may be
// cut where the parameters are cut with them.
std::vector<bool> may_cut(const compute::Request& request, const tensor::Shape& x,
                          const tensor::Shape& reduced) {
  std::vector<bool> cut(x.size());
  for (std::size_t dim = 0; dim < x.size(); ++dim) cut[dim] = reduced[dim] == x[dim];
  if (has_channels(request.operation)) return cut;
  for (const auto& parameter : {request.gamma, request.beta}) {
    const std::size_t covered = parameter ? parameter->rank() : 0;
    for (std::size_t back = 1; back <= covered; ++back) cut[x.size() - back] = false;
  }
  const auto* const norm = std::get_if<ops::NormOptions>(&request.operation);
  const bool grouped = norm != nullptr && norm->kind == ops::Normalization::kGroupNorm;
  if (grouped && x.size() > 1) cut[1] = false;
  return cut;
}

// The parameters of a part's channels.
std::shared_ptr<const Tensor> of_channels(const std::shared_ptr<const Tensor>& all,
                                          const Box& box) {
  if (!all || all->size() == box.size[1]) return all;
  const auto values = all->values().subspan(static_cast<std::size_t>(box.first[1]),
                                            static_cast<std::size_t>(box.size[1]));
  auto part = Tensor::from_values({box.size[1]}, {values.begin(), values.end()});
  return std::make_shared<const Tensor>(*std::move(part));
}

// How far a run is, for a person at a terminal.
class ProgressLine {
 public:
  ProgressLine(const Console& console, std::uint64_t bytes)
      : console_(console), bytes_(bytes), shown_(isatty(fileno(console.err)) == 1) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() {
    if (said_) say(console_.err, "\r\033[K");
  }

  void done(std::uint64_t bytes) {
    const auto now = std::chrono::steady_clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    said_ = true;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const double rate = static_cast<double>(bytes) / seconds;
    say(console_.err,
        fmt::format(
            "\r{}\033[K",
            tr("{done} of {all}, {rate}/s, {seconds:.0f} s left",
               arg("done", base::bytes_to_text(bytes)), arg("all", base::bytes_to_text(bytes_)),
               arg("rate", base::bytes_to_text(static_cast<std::uint64_t>(rate))),
               arg("seconds", static_cast<double>(bytes_ - bytes) / rate))));
  }

 private:
  const Console& console_;
  std::uint64_t bytes_;
  bool shown_;
  bool said_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_ = begin_;
};

// Work on a thread of its own, which nothing outlives.
class Beside {
 public:
  template <class Work>
  void begin(Work work) {
    running_ = std::async(std::launch::async, std::move(work));
  }
  Expected<void> end() { return running_.valid() ? running_.get() : Expected<void>{}; }

 private:
  std::future<Expected<void>> running_{};  // its destructor waits
};

struct Work {
  io::StoredRows& input;
  compute::Request request;  // without an input
  compute::Settings settings;
  tensor::Boxes boxes;
  tensor::Shape reduced;
};

struct Measures {
  std::string device;
  double kernel_seconds = 0;
  std::uint64_t bytes_moved = 0;
};

compute::Request request_of(const Work& work, const Box& box,
                            std::shared_ptr<const Tensor> values) {
  compute::Request request = work.request;
  request.x = std::move(values);
  if (!has_channels(request.operation)) return request;
  for (auto* const parameter :
       {&request.gamma, &request.beta, &request.running.mean, &request.running.variance}) {
    *parameter = of_channels(*parameter, box);
  }
  return request;
}

// Where a part's statistics belong.
Box of_groups(const Box& box, const tensor::Shape& reduced) {
  Box groups = box;
  for (std::size_t dim = 0; dim < reduced.size(); ++dim) {
    if (reduced[dim] != 1) continue;
    groups.first[dim] = 0;
    groups.size[dim] = 1;
  }
  // Groups of channels are whole.
  for (std::size_t dim = 0; dim < reduced.size(); ++dim) {
    groups.size[dim] = std::min(groups.size[dim], reduced[dim]);
  }
  return groups;
}

void put(const Tensor& part, const Box& groups, Tensor& whole) {
  const auto run = static_cast<std::size_t>(tensor::run_of(whole.shape(), groups.size));
  std::span<const float> rest = part.values();
  for (const std::int64_t offset : tensor::runs_of(whole.shape(), groups)) {
    std::ranges::copy(rest.first(run),
                      whole.values().subspan(static_cast<std::size_t>(offset)).begin());
    rest = rest.subspan(run);
  }
}

// The statistics of all groups, where they are wanted.
struct Statistics {
  std::optional<Tensor> first{};
  std::optional<Tensor> second{};
};

class Pipeline {
 public:
  Pipeline(Work work, Statistics& statistics, const Console& console)
      : work_(std::move(work)),
        statistics_(statistics),
        line_(console, work_.input.bytes()),
        backends_(gpu::make_backends()) {}

  // errors  of the input and of computing: kept as input_error(); of the output
  Expected<void> run(const io::BoxSink& sink) {
    Beside reading;
    Beside writing;
    reading.begin([this] { return read(0); });
    for (std::int64_t part = 0; part < work_.boxes.count(); ++part) {
      if (auto read = reading.end(); !read) return input_failed(read.error());
      if (part + 1 < work_.boxes.count()) reading.begin([this, part] { return read(part + 1); });
      const Box box = work_.boxes.at(part);
      auto result =
          compute::compute(backends_, request_of(work_, box, inputs_[slot(part)]), work_.settings);
      if (!result) return input_failed(result.error());
      take(*result, box);
      if (auto written = writing.end(); !written) return written;
      writing.begin([&sink, box, y = std::make_shared<const Tensor>(std::move(result->y))] {
        return sink(box, y->values());
      });
    }
    return writing.end();
  }

  const Measures& measures() const { return measures_; }
  const std::optional<base::Error>& input_error() const { return input_error_; }

 private:
  static std::size_t slot(std::int64_t part) { return static_cast<std::size_t>(part % 2); }

  Expected<void> input_failed(const base::Error& error) {
    input_error_ = error;
    return tl::unexpected(error);
  }

  Expected<void> read(std::int64_t part) {
    const Box box = work_.boxes.at(part);
    std::shared_ptr<Tensor>& values = inputs_[slot(part)];
    if (!values || values->shape() != box.size) {
      values.reset();
      auto fresh = Tensor::unfilled(box.size);
      if (!fresh) return tl::unexpected(fresh.error());
      values = std::make_shared<Tensor>(*std::move(fresh));
    }
    return work_.input.read(box, values->values());
  }

  void take(const compute::Result& result, const Box& box) {
    const Box groups = of_groups(box, work_.reduced);
    if (statistics_.first) put(result.first, groups, *statistics_.first);
    if (statistics_.second) put(result.second, groups, *statistics_.second);
    measures_.device = result.device;
    measures_.kernel_seconds += result.kernel_seconds;
    measures_.bytes_moved += result.bytes_moved;
    done_ += static_cast<double>(result.y.size()) /
             static_cast<double>(tensor::product(work_.input.shape()));
    line_.done(static_cast<std::uint64_t>(done_ * static_cast<double>(work_.input.bytes())));
  }

  Work work_;
  Statistics& statistics_;
  ProgressLine line_;
  compute::Backends backends_;
  std::array<std::shared_ptr<Tensor>, 2> inputs_{};  // the one that is computed, and the next
  Measures measures_{};
  std::optional<base::Error> input_error_{};
  double done_ = 0;  // of the whole
};

void print(const Measures& measures, std::int64_t parts, double seconds, const Console& console) {
  const double gigabytes = static_cast<double>(measures.bytes_moved) * 1e-9;
  say(console.err,
      tr_n("device: {device}\nkernel time: {ms:.6f} ms ({n} part, once)\nbytes moved: {bytes}\n"
           "rate: {rate:.3f} GB/s, with reading and writing {whole_rate:.3f} GB/s\n",
           "device: {device}\nkernel time: {ms:.6f} ms ({n} parts, once)\nbytes moved: {bytes}\n"
           "rate: {rate:.3f} GB/s, with reading and writing {whole_rate:.3f} GB/s\n",
           parts, arg("device", measures.device), arg("ms", measures.kernel_seconds * 1e3),
           arg("n", parts), arg("bytes", measures.bytes_moved),
           arg("rate", gigabytes / measures.kernel_seconds),
           arg("whole_rate", gigabytes / seconds)));
}

// The size of the parts; null where a group is too large for one.
std::optional<tensor::Shape> part_size(const tensor::Shape& x, const std::vector<bool>& cut,
                                       const StreamSizes& sizes) {
  auto size = tensor::box_within(x, cut, sizes.part);
  if (size && tensor::run_of(x, *size) >= kShortRun) return size;
  return tensor::box_within(x, cut, sizes.large_part);
}

// The operation and its parameters, which fit the input.
OrFailure<compute::Request> request_for(const ComputeOptions& options, const tensor::Shape& x) {
  compute::Request request{options.given.operation, nullptr};
  if (auto taken = take_running(request.operation, options.given.paths); !taken) {
    return tl::unexpected(taken.error());
  }
  if (const auto plan = plan_for(request, x, options.input); !plan) {
    return tl::unexpected(plan.error());
  }
  if (auto added = add_parameters(request, x, options.given.paths); !added) {
    return tl::unexpected(added.error());
  }
  return request;
}

// The input, if it is one for parts.
OrFailure<std::optional<io::StoredRows>> large_input(const std::string& path, std::uint64_t from) {
  const auto files = input_files(path);
  if (!files) return tl::unexpected(files.error());
  std::uint64_t bytes = 0;
  for (const std::filesystem::path& file : *files) {
    std::error_code none;
    const std::filesystem::path place = io::array_place(file).file;
    if (!std::filesystem::is_regular_file(place, none)) return std::nullopt;
    // Of an index the files count.
    bytes += place.extension() == ".json" ? from : std::filesystem::file_size(place, none);
  }
  // Numbers of one byte are the smallest.
  if (bytes < from / sizeof(float)) return std::nullopt;
  auto input = io::StoredRows::open(*files);
  if (!input) return tl::unexpected(Failure{path, input.error()});
  if (!*input) return std::nullopt;
  const auto count = static_cast<std::uint64_t>(tensor::product((*input)->shape()));
  if (count * sizeof(float) < from) return std::nullopt;
  return *std::move(input);
}

OrFailure<void> with_room(std::optional<Tensor>& place, const std::string& path,
                          const tensor::Shape& shape) {
  if (path.empty()) return {};
  auto made = Tensor::full(shape, 0.0F);
  if (!made) return tl::unexpected(Failure{path, made.error()});
  place = *std::move(made);
  return {};
}

}  // namespace

OrFailure<bool> compute_streamed(const ComputeOptions& options, const Console& console,
                                 const StreamSizes& sizes) {
  if (!may_stream(options)) return false;
  auto input = large_input(options.input, sizes.from);
  if (!input) return tl::unexpected(input.error());
  if (!*input) return false;
  const tensor::Shape& x = (*input)->shape();
  const auto request = request_for(options, x);
  if (!request) return tl::unexpected(request.error());
  const auto plan = compute::plan_request(*request, x);
  if (!plan) return tl::unexpected(Failure{options.input, plan.error()});
  const tensor::Shape reduced = compute::groups_of(*plan).reduced_shape;
  const auto size = part_size(x, may_cut(*request, x, reduced), sizes);
  if (!size) return false;

  std::stop_source interrupt;
  std::atomic<int> signal = 0;
  const base::BeforeEnd interrupted([&](int sent) {
    signal = sent;
    return interrupt.request_stop();
  });
  compute::Settings settings = options.settings;
  settings.stop = interrupt.get_token();
  Statistics statistics;
  const auto begin = std::chrono::steady_clock::now();
  const tensor::Boxes boxes(x, *size);
  Measures measures;
  std::optional<base::Error> input_error;
  auto output = io::output_in_boxes(options.output, x, [&](const io::BoxSink& sink) {
    Pipeline pipeline({**input, *request, settings, boxes, reduced}, statistics, console);
    auto done = pipeline.run(sink);
    measures = pipeline.measures();
    input_error = pipeline.input_error();
    return done;
  });
  if (!output) return false;
  std::vector<io::Output> outputs{*std::move(output)};
  for (const auto& [path, place] : {std::pair(&options.mean_output, &statistics.first),
                                    std::pair(&options.rstd_output, &statistics.second)}) {
    if (path->empty()) continue;
    if (auto made = with_room(*place, *path, reduced); !made) return tl::unexpected(made.error());
    auto statistic = io::output_of({*path, &**place});
    if (!statistic) return tl::unexpected(Failure{*path, statistic.error()});
    outputs.push_back(*std::move(statistic));
  }
  const std::string note = ops::one_number_note(x, request->operation);
  if (!note.empty()) say(console.err, tr("note: {what}\n", arg("what", note)));
  const auto written = io::write_files(outputs);
  if (!written && signal != 0) {
    return tl::unexpected(
        Failure{options.input,
                {base::ErrorKind::kCancelled, tr("interrupted; no output is written")},
                static_cast<Exit>(128 + signal)});
  }
  if (input_error) return tl::unexpected(Failure{options.input, *input_error});
  if (!written) return tl::unexpected(Failure{written.error().path, written.error().error});
  if (options.verbose) {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    print(measures, boxes.count(), took.count(), console);
  }
  return true;
}

}  // namespace normscope::cli
