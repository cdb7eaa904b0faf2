// SPDX-License-Identifier: MIT
// A shape is cut into upright slices, sixteen a pixel; of each slice it covers some stretches, and
// the shares of a column's pixels are the sums of these. Of a line that runs to the right, a slice
// holds just one stretch: it is the line thickened by a disc, and connected.
#include "app/ui/coverage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace normscope::ui {
namespace {

constexpr int kSlices = 16;  // a column of pixels
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What a shape covers of one slice.
struct Stretch {
  int slice = 0;
  double low = 0;
  double high = 0;
};

double at_x(ImVec2 a, ImVec2 b, double x) {
  const auto run = static_cast<double>(b.x) - static_cast<double>(a.x);
  const double share = run == 0 ? 0 : (x - static_cast<double>(a.x)) / run;
  return static_cast<double>(a.y) +
         (static_cast<double>(b.y) - static_cast<double>(a.y)) * std::clamp(share, 0.0, 1.0);
}

double middle_of(int slice) {
  return (slice + 0.5) / kSlices;
}

struct Range {
  double low = kInfinity;
  double high = -kInfinity;
  void add(double y) {
    low = std::min(low, y);
    high = std::max(high, y);
  }
};

// The slices from one place to another, as far as they are seen from so far away.
struct Slices {
  int first = 0;
  int last = -1;
};
Slices slices_between(double from, double to, const Seen& seen, double away) {
  const auto slice = [&](double x) {
    const double kept = std::clamp(x, static_cast<double>(seen.x) - away - 1,
                                   static_cast<double>(seen.z) + away + 1);
    return static_cast<int>(std::floor(kept * kSlices));
  };
  return {slice(from), slice(to)};
}

// Where a line that never goes back passes the left edge of each slice, and its points within.
struct Trail {
  Slices slices;
  std::vector<Range> edges;   // one more than slices
  std::vector<Range> inside;  // of each slice
};

Trail trail_of(std::span<const ImVec2> run, const Seen& seen, double radius) {
  Trail trail;
  trail.slices = slices_between(static_cast<double>(run.front().x),
                                static_cast<double>(run.back().x), seen, radius);
  const auto [first, last] = trail.slices;
  const auto count = static_cast<std::size_t>(last - first + 1);
  trail.inside.resize(count);
  trail.edges.resize(count + 1);
  const auto put = [&](ImVec2 at) {
    const double place = static_cast<double>(at.x) * kSlices;
    const double slice = std::floor(place);
    if (slice < first || slice > last) return;
    auto& ranges = slice == place ? trail.edges : trail.inside;
    ranges[static_cast<std::size_t>(slice - first)].add(static_cast<double>(at.y));
  };
  put(run.front());
  for (std::size_t i = 1; i < run.size(); ++i) {
    const double from = std::ceil(static_cast<double>(run[i - 1].x) * kSlices);
    const double to = std::floor(static_cast<double>(run[i].x) * kSlices);
    for (int edge = static_cast<int>(std::max(from, static_cast<double>(first)));
         edge <= std::min(to, static_cast<double>(last + 1)); ++edge) {
      trail.edges[static_cast<std::size_t>(edge - first)].add(
          at_x(run[i - 1], run[i], static_cast<double>(edge) / kSlices));
    }
    put(run[i]);
  }
  return trail;
}

// An end is cut across the line: the half of the plane before it is not covered.
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

// A line that never goes back, thickened by a disc.
void add_run(std::span<const ImVec2> run, double radius, std::span<const Cut> cuts,
             const Seen& seen, std::vector<Stretch>& all) {
  const Trail trail = trail_of(run, seen, radius);
  const Slices seen_slices = slices_between(static_cast<double>(run.front().x) - radius,
                                            static_cast<double>(run.back().x) + radius, seen, 0);
  const int reach = static_cast<int>(std::ceil(radius * kSlices));
  // Half the height of the disc so far from its middle; none where it does not reach.
  const auto half_at = [&](double slices) {
    const double away = slices / kSlices;
    return away <= radius ? std::sqrt(radius * radius - away * away) : -kInfinity;
  };
  std::vector<double> of_edges;
  std::vector<double> of_inside;
  for (int d = -reach - 1; d <= reach + 1; ++d) {
    of_edges.push_back(half_at(d - 0.5));
    of_inside.push_back(half_at(d));
  }
  for (int slice = seen_slices.first; slice <= seen_slices.last; ++slice) {
    Range covered;
    const auto thicken = [&](const Range& range, double half) {
      if (range.low > range.high || half < 0) return;
      covered.low = std::min(covered.low, range.low - half);
      covered.high = std::max(covered.high, range.high + half);
    };
    for (int d = -reach - 1; d <= reach + 1; ++d) {
      const int from = slice + d;
      const auto k = static_cast<std::size_t>(d + reach + 1);
      if (from >= trail.slices.first && from <= trail.slices.last + 1) {
        const auto at = static_cast<std::size_t>(from - trail.slices.first);
        thicken(trail.edges[at], of_edges[k]);
        if (at < trail.inside.size()) thicken(trail.inside[at], of_inside[k]);
      }
    }
    if (covered.low >= covered.high) continue;
    Stretch stretch{slice, covered.low, covered.high};
    for (const Cut& cut : cuts) cut.apply(middle_of(slice), radius, stretch);
    if (stretch.low < stretch.high) all.push_back(stretch);
  }
}

// Only what is seen; stretches of one slice that meet become one.
void unite(std::vector<Stretch>& all, const Seen& seen) {
  const auto before = [](const Stretch& a, const Stretch& b) {
    return a.slice < b.slice || (a.slice == b.slice && a.low < b.low);
  };
  if (!std::is_sorted(all.begin(), all.end(), before)) std::sort(all.begin(), all.end(), before);
  std::vector<Stretch> united;
  united.reserve(all.size());
  for (Stretch one : all) {
    one.low = std::max(one.low, static_cast<double>(seen.y));
    one.high = std::min(one.high, static_cast<double>(seen.w));
    const double x = middle_of(one.slice);
    const bool shown = x >= static_cast<double>(seen.x) && x < static_cast<double>(seen.z);
    if (!shown || one.low >= one.high) continue;
    if (!united.empty() && united.back().slice == one.slice && one.low <= united.back().high) {
      united.back().high = std::max(united.back().high, one.high);
    } else {
      united.push_back(one);
    }
  }
  all = std::move(united);
}

// The pixels of one column: between two ends of stretches all have one share.
void add_column(int column, std::span<const Stretch> stretches, std::vector<Cover>& covers) {
  std::vector<int> rows;
  for (const Stretch& one : stretches) {
    for (const double end : {one.low, one.high}) {
      rows.push_back(static_cast<int>(std::floor(end)));
      rows.push_back(rows.back() + 1);
    }
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    double share = 0;
    for (const Stretch& one : stretches) {
      share += std::max(0.0, std::min(one.high, rows[i] + 1.0) - std::max(one.low, 1.0 * rows[i]));
    }
    share = std::min(1.0, share / kSlices);
    constexpr double kSeen = 0.5 / 255;
    if (share < kSeen) continue;
    covers.push_back({column, column + 1, rows[i], rows[i + 1], share});
  }
}

std::vector<Cover> covers_of(std::vector<Stretch> all, const Seen& seen) {
  unite(all, seen);
  std::vector<Cover> covers;
  std::size_t same = 0;  // where the covers begin that the column before had
  std::size_t here = 0;
  for (std::size_t begin = 0; begin < all.size();) {
    const int column =
        static_cast<int>(std::floor(static_cast<double>(all[begin].slice) / kSlices));
    std::size_t end = begin;
    while (end < all.size() && all[end].slice < (column + 1) * kSlices) ++end;
    add_column(column, std::span(all).subspan(begin, end - begin), covers);
    begin = end;
    // Columns that are alike are one.
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

// Cuts a line where it turns back, and takes each part from its left end.
std::vector<Cover> runs_covers(std::span<const ImVec2> line, bool closed, double width,
                               const Seen& seen) {
  std::vector<Stretch> all;
  const double radius = width / 2;
  std::vector<ImVec2> run;
  for (std::size_t begin = 0; begin + 1 < line.size();) {
    float way = 0;
    std::size_t end = begin + 1;
    for (; end < line.size(); ++end) {
      const float step = line[end].x - line[end - 1].x;
      if (way * step < 0) break;
      if (step != 0) way = step;
    }
    const auto add = [&](std::size_t from, std::size_t to, const std::vector<Cut>& cuts) {
      run.assign(line.begin() + static_cast<std::ptrdiff_t>(from),
                 line.begin() + static_cast<std::ptrdiff_t>(to));
      if (way < 0) std::reverse(run.begin(), run.end());
      add_run(run, radius, cuts, seen, all);
    };
    // What an end cuts is its own segment, not what comes back beside it.
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
  return covers_of(std::move(all), seen);
}

}  // namespace

std::vector<Cover> stroke_covers(std::span<const ImVec2> line, double width, const Seen& seen) {
  return runs_covers(line, false, width, seen);
}

std::vector<Cover> outline_covers(std::span<const ImVec2> corners, double width, const Seen& seen) {
  std::vector<ImVec2> line(corners.begin(), corners.end());
  line.push_back(line.front());
  return runs_covers(line, true, width, seen);
}

std::vector<Cover> polygon_covers(std::span<const ImVec2> corners, const Seen& seen) {
  struct Crossing {
    int slice = 0;
    double y = 0;
  };
  std::vector<Crossing> crossings;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    ImVec2 a = corners[i];
    ImVec2 b = corners[(i + 1) % corners.size()];
    if (b.x < a.x) std::swap(a, b);
    const auto [first, last] =
        slices_between(static_cast<double>(a.x), static_cast<double>(b.x), seen, 0);
    for (int slice = first; slice <= last; ++slice) {
      const double x = middle_of(slice);
      if (x < static_cast<double>(a.x) || x >= static_cast<double>(b.x)) continue;
      crossings.push_back({slice, at_x(a, b, x)});
    }
  }
  std::sort(crossings.begin(), crossings.end(), [](const Crossing& a, const Crossing& b) {
    return a.slice < b.slice || (a.slice == b.slice && a.y < b.y);
  });
  // Each edge that is passed leads in or out.
  std::vector<Stretch> all;
  for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
    all.push_back({crossings[i].slice, crossings[i].y, crossings[i + 1].y});
  }
  return covers_of(std::move(all), seen);
}

std::vector<Cover> rectangle_covers(ImVec2 min, ImVec2 max, const Seen& seen) {
  struct Part {
    int from = 0;
    int to = 0;
    double share = 1;
  };
  // The pixels that a stretch covers, alike ones together: the first and the last one in part.
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
                            static_cast<double>(seen.x), static_cast<double>(seen.z));
  for (const Part& row : parts(static_cast<double>(min.y), static_cast<double>(max.y),
                               static_cast<double>(seen.y), static_cast<double>(seen.w))) {
    for (const Part& column : across) {
      covers.push_back({column.from, column.to, row.from, row.to, row.share * column.share});
    }
  }
  return covers;
}

}  // namespace normscope::ui
