// SPDX-License-Identifier: MIT
#include "app/figures/builders/format_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/builders/curves/log_axis.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "core/base/names.hpp"
#include "core/formats/rounding.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

using formats::Format;
using results::Evaluation;

namespace {

// Beyond the smallest and the largest number, a factor.
constexpr double kBeyondFormat = 100;
constexpr int kDigitsOfSpacing = 3;
constexpr double kRowOfFormat = 0;
constexpr double kRowOfBatch = 1;

// From here on a number becomes an infinity, or NaN.
double overflow_from(const Format& format) {
  return format.largest() + formats::unit_in_last_place(format.largest(), format) / 2;
}

// Of a magnitude: that of the subnormal numbers below, that of the largest beyond.
double spacing_at(double magnitude, const Format& format) {
  return formats::unit_in_last_place(
      std::clamp(magnitude, format.smallest_normal(), format.largest()), format);
}

// As few digits as tell a float32 number, which those of narrower formats are, too, from others.
std::string shortest(double number) {
  const std::string digits = fmt::format("{}", static_cast<float>(std::abs(number)));
  return number < 0 ? "−" + digits : digits;
}

struct OnLine {
  std::vector<double> values{};
  std::vector<std::int64_t> elements{};
};

OnLine evenly_spaced(std::span<const float> batch) {
  OnLine shown;
  const auto size = static_cast<std::int64_t>(batch.size());
  const std::int64_t count = std::min(size, kMostOnLine);
  for (std::int64_t k = 0; k < count; ++k) {
    shown.elements.push_back(k * size / count);
    shown.values.push_back(
        static_cast<double>(batch[static_cast<std::size_t>(shown.elements.back())]));
  }
  return shown;
}

Line line_of_spacing(const Format& format, const Axis& x) {
  Line line;
  line.x = {x.low, format.smallest_normal()};
  line.y.assign(2, spacing_at(0, format));
  for (int exponent = format.lowest_exponent(); exponent <= format.highest_exponent(); ++exponent) {
    const double from = formats::power_of_two(exponent);
    const double to = std::min(from * 2, format.largest());
    line.x.insert(line.x.end(), {from, to});
    line.y.insert(line.y.end(), 2, spacing_at(from, format));
  }
  return line;
}

// Only finite magnitudes other than 0 lie on it.
Points points_of_batch(const OnLine& shown, const Format& format, const Axis& x) {
  Points points;
  for (std::size_t k = 0; k < shown.values.size(); ++k) {
    const double magnitude = std::abs(shown.values[k]);
    if (!(magnitude >= x.low && magnitude <= x.high)) continue;
    points.x.push_back(magnitude);
    points.y.push_back(spacing_at(magnitude, format));
    points.elements.push_back(shown.elements[k]);
  }
  return points;
}

Panel whole_panel(const OnLine& shown, const Format& format) {
  Panel panel{.title = tr("The numbers of {format}", arg("format", format.name)),
              .detail = tr("shaded: subnormal or 0; overflow")};
  std::vector<double> ends = {format.smallest() / kBeyondFormat, format.largest() * kBeyondFormat};
  for (const double value : shown.values) ends.push_back(std::abs(value));
  panel.x = log_axis(tr("magnitude"), {ends});
  Line spacing = line_of_spacing(format, panel.x);
  panel.y = log_axis(tr("spacing"), {spacing.y});
  panel.spans = {{tr("subnormal or 0"), panel.x.low, format.smallest_normal()},
                 {tr("overflows"), overflow_from(format), panel.x.high}};
  panel.series.push_back({tr("spacing"), 0, std::move(spacing)});
  panel.series.push_back({tr("the batch"), 1, points_of_batch(shown, format, panel.x)});
  return panel;
}

// How the batch fares, counted among the numbers that are shown.
std::string counts_text(const OnLine& shown, std::size_t size, const Format& format) {
  std::int64_t kept = 0;
  std::int64_t vanished = 0;
  std::int64_t overflown = 0;
  std::int64_t subnormal = 0;
  for (const double value : shown.values) {
    const double stored = formats::rounded_to(value, format);
    if (stored == value) ++kept;
    if (std::isfinite(value) && !std::isfinite(stored)) ++overflown;
    if (value != 0 && stored == 0) ++vanished;
    if (stored != 0 && std::abs(stored) < format.smallest_normal()) ++subnormal;
  }
  const auto count = static_cast<std::int64_t>(shown.values.size());
  const bool all = shown.values.size() == size;
  const auto numbers = numbers_text(count);
  const auto exactly = digits_text(kept);
  std::string text =
      all ? tr("Of the batch's {numbers}, {format} has {kept} exactly", arg("numbers", numbers),
               arg("format", format.name), arg("kept", exactly))
          : tr("Of {numbers} evenly spaced in the batch, {format} has {kept} exactly",
               arg("numbers", numbers), arg("format", format.name), arg("kept", exactly));
  // A list: each of its items stands alone.
  const auto add = [&text](std::int64_t some, std::string_view item) {
    if (some > 0) text = text::listed_apart(text, tr(item, arg("n", digits_text(some))));
  };
  add(overflown, tr_later("{n} beyond its largest number"));
  add(vanished, tr_later("{n} as 0"));
  add(subnormal, tr_later("{n} as subnormal numbers, of fewer digits"));
  return text::whole_sentence(std::move(text));
}

// The format's numbers around one that it has, ascending.
std::vector<double> numbers_around(double stored, const Format& format) {
  std::vector<double> numbers = {stored};
  double below = stored;
  double above = stored;
  for (int k = 0; k < kNumbersAround; ++k) {
    below = formats::neighbours_of(below, format).below;
    above = formats::neighbours_of(above, format).above;
    if (std::isfinite(below) && below < numbers.front()) numbers.insert(numbers.begin(), below);
    if (std::isfinite(above) && above > numbers.back()) numbers.push_back(above);
  }
  return numbers;
}

Panel around_panel(double value, double stored, const OnLine& shown, const Format& format) {
  Panel panel{.title = tr("Around the selected number")};
  const std::vector<double> numbers = numbers_around(stored, format);
  const double room = (numbers.back() - numbers.front()) / static_cast<double>(numbers.size());
  panel.x = {.label = tr("value"), .low = numbers.front() - room, .high = numbers.back() + room};
  panel.y = {.scale = Scale::kCategorical,
             .low = kRowOfFormat - 0.5,
             .high = kRowOfBatch + 0.5,
             .categories = {std::string(short_name(format.id)), tr("batch")}};
  Points of_format;
  of_format.x = numbers;
  of_format.y.assign(numbers.size(), kRowOfFormat);
  panel.series.push_back({{}, 0, std::move(of_format)});
  Points batch;
  for (std::size_t k = 0; k < shown.values.size(); ++k) {
    if (!(shown.values[k] >= panel.x.low && shown.values[k] <= panel.x.high)) continue;
    batch.x.push_back(shown.values[k]);
    batch.y.push_back(kRowOfBatch);
    batch.elements.push_back(shown.elements[k]);
  }
  panel.series.push_back({{}, 1, std::move(batch)});
  panel.marks.push_back({value, "x = " + shortest(value), LineStyle::kSolid});
  if (stored != value) {
    panel.marks.push_back(
        {stored, tr("stored {value}", arg("value", shortest(stored))), LineStyle::kDashed, 1});
  }
  return panel;
}

// "x = 0.4091273 becomes 0.4091797 in float16: 0.21 of the spacing, 0.000244, away."
std::string sentence_of_storing(double value, double stored, const Format& format) {
  const std::string name(format.name);
  const std::string x = shortest(value);
  if (!std::isfinite(stored)) {
    return tr("x = {x} overflows {name}: its largest number is {shortest}.", arg("x", x),
              arg("name", name), arg("shortest", shortest(format.largest())));
  }
  if (stored == value) return tr("x = {x} is a number of {name}.", arg("x", x), arg("name", name));
  const double spacing = spacing_at(std::abs(value), format);
  return tr("x = {x} becomes {shortest} in {name}: {abs} of the spacing there, {spacing}, away.",
            arg("x", x), arg("shortest", shortest(stored)), arg("name", name),
            arg("abs", number_text(std::abs(stored - value) / spacing, 2)),
            arg("spacing", number_text(spacing, kDigitsOfSpacing)));
}

}  // namespace

