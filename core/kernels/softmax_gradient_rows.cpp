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
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "core/kernels/softmax_terms.hpp"

#ifndef NORMSCOPE_CORE_KERNELS_SOFTMAX_GRADIENT_ROWS
#define NORMSCOPE_CORE_KERNELS_SOFTMAX_GRADIENT_ROWS
namespace normscope::kernels {

// Elements of a row and the exponentials that their shares are made from, or the shares.
struct SharePiece {
  const float* e;
  const float* dy;
  float* dx;
  std::size_t count;
  std::size_t next;  // elements to what is read next
  bool past_caches;
};

// What maps a piece to dx: with p = e share / kExponentialScale, dx = factor p (dy - along), or
// factor (dy - p along) for the logarithm.
struct ShareScale {
  float share = kExponentialScale;  // e are the shares
  float along = 0;
  float factor = 1;
};

}  // namespace normscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

// The terms of the sum of e dy, or of dy for the logarithm.
template <bool kLog>
struct AlongShares {
  const float* e;
  const float* dy;

  HWY_INLINE Floats operator()(std::size_t at) const {
    return of(load(e + at * kLanes), upstream(at));
  }
  HWY_INLINE Floats four(std::size_t at) const {
    if constexpr (kLog) {
      return add(add(upstream(at), upstream(at + 1)), add(upstream(at + 2), upstream(at + 3)));
    }
    Floats sum = (*this)(at);
    for (std::size_t i = at + 1; i < at + 4; ++i) {
      sum = fused(load(e + i * kLanes), upstream(i), sum);
    }
    return sum;
  }
  static HWY_INLINE Floats of(const Floats& e, const Floats& dy) { return kLog ? dy : mul(e, dy); }

 private:
  HWY_INLINE Floats upstream(std::size_t at) const { return load(dy + at * kLanes); }
};

template <bool kLog>
HWY_INLINE double sum_along(const SharePiece& piece) {
  Doubles sums = no_doubles();
  add_trees(piece.count / kLanes, AlongShares<kLog>{piece.e, piece.dy}, sums);
  const std::size_t whole = piece.count - piece.count % kLanes;
  if (whole < piece.count) {
    const std::size_t rest = piece.count - whole;
    const Floats dy = load_padded(piece.dy + whole, rest, 0);
    add_to(sums, AlongShares<kLog>::of(load_padded(piece.e + whole, rest, 0), dy));
  }
  return total(sums);
}

double run_sum_along(const SharePiece& piece, bool log) {
  return log ? sum_along<true>(piece) : sum_along<false>(piece);
}

// e share / kExponentialScale, as Share has it.
struct ShareVectors {
  Floats first;
  Floats second;
  HWY_INLINE explicit ShareVectors(const Share& share)
      : first(all(share.first)), second(all(share.second)) {}
  HWY_INLINE Floats operator()(const Floats& e) const { return mul(mul(e, first), second); }
};

struct ShareGradient {
  ShareVectors share;
  Floats along;
  HWY_INLINE Floats operator()(const Floats& e, const Floats& dy) const {
    return mul(share(e), sub(dy, along));
  }
};

struct LogGradient {
  ShareVectors share;
  Floats along;  // negative
  Floats factor;
  HWY_INLINE Floats operator()(const Floats& e, const Floats& dy) const {
    return mul(factor, fused(share(e), along, dy));
  }
};

template <class Gradient>
HWY_INLINE void write_gradient(const SharePiece& piece, const Gradient& gradient) {
  const auto write_part = [&](std::size_t at, std::size_t count) HWY_ATTR {
    const Floats e = load_padded(piece.e + at, count, 0);
    store_part(gradient(e, load_padded(piece.dy + at, count, 0)), count, piece.dx + at);
  };
  const auto whole = [&](std::size_t at)
                         HWY_ATTR { return gradient(load(piece.e + at), load(piece.dy + at)); };
  std::size_t at = 0;
  if (piece.past_caches) {
    // What lies before the first whole line of dx is written by itself.
    at = std::min(piece.count, elements_before_line(piece.dx));
    if (at > 0) write_part(0, at);
    for (; at + kLanes <= piece.count; at += kLanes) {
      hwy::Prefetch(piece.dy + at + piece.next);
      store_past_caches(whole(at), piece.dx + at);
    }
  } else {
    for (; at + kLanes <= piece.count; at += kLanes) store(whole(at), piece.dx + at);
  }
  if (at < piece.count) write_part(at, piece.count - at);
}

