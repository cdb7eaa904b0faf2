// SPDX-License-Identifier: MIT
#include "core/gpu/run.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/compute/progress.hpp"
#include "core/gpu/dispatch.hpp"
#include "core/gpu/kernel.hpp"
#include "core/gpu/transfers.hpp"
#include "core/text/translate.hpp"

namespace normscope::gpu {

using compute::Plan;

namespace {

class Run {
 public:
  Run(Device& device, const Plan& plan, const compute::Buffers& buffers,
      const compute::Control& control, std::int64_t slice_elements)
      : device_(device),
        plan_(plan),
        buffers_(buffers),
        layout_(compute::groups_of(plan)),
        control_(control),
        slice_elements_(slice_elements),
        // Interleaved groups that do not fit into one slice are packed one after the other.
        slices_(cut(layout_, slice_elements, cut_shape().part())),
        shape_(shape_for(
            layout_.size,
            slices_.whole && layout_.inner_stride == 1 ? layout_.inner_groups : std::int64_t{1},
            std::holds_alternative<ops::SoftmaxPlan>(plan) ? kSoftmaxElements : kNormElements)),
        records_(record_sizes(plan)),
        progress_(control, layout_.count * layout_.size * passes()),
        transfers_(device, layout_, slices_, progress_),
        dispatches_(device, control, progress_) {
    if (slices_.cuts_groups) shape_ = cut_shape();
  }

  Expected<compute::RunReport> run() {
    if (auto done = upload_parameters(); !done) return tl::unexpected(done.error());
    const auto done = slices_.cuts_groups ? run_cut_groups() : run_whole_groups();
    if (!done) return tl::unexpected(done.error());
    progress_.done(layout_.count * layout_.size * passes());
    compute::RunReport report{dispatches_.seconds(), {}};
    if (control_.measure_copy) report.copy_seconds = copy_seconds_;
    return report;
  }

 private:
  // How often progress counts an element: upload, computation, download. Long groups are computed
  // in two steps, and cut groups are uploaded for each of the two.
  std::int64_t passes() const { return slices_.cuts_groups ? 5 : shape_.long_groups ? 4 : 3; }

  // Slices of whole groups, one after the other.
  Expected<void> run_whole_groups() {
    for (const Slice& slice : slices_.slices) {
      const std::int64_t count = slice.groups * slice.elements;
      if (auto done = prepare(slice); !done) return done;
      if (auto done = upload(slice); !done) return done;
      if (auto done = compute_groups(slice); !done) return done;
      if (auto done = transfers_.download(slice, window_of(slice), device_.memory().y, buffers_.y);
          !done)
        return done;
      if (auto done = download_statistics(slice); !done) return done;
      if (auto done = measure_copy(count); !done) return done;
    }
    return {};
  }

  // Groups longer than a buffer: first all slices of a group are measured, then all are written.
  Expected<void> run_cut_groups() {
    const auto& all = slices_.slices;
    for (std::size_t first = 0; first < all.size();) {
      std::size_t end = first;
      while (end < all.size() && all[end].first_group == all[first].first_group) ++end;
      if (auto done = run_cut_group(std::span(all).subspan(first, end - first)); !done) return done;
      first = end;
    }
    return {};
  }

  Expected<void> run_cut_group(std::span<const Slice> slices) {
    for (const Slice& slice : slices) {
      if (auto done = prepare(slice); !done) return done;
      if (auto done = upload(slice); !done) return done;
      if (auto done = run_step(Step::kParts, slice, work_of(slice)); !done) return done;
    }
    if (auto done = run_step(Step::kJoin, slices.front(), {0, 1, 0}); !done) return done;
    if (auto done = download_statistics(slices.front()); !done) return done;
    for (const Slice& slice : slices) {
      if (auto done = upload(slice); !done) return done;
      if (auto done = upload_affine(slice); !done) return done;
      if (auto done = run_step(Step::kWrite, slice, work_of(slice)); !done) return done;
      if (auto done = transfers_.download(slice, window_of(slice), device_.memory().y, buffers_.y);
          !done)
        return done;
      if (auto done = measure_copy(slice.elements); !done) return done;
    }
    return {};
  }

  Expected<void> run_step(Step step, const Slice& slice, const Work& work) {
    const auto program = set_up(step, slice);
    if (!program) return tl::unexpected(program.error());
    if (auto done = dispatches_.begin(); !done) return done;
    if (auto done = dispatches_.add(**program, work); !done) return done;
    return dispatches_.finish();
  }

  Expected<void> compute_groups(const Slice& slice) {
    if (auto done = upload_affine(slice); !done) return done;
    return shape_.long_groups ? compute_long_groups(slice)
                              : run_step(Step::kRows, slice, work_of(slice));
  }