std::string_view short_name(formats::FormatId format) {
  static constexpr std::array<base::Name<formats::FormatId>, 7> kNames{{
      {formats::FormatId::kFloat64, "fp64"},
      {formats::FormatId::kFloat32, "fp32"},
      {formats::FormatId::kTf32, "tf32"},
      {formats::FormatId::kBfloat16, "bf16"},
      {formats::FormatId::kFloat16, "fp16"},
      {formats::FormatId::kE4m3fn, "e4m3"},
      {formats::FormatId::kE5m2, "e5m2"},
  }};
  return base::name_of<formats::FormatId>(kNames, format);
}

const Format& shown_format(const Evaluation& evaluation) {
  if (!evaluation.document) return formats::kFloat16;
  const Format& storage = formats::format_of(evaluation.document->precision.storage);
  return storage.bits() < formats::kFloat32.bits() ? storage : formats::kFloat16;
}

base::Expected<Figure> format_line(const Evaluation& evaluation, const FigureRequest& request) {
  const Format& format = shown_format(evaluation);
  Figure figure{.name = "formats",
                .title = tr("The batch in {name}: {bits} bits, {fraction_bits} of the fraction",
                            arg("name", format.name), arg("bits", format.bits()),
                            arg("fraction_bits", format.fraction_bits)),
                .decimals = decimals_of(request)};
  const std::span<const float> batch = evaluation.activations->values();
  if (batch.empty()) {
    figure.panels.push_back({.message = tr("no values")});
    return figure;
  }
  const OnLine shown = evenly_spaced(batch);
  figure.panels.push_back(whole_panel(shown, format));
  figure.notes.push_back(counts_text(shown, batch.size(), format));
  return figure;
}

Figure highlight_format_line(Figure figure, const Evaluation& evaluation,
                             const FigureRequest& request) {
  const auto place = selected_place(evaluation, request.selection);
  if (!place || figure.panels.empty() || !figure.panels.front().message.empty()) return figure;
  figure.panels.resize(1);
  figure.notes.resize(1);
  const Format& format = shown_format(evaluation);
  const std::span<const float> batch = evaluation.activations->values();
  const auto value = static_cast<double>(batch[static_cast<std::size_t>(place->element)]);
  Panel& whole = figure.panels.front();
  whole.marks.clear();
  const double magnitude = std::abs(value);
  if (magnitude >= whole.x.low && magnitude <= whole.x.high) {
    whole.marks.push_back({magnitude, "|x| = " + shortest(magnitude)});
  }
  if (!std::isfinite(value)) {
    figure.panels.push_back(
        {.title = tr("Around the selected number"),
         .message = tr("the selected number is {value}", arg("value", number_text(value)))});
    return figure;
  }
  const double stored = formats::rounded_to(value, format);
  const double centre = std::isfinite(stored) ? stored : std::copysign(format.largest(), value);
  figure.panels.push_back(around_panel(value, centre, evenly_spaced(batch), format));
  if (!std::isfinite(stored)) figure.panels.back().marks.clear();
  figure.notes.push_back(sentence_of_storing(value, stored, format));
  return figure;
}

}  // namespace normscope::figures
