// SPDX-License-Identifier: MIT
// A shape is cut into vertical slices, several per pixel. The shape covers some stretches of each
// slice, and the share of a pixel is the sum of the stretches inside it. A line that only runs to
// the right covers one stretch per slice, because the line thickened by a disc is connected.
#include "app/ui/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace normscope::ui {
namespace {

// Slices per column of pixels. Each vertical edge is off by at most half a slice; with thin lines a
// pixel has many edges.
constexpr int kSlices = 12;
constexpr int kThinSlices = 16;
constexpr double kThin = 2.5;  // pixels

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// A stretch of one slice that a shape covers.
struct Stretch {
  int slice = 0;
  double low = 0;
  double high = 0;
};

// Of two clip rectangles that do not meet, the common part ends before it begins.
bool is_empty(const ClipRect& clip) {
  return clip.z <= clip.x || clip.w <= clip.y;
}

// The sampled area, and the slices per pixel.
struct Sampling {
  ClipRect clip{};
  int slices_per_pixel = kSlices;

  double middle_of(int slice) const { return (slice + 0.5) / slices_per_pixel; }
  // The slice at x, clamped to one pixel beyond the clip rectangle.
  int slice_of(double x) const {
    const double kept =
        std::clamp(x, static_cast<double>(clip.x) - 1, static_cast<double>(clip.z) + 1);
    return static_cast<int>(std::floor(kept * slices_per_pixel));
  }
};

double at_x(ImVec2 a, ImVec2 b, double x) {
  const auto run = static_cast<double>(b.x) - static_cast<double>(a.x);
  const double share = run == 0 ? 0 : (x - static_cast<double>(a.x)) / run;
  return static_cast<double>(a.y) +
         (static_cast<double>(b.y) - static_cast<double>(a.y)) * std::clamp(share, 0.0, 1.0);
}

// The lowest and the highest y of each slice.
struct Ranges {
  std::vector<float> low;
  std::vector<float> high;

  explicit Ranges(std::size_t count) : low(count, kInfinity), high(count, -kInfinity) {}
  void add(std::size_t at, double y) {
    low[at] = std::min(low[at], static_cast<float>(y));
    high[at] = std::max(high[at], static_cast<float>(y));
  }
  // Extends each range by the range of `other` that is `shift` slices further, grown by `half`.
  void take(const Ranges& other, std::size_t shift, float half) {
    const std::size_t count = low.size();
    const float* const lows = other.low.data() + shift;
    const float* const highs = other.high.data() + shift;
    for (std::size_t i = 0; i < count; ++i) low[i] = std::min(low[i], lows[i] - half);
    for (std::size_t i = 0; i < count; ++i) high[i] = std::max(high[i], highs[i] + half);
  }
};

// A butt end: the half plane before the end, across the line, is not covered.
struct Cut {
  ImVec2 end{};
  double dx = 1;  // into the line
  double dy = 0;