void run_write_gradient(const SharePiece& piece, const ShareScale& scale, bool log) {
  if (log) {
    const ShareVectors share{Share(scale.share)};
    write_gradient(piece, LogGradient{share, all(-scale.along), all(scale.factor)});
  } else {
    const ShareVectors share{Share(scale.share * scale.factor)};
    write_gradient(piece, ShareGradient{share, all(scale.along)});
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace normscope::kernels {
namespace {

HWY_EXPORT(run_sum_along);
HWY_EXPORT(run_write_gradient);

// Rows of up to so many elements have their shares by softmax_rows, several at once, as many as
// stay in a first-level cache.
constexpr std::size_t kShortRow = 1024;
constexpr std::size_t kElementsAtOnce = 3072;
constexpr std::size_t kFewestAtOnce = 4;

// Whether no product with this sum overflows; NaN does not hold.
bool holds(double along, const ops::SoftmaxOptions& options) {
  return std::abs(along) * std::max(1.0, 1 / options.temperature) <= 0x1p60;
}

// A row of shares.
void write_in_double(const SharePiece& row, const ops::SoftmaxOptions& options) {
  const auto p = [&](std::size_t k) { return static_cast<double>(row.e[k]); };
  const auto dy = [&](std::size_t k) { return static_cast<double>(row.dy[k]); };
  const auto sum = lane_sum<double>(
      row.count, [&](std::size_t k) { return options.log ? dy(k) : p(k) * dy(k); });
  for (std::size_t k = 0; k < row.count; ++k) {
    const double dz = options.log ? dy(k) - p(k) * sum : p(k) * (dy(k) - sum);
    row.dx[k] = static_cast<float>(dz / options.temperature);
  }
}

void write_piece(const SharePiece& piece, float share, double along,
                 const ops::SoftmaxOptions& options) {
  const ShareScale scale{share, static_cast<float>(along),
                         static_cast<float>(1 / options.temperature)};
  HWY_DYNAMIC_DISPATCH(run_write_gradient)(piece, scale, options.log);
}

// Rows of the same length, one after the other; what they are computed in.
class RowsInWork {
 public:
  explicit RowsInWork(const SoftmaxGradientRows& rows)
      : rows_(rows),
        shares_(rows.options),
        at_once_(rows.size > kShortRow
                     ? 1
                     : std::max(kFewestAtOnce,
                                kElementsAtOnce / rows.size / kFewestAtOnce * kFewestAtOnce)),
        memory_(hwy::AllocateAligned<float>(at_once_ * rows.size)),
        statistics_(2 * at_once_),
        blocks_((rows.size - 1) / kSoftmaxBlock + 1),
        along_(blocks_.size()) {
    shares_.log = false;
  }

  std::size_t at_once() const { return at_once_; }

  // Rows of which several have their shares at once.
  void run_short(std::size_t first, std::size_t count) {
    const std::span<float> p(memory_.get(), count);
    const std::span<float> unread(statistics_);
    const std::size_t several = count / rows_.size;
    softmax_rows({shares_, rows_.size, rows_.x.subspan(first, count), p, unread.first(several),
                  unread.last(several)});
    softmax_gradient_of_shares({rows_.options, rows_.size, p, rows_.dy.subspan(first, count),
                                rows_.dx.subspan(first, count), rows_.past_caches});
  }

  // A row, block by block: the sum along dy while a block's exponentials are in the caches.
  void run_long(std::size_t first) {
    each_block(first, [&](std::size_t block, const SharePiece& piece, std::size_t at) {
      blocks_[block] = start_softmax_block(rows_.x.subspan(first + at, piece.count), shares_,
                                           {memory_.get() + at, piece.count});
      along_[block] = HWY_DYNAMIC_DISPATCH(run_sum_along)(piece, rows_.options.log);
    });
    const RowSoftmax row = joined(blocks_, shares_);
    double along = row.sum * 0;  // NaN of NaN
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      const double share = rows_.options.log ? 1 : double{share_of(row, block)} / kExponentialScale;
      along += along_[block] * share;
    }
    if (!holds(along, rows_.options)) {
      const std::span<float> p(memory_.get(), rows_.size);
      softmax_row_in_double(rows_.x.subspan(first, rows_.size), shares_, p);
      return write_in_double(piece_of(first, 0, rows_.size), rows_.options);
    }
    each_block(first, [&](std::size_t block, const SharePiece& piece, std::size_t) {
      write_piece(piece, share_of(row, block), along, rows_.options);
    });
  }

 private:
  SharePiece piece_of(std::size_t first, std::size_t at, std::size_t count) const {
    return {memory_.get() + at,
            rows_.dy.data() + first + at,
            rows_.dx.data() + first + at,
            count,
            rows_.size,
            rows_.past_caches};
  }
  template <class Work>
  void each_block(std::size_t first, Work work) {
    for (std::size_t block = 0, at = 0; at < rows_.size; at += kSoftmaxBlock, ++block) {
      work(block, piece_of(first, at, std::min(kSoftmaxBlock, rows_.size - at)), at);
    }
  }
  float share_of(const RowSoftmax& row, std::size_t block) const {
    return kernels::share_of(blocks_[block], row, rows_.options.temperature);
  }

  const SoftmaxGradientRows& rows_;
  ops::SoftmaxOptions shares_;
  std::size_t at_once_;
  hwy::AlignedFreeUniquePtr<float[]> memory_;  // NOLINT(*-avoid-c-arrays): Highway's type
  std::vector<float> statistics_;
  std::vector<BlockSoftmax> blocks_;
  std::vector<double> along_;
};

}  // namespace

void softmax_gradient_of_shares(const SoftmaxGradientRows& rows) {
  for (std::size_t at = 0; at < rows.x.size(); at += rows.size) {
    const SharePiece row{rows.x.data() + at, rows.dy.data() + at, rows.dx.data() + at,
                         rows.size,          rows.x.size(),       rows.past_caches};
    const double along = HWY_DYNAMIC_DISPATCH(run_sum_along)(row, rows.options.log);
    holds(along, rows.options) ? write_piece(row, kExponentialScale, along, rows.options)
                               : write_in_double(row, rows.options);
  }
}

void softmax_gradient_rows(const SoftmaxGradientRows& rows) {
  if (rows.size == 0) return;
  RowsInWork work(rows);
  const std::size_t step = work.at_once() * rows.size;
  for (std::size_t at = 0; at < rows.x.size(); at += step) {
    rows.size > kShortRow ? work.run_long(at)
                          : work.run_short(at, std::min(step, rows.x.size() - at));
  }
}

}  // namespace normscope::kernels
#endif
