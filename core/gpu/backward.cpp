// SPDX-License-Identifier: MIT
// Backward passes on the device: one dispatch a slice for the gradient of the input, and two for
// those of gamma and beta, whose sums stay on the device until all rows have been there.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/compute/program_run.hpp"
#include "core/gpu/dispatch.hpp"
#include "core/gpu/kernel.hpp"
#include "core/gpu/run.hpp"
#include "core/gpu/transfers.hpp"
#include "core/text/translate.hpp"

namespace normscope::gpu {

using compute::Plan;

namespace {

// The steps of backward.comp, by its numbers.
enum class BackwardStep { kInput, kBlocks, kFold };

// Words of a row's record, and of the sums of a column in a block.
constexpr std::int64_t kRecordWords = 8;
constexpr std::int64_t kSumsWords = 10;

// Blocks of rows that are summed at the same time: enough to fill a large gpu, and so few that
// their sums are soon added up, and take little memory.
constexpr std::int64_t kMostBlocks = 1024;
constexpr std::int64_t kLeastBlockRows = 16;
constexpr std::int64_t kMostBlockSums = std::int64_t{1} << 21;

std::int64_t quotient_up(std::int64_t a, std::int64_t b) {
  return (a - 1) / b + 1;
}

struct RowBlocks {
  std::int64_t rows = 0;  // of a block
  std::int64_t count = 0;
};
RowBlocks row_blocks(const tensor::GroupLayout& layout) {
  const std::int64_t most = std::clamp(kMostBlockSums / layout.size, std::int64_t{1}, kMostBlocks);
  const std::int64_t rows = std::max(quotient_up(layout.count, most), kLeastBlockRows);
  return {rows, quotient_up(layout.count, rows)};
}

// Elements of a slice, of whose groups the records have to fit into a buffer, too.
std::int64_t slice_capacity(const tensor::GroupLayout& layout, bool with_records,
                            std::int64_t slice_elements) {
  return with_records && layout.size < kRecordWords
             ? std::max(slice_elements / kRecordWords, std::int64_t{1}) * layout.size
             : slice_elements;
}

// Invocations of a group by its layout in the whole input, so that slices have the same bits.
Shape backward_shape(const tensor::GroupLayout& layout, bool whole) {
  const std::int64_t beside = layout.inner_stride == 1 ? layout.inner_groups : std::int64_t{1};
  Shape shape = shape_for(layout.size, beside, kNormElements);
  shape.quads = 1;
  shape.interleaved = shape.interleaved && whole;
  return shape;
}

class BackwardRun {
 public:
  BackwardRun(Device& device, const Plan& plan, const compute::GradientBuffers& buffers,
              const compute::Control& control, std::int64_t slice_elements)
      : device_(device),
        plan_(plan),
        buffers_(buffers),
        layout_(compute::groups_of(plan)),
        slices_(cut(layout_, slice_capacity(layout_, of_parameters(), slice_elements),
                    kLeastSliceElements)),
        shape_(backward_shape(layout_, slices_.whole)),
        blocks_(row_blocks(layout_)),
        progress_(control, layout_.count * layout_.size * passes()),
        transfers_(device, layout_, slices_, progress_),
        dispatches_(device, control, progress_) {}

  Expected<compute::RunReport> run() {
    if (auto done = prepare(); !done) return tl::unexpected(done.error());
    for (const Slice& slice : slices_.slices) {
      if (auto done = run_slice(slice); !done) return tl::unexpected(done.error());
    }
    if (of_parameters()) {
      if (auto done = fold(); !done) return tl::unexpected(done.error());
    }
    progress_.done(layout_.count * layout_.size * passes());
    return compute::RunReport{dispatches_.seconds(), {}};
  }

 private:
  bool of_parameters() const { return !buffers_.dgamma.empty() || !buffers_.dbeta.empty(); }

  // How often progress counts an element: the uploads of x and dy, the steps, the download.
  std::int64_t passes() const { return of_parameters() ? 5 : 4; }

  static std::size_t bytes(std::int64_t words) { return static_cast<std::size_t>(words) * 4; }