  void apply(double x, double radius, Stretch& stretch) const {
    const double beyond = x - static_cast<double>(end.x);
    if (std::abs(beyond) > radius) return;
    constexpr double kLevel = 1e-6;
    if (std::abs(dy) < kLevel * std::abs(dx)) {
      if (beyond * dx < 0) stretch.high = stretch.low;
      return;
    }
    const double edge = static_cast<double>(end.y) - beyond * dx / dy;
    if (dy > 0) {
      stretch.low = std::max(stretch.low, edge);
    } else {
      stretch.high = std::min(stretch.high, edge);
    }
  }
};

Cut cut_at(ImVec2 end, ImVec2 next) {
  return Cut{end, static_cast<double>(next.x) - static_cast<double>(end.x),
             static_cast<double>(next.y) - static_cast<double>(end.y)};
}

// Adds the stretches of a line that never runs to the left, thickened by a disc.
void add_run(std::span<const ImVec2> run, double radius, std::span<const Cut> cuts,
             const Sampling& sampling, std::vector<Stretch>& all) {
  const int first = sampling.slice_of(static_cast<double>(run.front().x) - radius);
  const int last = sampling.slice_of(static_cast<double>(run.back().x) + radius);
  const int reach = static_cast<int>(std::ceil(radius * sampling.slices_per_pixel)) + 1;
  const int begin = first - reach;  // the first slice of the trail
  const int wide = last - first + 1;
  const auto count = static_cast<std::size_t>(wide);
  const auto trail = count + 2 * static_cast<std::size_t>(reach) + 1;
  // The y at which the line crosses the left edge of each slice, and its points inside each slice.
  Ranges edges(trail);
  Ranges inside(trail);
  const auto put = [&](ImVec2 at) {
    const double place = static_cast<double>(at.x) * sampling.slices_per_pixel;
    const double slice = std::floor(place) - begin;
    if (slice < 0 || slice >= static_cast<double>(trail)) return;
    (std::floor(place) == place ? edges : inside)
        .add(static_cast<std::size_t>(slice), static_cast<double>(at.y));
  };
  put(run.front());
  for (std::size_t i = 1; i < run.size(); ++i) {
    const double from =
        std::ceil(static_cast<double>(run[i - 1].x) * sampling.slices_per_pixel) - begin;
    const double to = std::floor(static_cast<double>(run[i].x) * sampling.slices_per_pixel) - begin;
    const int end = static_cast<int>(std::min(to, static_cast<double>(trail) - 1));
    for (int edge = static_cast<int>(std::max(from, 0.0)); edge <= end; ++edge) {
      edges.add(
          static_cast<std::size_t>(edge),
          at_x(run[i - 1], run[i], static_cast<double>(edge + begin) / sampling.slices_per_pixel));
    }
    put(run[i]);
  }
  Ranges covered(count);
  for (int d = -reach; d <= reach; ++d) {
    const int by = d + reach;
    const auto shift = static_cast<std::size_t>(by);
    // Grows the ranges by half the height of the disc at this distance from its middle.
    const auto take = [&](const Ranges& from, double slices) {
      const double away = slices / sampling.slices_per_pixel;
      if (std::abs(away) > radius) return;
      covered.take(from, shift, static_cast<float>(std::sqrt(radius * radius - away * away)));
    };
    take(edges, d - 0.5);
    take(inside, d);
  }
  for (std::size_t i = 0; i < count; ++i) {
    Stretch stretch{first + static_cast<int>(i), static_cast<double>(covered.low[i]),
                    static_cast<double>(covered.high[i])};
    for (const Cut& one : cuts) one.apply(sampling.middle_of(stretch.slice), radius, stretch);
    if (stretch.low < stretch.high) all.push_back(stretch);
  }
}

// Sorts what consists of a few sorted runs.
template <class Before>
void merge_runs(std::vector<Stretch>& all, Before before) {
  std::vector<std::vector<Stretch>::iterator> ends{all.begin()};
  while (ends.back() != all.end()) {
    ends.push_back(std::is_sorted_until(ends.back(), all.end(), before));
  }
  while (ends.size() > 2) {
    std::vector<std::vector<Stretch>::iterator> next{all.begin()};
    for (std::size_t i = 2; i < ends.size(); i += 2) {
      std::inplace_merge(ends[i - 2], ends[i - 1], ends[i], before);
      next.push_back(ends[i]);
    }
    if (next.back() != all.end()) next.push_back(all.end());
    ends = std::move(next);
  }
}

// Clips the stretches to the clip rectangle and joins stretches of one slice that touch.
void unite(std::vector<Stretch>& all, const Sampling& sampling) {
  const auto before = [](const Stretch& a, const Stretch& b) {
    return a.slice < b.slice || (a.slice == b.slice && a.low < b.low);
  };
  merge_runs(all, before);
  std::size_t kept = 0;
  for (Stretch one : all) {
    one.low = std::max(one.low, static_cast<double>(sampling.clip.y));
    one.high = std::min(one.high, static_cast<double>(sampling.clip.w));
    const double x = sampling.middle_of(one.slice);
    const bool shown =
        x >= static_cast<double>(sampling.clip.x) && x < static_cast<double>(sampling.clip.z);
    if (!shown || one.low >= one.high) continue;
    if (kept > 0 && all[kept - 1].slice == one.slice && one.low <= all[kept - 1].high) {
      all[kept - 1].high = std::max(all[kept - 1].high, one.high);
    } else {
      all[kept++] = one;
    }
  }
  all.resize(kept);
}

// The rows at which the share may change within a column: every row of a short column, else the
// ends of the stretches.
void find_rows(std::span<const Stretch> stretches, std::vector<int>& rows) {
  rows.clear();
  constexpr int kFew = 12;
  double top = stretches.front().low;
  double bottom = stretches.front().high;
  for (const Stretch& one : stretches) {
    top = std::min(top, one.low);
    bottom = std::max(bottom, one.high);
  }
  const auto row_of = [](double y) { return static_cast<int>(std::floor(y)); };
  if (row_of(bottom) - row_of(top) <= kFew) {
    for (int row = row_of(top); row <= row_of(bottom) + 1; ++row) rows.push_back(row);
    return;
  }
  for (const Stretch& one : stretches) {
    for (const double end : {one.low, one.high}) {
      rows.push_back(row_of(end));
      rows.push_back(row_of(end) + 1);
    }
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
}

// Adds the covers of one column: all pixels between two neighbouring `rows` have the same share.
void add_column(int column, std::span<const Stretch> stretches, int slices_per_pixel,
                std::vector<int>& rows, std::vector<Cover>& covers) {
  find_rows(stretches, rows);
  const std::size_t begin = covers.size();
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    const double top = rows[i];
    double share = 0;
    for (const Stretch& one : stretches) {
      share += std::max(0.0, std::min(one.high, top + 1) - std::max(one.low, top));
    }
    share = std::min(1.0, share / slices_per_pixel);
    constexpr double kShown = 0.5 / 255;
    if (share < kShown) continue;
    constexpr double kAlike = 1e-6;
    if (covers.size() > begin && covers.back().bottom == rows[i] &&
        std::abs(covers.back().share - share) < kAlike) {
      covers.back().bottom = rows[i + 1];
    } else {
      covers.push_back({column, column + 1, rows[i], rows[i + 1], share});
    }
  }
}

std::vector<Cover> covers_of(std::vector<Stretch> all, const Sampling& sampling) {
  unite(all, sampling);
  std::vector<Cover> covers;
  std::vector<int> rows;
  std::size_t same = 0;  // the first cover of the previous column
  std::size_t here = 0;
  for (std::size_t begin = 0; begin < all.size();) {
    const int column = static_cast<int>(
        std::floor(static_cast<double>(all[begin].slice) / sampling.slices_per_pixel));
    std::size_t end = begin;
    while (end < all.size() && all[end].slice < (column + 1) * sampling.slices_per_pixel) ++end;
    add_column(column, std::span(all).subspan(begin, end - begin), sampling.slices_per_pixel, rows,
               covers);
    begin = end;
    // Equal neighbouring columns are merged.
    const bool alike = covers.size() - here == here - same &&
                       std::equal(covers.begin() + static_cast<std::ptrdiff_t>(here), covers.end(),
                                  covers.begin() + static_cast<std::ptrdiff_t>(same),
                                  [](const Cover& a, const Cover& b) {
                                    return a.left == b.right && a.top == b.top &&
                                           a.bottom == b.bottom && a.share == b.share;
                                  });
    if (alike) {
      for (std::size_t i = same; i < here; ++i) ++covers[i].right;
      covers.resize(here);
    } else {
      same = here;
      here = covers.size();
    }
  }
  return covers;
}

// The end of the run that begins at `begin`: the index after the last point before the line turns
// back. `way` receives the direction of the run.
std::size_t run_end(std::span<const ImVec2> line, std::size_t begin, float& way) {
  std::size_t end = begin + 1;
  for (; end < line.size(); ++end) {
    const float step = line[end].x - line[end - 1].x;
    if (way * step < 0) break;
    if (step != 0) way = step;
  }
  return end;
}

// Splits a line into runs where it turns back, and adds each run from its left end.
std::vector<Cover> runs_covers(std::span<const ImVec2> line, bool closed, double width,
                               const ClipRect& clip) {
  if (is_empty(clip)) return {};
  std::vector<Stretch> all;
  const double radius = width / 2;
  const Sampling sampling{clip, width < kThin ? kThinSlices : kSlices};
  std::vector<ImVec2> run;
  for (std::size_t begin = 0; begin + 1 < line.size();) {
    float way = 0;
    const std::size_t end = run_end(line, begin, way);
    const auto add = [&](std::size_t from, std::size_t to, const std::vector<Cut>& cuts) {
      run.assign(line.begin() + static_cast<std::ptrdiff_t>(from),
                 line.begin() + static_cast<std::ptrdiff_t>(to));
      if (way < 0) std::reverse(run.begin(), run.end());
      add_run(run, radius, cuts, sampling, all);
    };
    // An end cuts its own segment only, not parts of the line that come back close to it.
    const bool first = begin == 0 && !closed;
    const bool last = end == line.size() && !closed;
    if (first && last && line.size() == 2) {
      add(0, 2, {cut_at(line[0], line[1]), cut_at(line[1], line[0])});
      break;
    }
    if (first) add(begin, begin + 2, {cut_at(line[0], line[1])});
    if (last) add(end - 2, end, {cut_at(line[end - 1], line[end - 2])});
    const std::size_t from = first ? begin + 1 : begin;
    const std::size_t to = last ? end - 1 : end;
    if (to > from + 1) add(from, to, {});
    begin = end - 1;
  }
  return covers_of(std::move(all), sampling);
}

}  // namespace

