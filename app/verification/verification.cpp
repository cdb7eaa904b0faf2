// SPDX-License-Identifier: MIT
#include "app/verification/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <locale>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "app/verification/python.hpp"
#include "app/verification/step_lines.hpp"
#include "core/base/ulp.hpp"
#include "core/tensor/shape.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
#include "core/trace/step_name.hpp"

namespace normscope::verification {

namespace {

// Elements that are received and compared at a time: some hundred KiB.
constexpr std::int64_t kAtATime = std::int64_t{1} << 16;

tl::unexpected<base::Error> malformed(const std::string& line) {
  return base::fail(ErrorKind::kMalformed,
                    tr("PyTorch's report is not that of the program: '{line}'", arg("line", line)));
}

// How many of float32's ULPs one of a format is, in each binade where neither is subnormal.
double ulps_in(formats::FormatId id) {
  const formats::Format& format = formats::format_of(id);
  const int fewer = formats::kFloat32.fraction_bits - format.fraction_bits;
  return fewer > 0 ? formats::power_of_two(fewer) : 1;
}

// Compares elements from `first` on. NaN equals NaN, and an infinity itself.
void compare(RowCheck& check, std::int64_t first, std::span<const float> ours,
             std::span<const float> theirs) {
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const bool larger = std::abs(ours[i]) > std::abs(theirs[i]);
    const double ulps = base::ulp_error(larger ? theirs[i] : ours[i],
                                        static_cast<double>(larger ? ours[i] : theirs[i])) /
                        ulps_in(check.format);
    if (ulps == 0) continue;
    ++check.differing;
    if (ulps <= check.ulps) continue;
    check.at = first + static_cast<std::int64_t>(i);
    check.ours = ours[i];
    check.theirs = theirs[i];
    check.ulps = ulps;
  }
}

Expected<RowCheck> check_row(Python& python, const Row& row, std::size_t number) {
  auto count = tensor::element_count(row.shape);
  if (!count) return tl::unexpected(count.error());
  RowCheck check{row.name, row.by, row.shape, *count};
  check.format = row.format;
  const auto head = python.line();
  if (!head) return tl::unexpected(head.error());
  if (*head != fmt::format("row {} {}", number, *count)) return malformed(*head);
  const std::int64_t step = std::max(kAtATime / row.multiple, std::int64_t{1}) * row.multiple;
  for (std::int64_t first = 0; first < *count; first += step) {
    const std::int64_t size = std::min(step, *count - first);
    std::vector<float> theirs(static_cast<std::size_t>(size));
    const auto bytes = std::as_writable_bytes(std::span(theirs));
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): PyTorch's bytes, little-endian
    const auto got = python.read({reinterpret_cast<char*>(bytes.data()), bytes.size()});
    if (!got) return tl::unexpected(got.error());
    compare(check, first, row.ours(first, size), theirs);
  }
  if (check.at >= 0) check.exact = row.exact(check.at);
  return check;
}

// "part 7 0 -1.0 nan": how many numbers differ, where most, and there the steps' and the
// function's.
Expected<Parting> read_parting(Python& python) {
  const auto line = python.line();
  if (!line) return tl::unexpected(line.error());
  std::istringstream words(*line);
  words.imbue(std::locale::classic());
  std::string head;
  Parting parting;
  std::string steps;
  std::string function;
  words >> head >> parting.differing >> parting.at >> steps >> function;
  const auto by_steps = text::parse_double(steps);
  const auto by_function = text::parse_double(function);
  if (!words || head != "part" || !by_steps || !by_function) return malformed(*line);
  parting.steps = static_cast<float>(*by_steps);
  parting.function = static_cast<float>(*by_function);
  return parting;
}

// Reads the report of a program that is running.
Expected<Verification> check_report(Python& python, const Program& program) {
  Verification result;
  const auto head = python.line();
  if (!head) return tl::unexpected(head.error());
  constexpr std::string_view kHead = "torch ";
  const std::size_t blank = head->find(' ', kHead.size());
  if (!head->starts_with(kHead) || blank == std::string::npos) return malformed(*head);
  result.version = head->substr(kHead.size(), blank - kHead.size());
  result.capability = head->substr(blank + 1);
  for (std::size_t i = 0; i < program.rows.size(); ++i) {
    auto row = check_row(python, program.rows[i], i);
    if (!row) return tl::unexpected(row.error());
    result.rows.push_back(*std::move(row));
    if (program.rows[i].by != ComputedBy::kFunction) continue;
    const auto parting = read_parting(python);
    if (!parting) return tl::unexpected(parting.error());
    if (parting->differing > 0) result.parting = *parting;
  }
  const auto end = python.line();
  if (!end) return tl::unexpected(end.error());
  if (*end != "end") return malformed(*end);
  return result;
}

