// SPDX-License-Identifier: MIT
#include "core/kernels/softmax_gradient_rows.hpp"

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/kernels/lanes.hpp"
#include "core/kernels/softmax_row.hpp"
#include "core/kernels/softmax_rows.hpp"
#include "core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/softmax_gradient_rows.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "core/kernels/softmax_gradient_terms.hpp"
#include "core/kernels/softmax_terms.hpp"

#ifndef NORMSCOPE_CORE_KERNELS_SOFTMAX_GRADIENT_ROWS
#define NORMSCOPE_CORE_KERNELS_SOFTMAX_GRADIENT_ROWS
namespace normscope::kernels {

// Rows of up to so many elements are computed eight or four at once, so that the processor need not
// wait for one row's sums; more would not stay in a first-level cache.
constexpr std::size_t kEightRows = 256;
constexpr std::size_t kFourRows = 1024;

// What stays the same from row to row.
struct ShareWork {
  SoftmaxGradientRows rows;
  Exponents exponents;

  std::size_t count() const { return rows.x.size() / rows.size; }
  // Elements of one row from `at` on. Null for e: the shares are the input.
  SharePiece piece(const float* e, std::size_t row, std::size_t at, std::size_t elements) const {
    const std::size_t first = row * rows.size + at;
    return {e == nullptr ? rows.x.data() + first : e,
            rows.dy.data() + first,
            rows.dx.data() + first,
            elements,
            rows.size,
            rows.past_caches,
            e == nullptr};
  }
  ShareScale scale(float share, double along) const {
    return {share, static_cast<float>(along), static_cast<float>(1 / rows.options.temperature)};
  }
  // No product with a sum of up to so much overflows.
  double most_along() const { return 0x1p60 / std::max(1.0, 1 / rows.options.temperature); }
  bool holds(double along) const { return std::abs(along) <= most_along(); }  // NaN does not
  // The sum along the shares, from that along the exponentials.
  double along(double sum, float share) const {
    return rows.options.log ? sum : sum * (double{share} / kExponentialScale);
  }
};

// Memory for one row that is computed by itself.
struct RowMemory {
  hwy::AlignedFreeUniquePtr<float[]> e{};  // NOLINT(*-avoid-c-arrays): Highway's type
  std::vector<BlockSoftmax> blocks{};
  std::vector<double> along{};

  void prepare(std::size_t size) {
    if (e != nullptr) return;
    e = hwy::AllocateAligned<float>(size);
    blocks.resize((size - 1) / kSoftmaxBlock + 1);
    along.resize(blocks.size());
  }
};

// A row of shares, in double.
inline void write_shares_in_double(const SharePiece& row, const ops::SoftmaxOptions& options) {
  const auto p = [&](std::size_t k) { return static_cast<double>(row.e[k]); };
  const auto dy = [&](std::size_t k) { return static_cast<double>(row.dy[k]); };
  const auto sum = lane_sum<double>(
      row.count, [&](std::size_t k) { return options.log ? dy(k) : p(k) * dy(k); });
  for (std::size_t k = 0; k < row.count; ++k) {
    const double dz = options.log ? dy(k) - p(k) * sum : p(k) * (dy(k) - sum);
    row.dx[k] = static_cast<float>(dz / options.temperature);
  }
}

}  // namespace normscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

// A row by itself, block by block: the sum along dy while a block's exponentials are made.
template <bool kLog>
inline HWY_NOINLINE void run_alone(const ShareWork& work, std::size_t row, RowMemory& memory) {
  const SoftmaxGradientRows& rows = work.rows;
  ops::SoftmaxOptions shares = rows.options;
  shares.log = false;
  memory.prepare(rows.size);
  const Exponential exponential(work.exponents);
  const auto each_block = [&](const auto& run) HWY_ATTR {
    for (std::size_t block = 0, at = 0; at < rows.size; at += kSoftmaxBlock, ++block) {
      const std::size_t count = std::min(kSoftmaxBlock, rows.size - at);
      run(block, work.piece(memory.e.get() + at, row, at, count), memory.e.get() + at);
    }
  };
  const auto x = rows.x.subspan(row * rows.size, rows.size);
  each_block([&](std::size_t block, const SharePiece& piece, float* e) HWY_ATTR {
    const float* const from = x.data() + (e - memory.e.get());
    HWY_ALIGN float lanes[kLanes];
    store(maxima_of(from, piece.count), lanes);
    const float maximum = reference_of(*std::max_element(lanes, lanes + kLanes));
    const ShareSums sums =
        exponentials_along<kLog>(from, piece.dy, e, piece.count, piece.count, maximum, exponential);
    memory.blocks[block] = {maximum, total(sums.e) / static_cast<double>(kExponentialScale)};
    memory.along[block] = total(sums.along);
  });
  const RowSoftmax softmax = joined(memory.blocks, shares);
  const auto share_of_block = [&](std::size_t block) {
    return share_of(memory.blocks[block], softmax, rows.options.temperature);
  };
  double along = softmax.sum * 0;  // NaN of NaN
  for (std::size_t block = 0; block < memory.blocks.size(); ++block) {
    along += work.along(memory.along[block], share_of_block(block));
  }
  if (!work.holds(along)) {
    softmax_row_in_double(x, shares, {memory.e.get(), rows.size});
    return write_shares_in_double(work.piece(memory.e.get(), row, 0, rows.size), rows.options);
  }
  each_block([&](std::size_t block, const SharePiece& piece, const float*)
                 HWY_ATTR { write_piece<kLog>(piece, work.scale(share_of_block(block), along)); });
}