std::vector<Cover> stroke_covers(std::span<const ImVec2> line, double width, const ClipRect& clip) {
  return runs_covers(line, false, width, clip);
}

std::vector<Cover> outline_covers(std::span<const ImVec2> corners, double width,
                                  const ClipRect& clip) {
  std::vector<ImVec2> line(corners.begin(), corners.end());
  line.push_back(line.front());
  return runs_covers(line, true, width, clip);
}

std::vector<Cover> polygon_covers(std::span<const ImVec2> corners, const ClipRect& clip) {
  const Sampling sampling{clip};
  float left = kInfinity;
  float right = -kInfinity;
  for (const ImVec2 corner : corners) {
    left = std::min(left, corner.x);
    right = std::max(right, corner.x);
  }
  if (left >= right || is_empty(clip)) return {};
  const int first = sampling.slice_of(static_cast<double>(left));
  const int last = sampling.slice_of(static_cast<double>(right));
  const auto each_crossing = [&](const auto& visit) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      ImVec2 a = corners[i];
      ImVec2 b = corners[(i + 1) % corners.size()];
      if (b.x < a.x) std::swap(a, b);
      const int from = sampling.slice_of(static_cast<double>(a.x));
      const int to = sampling.slice_of(static_cast<double>(b.x));
      for (int slice = from; slice <= to; ++slice) {
        const double x = sampling.middle_of(slice);
        if (x < static_cast<double>(a.x) || x >= static_cast<double>(b.x)) continue;
        visit(static_cast<std::size_t>(slice - first), a, b, x);
      }
    }
  };
  // The crossings of each slice, stored next to each other.
  std::vector<std::size_t> ends(static_cast<std::size_t>(last - first + 1));
  each_crossing([&](std::size_t slice, ImVec2, ImVec2, double) { ++ends[slice]; });
  std::size_t count = 0;
  for (std::size_t& end : ends) end = count += end;
  std::vector<double> crossings(count);
  std::vector<std::size_t> free = ends;
  each_crossing([&](std::size_t slice, ImVec2 a, ImVec2 b, double x) {
    crossings[--free[slice]] = at_x(a, b, x);
  });
  // Crossings alternately enter and leave the polygon.
  std::vector<Stretch> all;
  all.reserve(count / 2);
  for (std::size_t slice = 0; slice < ends.size(); ++slice) {
    const auto begin = crossings.begin() + static_cast<std::ptrdiff_t>(free[slice]);
    const auto end = crossings.begin() + static_cast<std::ptrdiff_t>(ends[slice]);
    std::sort(begin, end);
    for (auto at = begin; end - at >= 2; at += 2) {
      all.push_back({first + static_cast<int>(slice), at[0], at[1]});
    }
  }
  return covers_of(std::move(all), sampling);
}