  Expected<void> prepare() {
    const auto parameters = static_cast<std::int64_t>(buffers_.gamma.size());
    const std::int64_t sums = of_parameters() ? blocks_.count * layout_.size * kSumsWords : 0;
    if (slices_.cuts_groups ||
        std::max(parameters, sums) > device_.capabilities().buffer_elements) {
      return base::fail(
          ErrorKind::kTooLarge,
          tr("the backward pass of groups of {size} elements does not fit into the gpu's "
             "buffers",
             arg("size", layout_.size)),
          tr("--device cpu computes it"));
    }
    CallChecks& calls = device_.calls();
    Memory& memory = device_.memory();
    memory.batch.reset();
    if (auto done = memory.parts.reserve(calls, bytes(sums)); !done) return done;
    if (auto done = memory.gamma.reserve(calls, bytes(parameters)); !done) return done;
    if (parameters == 0) return {};
    return memory.gamma.upload(calls, 0, std::as_bytes(buffers_.gamma));
  }

  Expected<void> run_slice(const Slice& slice) {
    CallChecks& calls = device_.calls();
    Memory& memory = device_.memory();
    const std::int64_t count = slice.groups * slice.elements;
    for (Buffer* const buffer : {&memory.x, &memory.dy, &memory.y}) {
      if (auto done = buffer->reserve(calls, bytes(count)); !done) return done;
    }
    const std::int64_t records = of_parameters() ? slice.groups * kRecordWords : 0;
    if (auto done = memory.groups.reserve(calls, bytes(records)); !done) return done;
    if (auto done = transfers_.upload(slice, buffers_.x_floats, memory.x); !done) return done;
    if (auto done = transfers_.upload(slice, buffers_.dy, memory.dy); !done) return done;
    if (auto done = compute(slice); !done) return done;
    return transfers_.download(slice, {0, count}, memory.y, buffers_.dx);
  }

  Expected<void> compute(const Slice& slice) {
    const auto input = set_up(BackwardStep::kInput, slice);
    if (!input) return tl::unexpected(input.error());
    if (auto done = dispatches_.begin(); !done) return done;
    const std::int64_t rows = shape_.rows();
    const Work groups{0, quotient_up(slice.groups, rows), rows * slice.elements};
    if (auto done = dispatches_.add(**input, groups); !done) return done;
    if (of_parameters()) {
      dispatches_.order();
      const auto blocks = set_up(BackwardStep::kBlocks, slice);
      if (!blocks) return tl::unexpected(blocks.error());
      const std::int64_t first = slice.first_group / blocks_.rows;
      const std::int64_t last = (slice.first_group + slice.groups - 1) / blocks_.rows;
      const Work columns{0, (last - first + 1) * columns_items(), kColumns * blocks_.rows};
      if (auto done = dispatches_.add(**blocks, columns); !done) return done;
    }
    return dispatches_.finish();
  }

  // Adds up the sums of all blocks.
  Expected<void> fold() {
    Buffer& sums = device_.memory().statistics;
    CallChecks& calls = device_.calls();
    const auto size = static_cast<std::size_t>(layout_.size);
    std::vector<float> both(2 * size);
    if (auto done = sums.reserve(calls, both.size() * sizeof(float)); !done) return done;
    const auto program = set_up(BackwardStep::kFold, slices_.slices.back());
    if (!program) return tl::unexpected(program.error());
    if (auto done = dispatches_.begin(); !done) return done;
    if (auto done = dispatches_.add(**program, {0, columns_items(), 0}); !done) return done;
    if (auto done = dispatches_.finish(); !done) return done;
    auto done = sums.download(calls, 0, std::as_writable_bytes(std::span(both)));
    if (!done) return done;
    const auto second = both.begin() + static_cast<std::ptrdiff_t>(size);
    if (!buffers_.dgamma.empty()) std::copy(both.begin(), second, buffers_.dgamma.begin());
    if (!buffers_.dbeta.empty()) std::copy(second, both.end(), buffers_.dbeta.begin());
    return {};
  }

  std::int64_t columns_items() const { return quotient_up(layout_.size, kColumns); }