// What maps the exponentials of several rows, or their shares, to dx.
template <std::size_t kRows>
struct RowsScales {
  HWY_ALIGN float share[kRows];  // what a Share multiplies by, in one product
  HWY_ALIGN float along[kRows];
};

using RowsTag = hn::CappedTag<double, kRowsOfFold>;
using RowsFloatTag = hn::Rebind<float, RowsTag>;

// The scales of rows from the sums of their exponentials (null: they are shares) and along dy;
// false where vectors do not hold for one of them.
template <std::size_t kRows, bool kLog>
HWY_INLINE bool find_scales(const ShareWork& work, const double* sums, const double* along,
                            RowsScales<kRows>& scales) {
  const RowsTag tag;
  const RowsFloatTag half;
  const auto set = [tag](double value) HWY_ATTR { return hn::Set(tag, value); };
  const double down = 1 / double{kExponentialScale};
  const float factor = kLog ? 1.0F : static_cast<float>(1 / work.rows.options.temperature);
  bool hold = true;
  for (std::size_t i = 0; i < kRows; i += hn::MaxLanes(tag)) {
    auto shares = hn::Set(half, kExponentialScale);
    auto sum = hn::Load(tag, along + i);
    if (sums != nullptr) {
      const auto whole = hn::Mul(hn::Load(tag, sums + i), set(down));
      shares = hn::DemoteTo(half, hn::Div(set(1), whole));
      if (!kLog) sum = hn::Mul(sum, hn::Mul(hn::PromoteTo(tag, shares), set(down)));
      sum = hn::Add(hn::Mul(whole, set(0)), sum);  // NaN of NaN
    }
    shares = hn::Mul(shares, hn::Set(half, factor));
    hold = hold && hn::AllTrue(tag, hn::Le(hn::Abs(sum), set(work.most_along()))) &&
           hn::AllTrue(half, hn::Ge(shares, hn::Set(half, kLeastInOneProduct)));
    hn::Store(hn::Mul(shares, hn::Set(half, 1 / kExponentialScale)), half, scales.share + i);
    hn::Store(hn::DemoteTo(half, sum), half, scales.along + i);
  }
  return hold;
}

// Writes rows of `size` elements whose exponentials lie one after the other (null: shares are
// known).
template <std::size_t kRows, bool kLog>
HWY_INLINE void write_several(const ShareWork& work, const float* e, std::size_t row,
                              std::size_t size, const RowsScales<kRows>& scales) {
  const Floats factor = all(static_cast<float>(1 / work.rows.options.temperature));
  for (std::size_t r = 0; r < kRows; ++r) {
    SharePiece piece = work.piece(e == nullptr ? e : e + r * size, row + r, 0, size);
    piece.next = kRows * size;
    const ShareVectors<true> share{all(scales.share[r]), all(1)};
    if constexpr (kLog) {
      write_gradient(piece, LogGradient<true>{share, all(-scales.along[r]), factor});
    } else {
      write_gradient(piece, ShareGradient<true>{share, all(-scales.along[r])});
    }
  }
}