base::Error no_torch(const Settings& settings) {
  const bool named = settings.pythons.size() == 1;
  return {
      ErrorKind::kUnavailable,
      named ? tr("{python} has no PyTorch", arg("python", settings.pythons.front().string()))
            : tr("there is no PyTorch on this computer"),
      std::string(
          tr("on Debian: apt install python3-torch; or name another python3 in NORMSCOPE_PYTHON"))};
}

}  // namespace

double Verification::largest() const {
  double largest = 0;
  for (const RowCheck& row : rows) largest = std::max(largest, row.ulps);
  return largest;
}

Expected<Verification> verify(const document::Document& document, const compute::Backends& backends,
                              const Settings& given) {
  Settings settings = given;
  if (settings.pythons.empty()) settings.pythons = pythons();
  const document::Document verified = verified_document(document);
  const results::Evaluation evaluation =
      results::evaluate(verified, 0, backends, settings.device, {settings.stop});
  if (settings.stop.stop_requested()) return base::fail(ErrorKind::kCancelled, tr("stopped"));
  if (evaluation.failure) return tl::unexpected(*evaluation.failure);
  const trace::Program& steps = evaluation.stages.back().trace.program();
  const bool planned = document.precision != precision::Plan{};
  if (auto words = planned ? check_words(steps, document.precision) : Expected<void>{}; !words) {
    return tl::unexpected(words.error());
  }
  const Program program = program_of(verified, evaluation);
  PythonTask task{{},
                  program.code,
                  evaluation.input->values(),
                  settings.stop,
                  std::chrono::steady_clock::now() + settings.within};
  for (const auto& each : settings.pythons) {
    task.python = each;
    auto python = Python::start(task);
    if (!python) {
      if (settings.pythons.size() == 1) return tl::unexpected(python.error());
      continue;
    }
    auto result = check_report(*python, program);
    if (!result && result.error().kind == ErrorKind::kNotFound) continue;
    if (!result) return tl::unexpected(result.error());
    result->python = each;
    result->device = evaluation.result->device;
    return result;
  }
  return tl::unexpected(no_torch(settings));
}

std::string_view explanation_of(ComputedBy by) {
  switch (by) {
    case ComputedBy::kSteps:
      return tr("the steps of the sheet, beside the same steps in PyTorch");
    case ComputedBy::kFunction:
      return tr("PyTorch's own function, as it is computed here, beside itself");
    case ComputedBy::kDevice:
      break;
  }
  return tr("the results of the device, beside PyTorch's");
}

std::string sentence_of(const Verification& verification) {
  const auto say = [&](std::string_view english, const auto&... args) {
    return tr(english, arg("version", verification.version),
              arg("capability", verification.capability),
              arg("python", verification.python.string()), args...);
  };
  const auto worst = std::ranges::max_element(verification.rows, {}, &RowCheck::ulps);
  if (worst == verification.rows.end() || worst->at < 0) {
    return say(
        tr_later("PyTorch {version} ({capability}, one thread) of {python} gives the same "
                 "numbers, in every step"));
  }
  if (!worst->exact) {
    return say(tr_later("PyTorch {version} ({capability}, one thread) of {python}: the largest "
                        "difference is {ulps:.3g} ULP, in {step}"),
               arg("ulps", worst->ulps), arg("step", trace::step_name_in_words(worst->name)));
  }
  return say(tr_later("PyTorch {version} ({capability}, one thread) of {python}: the largest "
                      "difference is {ulps:.3g} ULP, in {step}; in double precision it is {exact}, "
                      "and {nearer}"),
             arg("ulps", worst->ulps), arg("step", trace::step_name_in_words(worst->name)),
             arg("exact", text::nine_digits(*worst->exact)), arg("nearer", nearer(*worst)));
}

std::string_view nearer(const RowCheck& row) {
  if (!row.exact) return {};
  const double ours = base::ulp_error(row.ours, *row.exact);
  const double theirs = base::ulp_error(row.theirs, *row.exact);
  if (ours == theirs) return tr("both are as near");
  return ours < theirs ? tr("ours is nearer") : tr("PyTorch's is nearer");
}

std::string parting_sentence(const Verification& verification) {
  if (!verification.parting) return {};
  const Parting& parting = *verification.parting;
  return tr_n(
      "PyTorch's own steps and its own function differ in {n} number, most in {steps} and "
      "{function}: both are PyTorch",
      "PyTorch's own steps and its own function differ in {n} numbers, most in {steps} and "
      "{function}: both are PyTorch",
      parting.differing, arg("n", parting.differing),
      arg("steps", text::nine_digits(static_cast<double>(parting.steps))),
      arg("function", text::nine_digits(static_cast<double>(parting.function))));
}

}  // namespace normscope::verification