  // The program of a step, with its uniforms and buffers.
  Expected<const Program*> set_up(BackwardStep step, const Slice& slice) {
    Shape shape = shape_;
    if (step != BackwardStep::kInput) shape = {kColumns, 1, 1};
    auto defined = definitions(plan_, Step::kRows, shape, false);
    defined["STEP"] = static_cast<int>(step);
    auto program = device_.program("backward.comp", defined);
    if (!program) return program;
    const compute::Buffers forward{buffers_.x_floats, buffers_.gamma, {}, buffers_.dx, {}, {}};
    const auto gammas = static_cast<std::int64_t>(buffers_.gamma.size());
    auto set = set_uniforms(**program, plan_, slice, slices_, {}, forward, {0, gammas});
    if (set) set = set_blocks(**program, slice);
    if (set) set = device_.calls().check(Call::kUniforms);
    if (!set) return tl::unexpected(set.error());
    Memory& memory = device_.memory();
    memory.x.bind(0);
    memory.y.bind(1);
    memory.gamma.bind(2);
    memory.statistics.bind(4);
    memory.parts.bind(5);
    memory.groups.bind(6);
    memory.dy.bind(7);
    return program;
  }

  Expected<void> set_blocks(const Program& program, const Slice& slice) const {
    const auto* const norm = std::get_if<ops::NormPlan>(&plan_);
    if (norm == nullptr) return {};
    const ops::NormOptions& options = norm->options;
    const bool by_std = options.centred() &&
                        options.algorithm == ops::VarianceAlgorithm::kWelford &&
                        options.epsilon_placement == ops::EpsilonPlacement::kOutside;
    program.set("u_by_std", static_cast<std::uint32_t>(by_std));
    program.set("u_stores_records", static_cast<std::uint32_t>(of_parameters()));
    if (!of_parameters()) return {};
    // The shaders add up the numbers of rows and of words; 32 bits hold those of the last ones.
    const std::int64_t words = blocks_.count * layout_.size * kSumsWords;
    for (const std::int64_t end : {blocks_.count * blocks_.rows, words}) {
      if (const auto number = to_uint32(end); !number) return tl::unexpected(number.error());
    }
    program.set("u_blocks", static_cast<std::uint32_t>(blocks_.count));
    program.set("u_block_rows", static_cast<std::uint32_t>(blocks_.rows));
    program.set("u_first_block", static_cast<std::uint32_t>(slice.first_group / blocks_.rows));
    program.set("u_first_row", static_cast<std::uint32_t>(slice.first_group));
    return {};
  }

  static constexpr int kColumns = 64;  // of a work group

  Device& device_;
  const Plan& plan_;
  const compute::GradientBuffers& buffers_;
  const tensor::GroupLayout& layout_;
  Slices slices_;
  Shape shape_;
  RowBlocks blocks_;
  compute::Progress progress_;
  Transfers transfers_;
  Dispatches dispatches_;
};

}  // namespace

Expected<void> check_backward(const Plan& plan, bool of_parameters) {
  const auto* const norm = std::get_if<ops::NormPlan>(&plan);
  const auto* const softmax = std::get_if<ops::SoftmaxPlan>(&plan);
  const bool has_shader = norm != nullptr
                              ? !norm->options.running &&
                                    norm->options.algorithm != ops::VarianceAlgorithm::kOnePass &&
                                    norm->options.returned == ops::Returned::kNormalized
                              : !compute::runs_by_program(plan) &&
                                    softmax->options.algorithm != ops::SoftmaxAlgorithm::kNaive;
  if (!has_shader) {
    return base::fail(ErrorKind::kUnavailable,
                      tr("the gpu has no shader for the backward pass of this operation"),
                      tr("--device cpu and --device reference compute it"));
  }
  if (of_parameters && (norm->affine.period != 1 || norm->affine.run != 1)) {
    return base::fail(ErrorKind::kUnavailable,
                      tr("the gpu has no shader for the gradients of channels' weights and biases"),
                      tr("--device cpu and --device reference compute them"));
  }
  return {};
}

Expected<compute::RunReport> run_backward(Device& device, const Plan& plan,
                                          const compute::GradientBuffers& buffers,
                                          const compute::Control& control,
                                          std::int64_t slice_elements) {
  return BackwardRun(device, plan, buffers, control, slice_elements).run();
}

}  // namespace normscope::gpu