// Rows of one block from `row` on; false where vectors do not hold for one of them. The length of
// rows is known when this is compiled, or (0) not.
template <std::size_t kRows, std::size_t kSize, bool kLog>
inline HWY_NOINLINE bool run_several(const ShareWork& work, std::size_t row) {
  const SoftmaxGradientRows& rows = work.rows;
  const std::size_t size = kSize == 0 ? rows.size : kSize;
  const float* const x = rows.x.data() + row * size;
  const float* const dy = rows.dy.data() + row * size;
  HWY_ALIGN float maxima[kRows][kLanes];
  for (std::size_t r = 0; r < kRows; ++r) store(maxima_of(x + r * size, size), maxima[r]);
  HWY_ALIGN float maximum[kRows];
  fold_rows<kRows, Larger>(maxima, maximum);
  const Exponential exponential(work.exponents);
  // Exponentials whose gradients go past the caches have a place in them.
  HWY_ALIGN float held[std::max(8 * kEightRows, 4 * kFourRows)];
  float* const e = rows.past_caches ? held : rows.dx.data() + row * size;
  HWY_ALIGN double halves[2][kRows][kLanes / 2];
  for (std::size_t r = 0; r < kRows; ++r) {
    if (!has_float_maximum(maximum[r])) return false;
    const std::size_t at = r * size;
    const ShareSums sums = exponentials_along<kLog>(x + at, dy + at, e + at, size, kRows * size,
                                                    maximum[r], exponential);
    store_halves_folded(sums.e, halves[0][r]);
    store_halves_folded(sums.along, halves[1][r]);
  }
  HWY_ALIGN double sums[2][kRows];
  for (std::size_t i = 0; i < 2; ++i) fold_rows<kRows, Plus>(halves[i], sums[i]);
  RowsScales<kRows> scales;
  if (!find_scales<kRows, kLog>(work, sums[0], sums[1], scales)) return false;
  write_several<kRows, kLog>(work, e, row, size, scales);
  return true;
}

template <bool kLog>
HWY_INLINE void run_gradients(const ShareWork& work) {
  const std::size_t count = work.count();
  const std::size_t size = work.rows.size;
  RowMemory memory;
  for (std::size_t row = 0; row < count;) {
    const std::size_t left = count - row;
    const std::size_t several = size <= kEightRows && left >= 8  ? 8
                                : size <= kFourRows && left >= 4 ? 4
                                                                 : 1;
    bool done = false;
    if (several == 8) {
      done = size == 64 ? run_several<8, 64, kLog>(work, row) : run_several<8, 0, kLog>(work, row);
    } else if (several == 4) {
      done = run_several<4, 0, kLog>(work, row);
    }
    for (std::size_t r = row; !done && r < row + several; ++r) run_alone<kLog>(work, r, memory);
    row += several;
  }
}

// The same where the shares are known.
template <bool kLog>
HWY_INLINE void run_share_alone(const ShareWork& work, std::size_t row) {
  const SharePiece piece = work.piece(nullptr, row, 0, work.rows.size);
  const double along = total(sums_along<kLog>(piece));
  work.holds(along) ? write_piece<kLog>(piece, work.scale(kExponentialScale, along))
                    : write_shares_in_double(piece, work.rows.options);
}

template <bool kLog>
HWY_INLINE void run_gradients_of_shares(const ShareWork& work) {
  const std::size_t count = work.count();
  const std::size_t several = work.rows.size <= kFourRows ? kRowsOfFold : 1;
  for (std::size_t row = 0; row < count;) {
    const std::size_t done = row + several <= count ? several : 1;
    HWY_ALIGN double halves[kRowsOfFold][kLanes / 2];
    HWY_ALIGN double along[kRowsOfFold];
    RowsScales<kRowsOfFold> scales;
    bool hold = done == kRowsOfFold;
    if (hold) {
      for (std::size_t r = 0; r < kRowsOfFold; ++r) {
        store_halves_folded(sums_along<kLog>(work.piece(nullptr, row + r, 0, work.rows.size)),
                            halves[r]);
      }
      fold_rows<kRowsOfFold, Plus>(halves, along);
      hold = find_scales<kRowsOfFold, kLog>(work, nullptr, along, scales);
    }
    if (hold) {
      write_several<kRowsOfFold, kLog>(work, nullptr, row, work.rows.size, scales);
    } else {
      for (std::size_t r = row; r < row + done; ++r) run_share_alone<kLog>(work, r);
    }
    row += done;
  }
}

void run_softmax_gradients(const ShareWork& work) {
  work.rows.options.log ? run_gradients<true>(work) : run_gradients<false>(work);
}

void run_softmax_gradients_of_shares(const ShareWork& work) {
  work.rows.options.log ? run_gradients_of_shares<true>(work)
                        : run_gradients_of_shares<false>(work);
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace normscope::kernels {
namespace {
HWY_EXPORT(run_softmax_gradients);
HWY_EXPORT(run_softmax_gradients_of_shares);
}  // namespace

void softmax_gradient_of_shares(const SoftmaxGradientRows& rows) {
  if (rows.size == 0) return;
  HWY_DYNAMIC_DISPATCH(run_softmax_gradients_of_shares)({rows, {}});
}

void softmax_gradient_rows(const SoftmaxGradientRows& rows) {
  if (rows.size == 0) return;
  HWY_DYNAMIC_DISPATCH(run_softmax_gradients)({rows, exponents_of(rows.options.temperature)});
}

}  // namespace normscope::kernels
#endif