  // Long groups in slabs: what the parts of a slab have read is in the device's cache when its
  // outputs are written.
  Expected<void> compute_long_groups(const Slice& slice) {
    constexpr std::int64_t kSlabElements = std::int64_t{1} << 22;  // 16 MiB
    const auto parts = set_up(Step::kParts, slice);
    if (!parts) return tl::unexpected(parts.error());
    const auto join = set_up(Step::kJoin, slice);
    if (!join) return tl::unexpected(join.error());
    const auto write = set_up(Step::kWrite, slice);
    if (!write) return tl::unexpected(write.error());
    if (auto done = dispatches_.begin(); !done) return done;
    const std::int64_t rows = shape_.rows();
    const std::int64_t groups =
        std::max<std::int64_t>(kSlabElements / (rows * slice.elements), 1) * rows;
    Work work = work_of(slice);
    const std::int64_t block = parts_of(slice).held;  // items of `rows` groups
    for (std::int64_t first = 0; first < slice.groups; first += groups) {
      const std::int64_t count = std::min(groups, slice.groups - first);
      work.first = first / rows * block;
      work.items = ((count - 1) / rows + 1) * block;
      if (auto done = dispatches_.add(**parts, work); !done) return done;
      dispatches_.order();
      if (auto done = dispatches_.add(**join, {first, count, 0}); !done) return done;
      dispatches_.order();
      if (auto done = dispatches_.add(**write, work); !done) return done;
    }
    return dispatches_.finish();
  }

  Parts parts_of(const Slice& slice) const {
    if (!shape_.long_groups) return {};
    const std::int64_t part = shape_.part();
    return {(layout_.size - 1) / part + 1, (slice.elements - 1) / part + 1,
            slice.first_element / part};
  }

  Work work_of(const Slice& slice) const {
    const std::int64_t blocks = (slice.groups - 1) / shape_.rows() + 1;
    return {0, blocks * parts_of(slice).held, shape_.part() * shape_.rows()};
  }

  // The program of a step, with its uniforms and buffers.
  Expected<const Program*> set_up(Step step, const Slice& slice) {
    const bool joins = step == Step::kJoin;
    const bool quads = !joins && aligned(plan_, slice, slices_, affine_,
                                         !buffers_.gamma.empty() || !buffers_.beta.empty());
    const Shape shape = joins ? Shape{} : shape_;
    auto program = device_.program("groups.comp", definitions(plan_, step, shape, quads));
    if (!program) return program;
    const auto set =
        set_uniforms(**program, plan_, slice, slices_, parts_of(slice), buffers_, affine_);
    if (!set) return tl::unexpected(set.error());
    if (auto done = device_.calls().check(Call::kUniforms); !done) {
      return tl::unexpected(done.error());
    }
    Memory& memory = device_.memory();
    memory.x.bind(0);
    memory.y.bind(1);
    memory.gamma.bind(2);
    memory.beta.bind(3);
    memory.statistics.bind(4);
    memory.parts.bind(5);
    memory.groups.bind(6);
    return program;
  }

  Expected<void> prepare(const Slice& slice) {
    auto& calls = device_.calls();
    const auto bytes = [](std::int64_t words) { return static_cast<std::size_t>(words) * 4; };
    const std::int64_t count = slice.groups * slice.elements;
    if (auto done = device_.memory().x.reserve(calls, bytes(count)); !done) return done;
    if (auto done = device_.memory().y.reserve(calls, bytes(count)); !done) return done;
    if (auto done = device_.memory().statistics.reserve(calls, bytes(2 * slice.groups)); !done)
      return done;
    const bool joined = shape_.long_groups;
    const std::int64_t parts = joined ? slice.groups * parts_of(slice).all * records_.part : 0;
    if (auto done = device_.memory().parts.reserve(calls, bytes(parts)); !done) return done;
    return device_.memory().groups.reserve(calls,
                                           bytes(joined ? slice.groups * records_.group : 0));
  }

  Expected<void> upload(const Slice& slice) {
    Memory& memory = device_.memory();
    const bool kept = slices_.whole && buffers_.batch != nullptr;
    const auto before = std::exchange(memory.batch, {});
    if (kept && is_same(before, buffers_.batch)) {
      progress_.done(buffers_.batch->size());
    } else if (kept && buffers_.edit != nullptr && is_same(before, buffers_.edit->before)) {
      for (const compute::Range& range : buffers_.edit->ranges) {
        const auto part = buffers_.x.subspan(static_cast<std::size_t>(range.first),
                                             static_cast<std::size_t>(range.count));
        const auto at = static_cast<std::size_t>(range.first);
        if (auto done = transfers_.upload(part, memory.x, at); !done) return done;
      }
    } else {
      if (auto done = transfers_.upload(slice, buffers_.x, memory.x); !done) return done;
    }
    if (kept) memory.batch = buffers_.batch;
    return {};
  }

  // Whether both are the same tensor, which may be gone by now; false where there is none.
  using AnyTensor = std::weak_ptr<const tensor::Tensor>;
  static bool is_same(const AnyTensor& a, const AnyTensor& b) {
    const auto equal = [](const AnyTensor& one, const AnyTensor& other) {
      return !one.owner_before(other) && !other.owner_before(one);
    };
    return equal(a, b) && !equal(a, AnyTensor());
  }