std::vector<Cover> rectangle_covers(ImVec2 min, ImVec2 max, const ClipRect& clip) {
  struct Part {
    int from = 0;
    int to = 0;
    double share = 1;
  };
  // The pixels covered by an interval: the first and the last one partly, those between them fully.
  const auto parts = [](double from, double to, double low, double high) {
    std::vector<Part> all;
    from = std::max(from, low);
    to = std::min(to, high);
    const auto add = [&all](double a, double b, double share) {
      if (b > a && share > 0) all.push_back({static_cast<int>(a), static_cast<int>(b), share});
    };
    if (from >= to) return all;
    const double first = std::floor(from);
    if (to <= first + 1) {
      add(first, first + 1, to - from);
      return all;
    }
    add(first, std::ceil(from), std::ceil(from) - from);
    add(std::ceil(from), std::floor(to), 1);
    add(std::floor(to), std::floor(to) + 1, to - std::floor(to));
    return all;
  };
  std::vector<Cover> covers;
  const auto across = parts(static_cast<double>(min.x), static_cast<double>(max.x),
                            static_cast<double>(clip.x), static_cast<double>(clip.z));
  for (const Part& row : parts(static_cast<double>(min.y), static_cast<double>(max.y),
                               static_cast<double>(clip.y), static_cast<double>(clip.w))) {
    for (const Part& column : across) {
      covers.push_back({column.from, column.to, row.from, row.to, row.share * column.share});
    }
  }
  return covers;
}

}  // namespace normscope::ui