  // The elements of y in a slice that are read; of a packed slice all or none.
  compute::Range window_of(const Slice& slice) const {
    const auto first = static_cast<std::int64_t>(slice.packed ? 0 : transfers_.start_of(slice));
    const std::int64_t count = slice.groups * slice.elements;
    if (!control_.window) return {0, count};
    const auto [start, length] = *control_.window;
    if (slice.packed) return {0, length > 0 ? count : 0};
    const std::int64_t from = std::clamp(start - first, std::int64_t{0}, count);
    return {from, std::clamp(start + length - first, from, count) - from};
  }

  Expected<void> download_statistics(const Slice& slice) {
    const auto groups = static_cast<std::size_t>(slice.groups);
    const auto first = static_cast<std::size_t>(slice.first_group);
    auto& calls = device_.calls();
    device_.counts().downloaded += 2 * slice.groups * std::int64_t{sizeof(float)};
    auto done = device_.memory().statistics.download(
        calls, 0, std::as_writable_bytes(buffers_.first.subspan(first, groups)));
    if (!done) return done;
    return device_.memory().statistics.download(
        calls, groups * sizeof(float),
        std::as_writable_bytes(buffers_.second.subspan(first, groups)));
  }

  // Uploads gamma and beta once if they fit into a buffer; otherwise upload_affine uploads the
  // range that each slice needs.
  Expected<void> upload_parameters() {
    const std::size_t count = std::max(buffers_.gamma.size(), buffers_.beta.size());
    affine_ = {0, static_cast<std::int64_t>(count)};
    affine_fits_ = affine_.count <= slice_elements_;
    return affine_fits_ ? upload_range() : Expected<void>{};
  }

  Expected<void> upload_affine(const Slice& slice) {
    if (affine_fits_) return {};
    const auto& affine = std::get<ops::NormPlan>(plan_).affine;
    const std::int64_t first = affine.index(slice.first_group, slice.first_element);
    const std::int64_t last = affine.index(slice.first_group + slice.groups - 1,
                                           slice.first_element + slice.elements - 1);
    const bool wraps = slice.first_group % affine.period + slice.groups > affine.period;
    affine_ = {first, last - first + 1};
    if ((wraps && slice.groups > 1) || affine_.count > slice_elements_) {
      return base::fail(base::ErrorKind::kTooLarge,
                        tr("gamma and beta of {max} values do not fit into the gpu's buffers",
                           arg("max", std::max(buffers_.gamma.size(), buffers_.beta.size()))));
    }
    return upload_range();
  }

  Expected<void> upload_range() {
    auto& calls = device_.calls();
    for (const auto& [buffer, values] : {std::pair(&device_.memory().gamma, buffers_.gamma),
                                         std::pair(&device_.memory().beta, buffers_.beta)}) {
      const auto part = values.empty() ? values
                                       : values.subspan(static_cast<std::size_t>(affine_.first),
                                                        static_cast<std::size_t>(affine_.count));
      if (auto done = buffer->reserve(calls, part.size_bytes()); !done) return done;
      if (part.empty()) continue;
      if (auto done = buffer->upload(calls, 0, std::as_bytes(part)); !done) return done;
    }
    return {};
  }

  // Times copying the values from x to y; y has been downloaded before.
  Expected<void> measure_copy(std::int64_t count) {
    if (!control_.measure_copy) return {};
    constexpr int kLocal = 256;
    const auto program = device_.program("copy.comp", {{"LOCAL", kLocal}});
    if (!program) return tl::unexpected(program.error());
    const std::int64_t quads = count / 4;
    (*program)->set("u_count", static_cast<std::uint32_t>(quads));
    device_.memory().x.bind(0);
    device_.memory().y.bind(1);
    const std::int64_t groups =
        std::clamp<std::int64_t>(quads / kLocal, 1, device_.capabilities().work_groups);
    const auto seconds = dispatches_.time_copy(**program, groups);
    if (!seconds) return tl::unexpected(seconds.error());
    copy_seconds_ += *seconds;
    return {};
  }

  Device& device_;
  const Plan& plan_;
  const compute::Buffers& buffers_;
  const tensor::GroupLayout& layout_;
  const compute::Control& control_;
  std::int64_t slice_elements_;
  Slices slices_;
  Shape shape_;
  RecordSizes records_;
  compute::Progress progress_;
  Transfers transfers_;
  Dispatches dispatches_;
  AffineRange affine_{};
  bool affine_fits_ = true;
  double copy_seconds_ = 0;
};

}  // namespace

Expected<compute::RunReport> run_plan(Device& device, const Plan& plan,
                                      const compute::Buffers& buffers,
                                      const compute::Control& control,
                                      std::int64_t slice_elements) {
  return Run(device, plan, buffers, control, slice_elements).run();
}

}  // namespace normscope::gpu
