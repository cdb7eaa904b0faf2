// SPDX-License-Identifier: MIT
// The values that each origin generates.

#include <cmath>
#include <limits>
#include <utility>

#include "app/document/document.hpp"
#include "app/document/file_digest.hpp"
#include "core/io/tensor_file.hpp"
#include "core/random/distributions.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

using tensor::Shape;
using tensor::Tensor;

namespace {

// The sentence has a place for the value.
Expected<void> check_finite(double value, std::string_view sentence) {
  if (std::abs(value) <= std::numeric_limits<float>::max()) return {};
  return fail(ErrorKind::kInvalidArgument, tr(sentence, arg("value", value)));
}

Expected<std::int64_t> to_whole(double value, std::string_view sentence) {
  constexpr double kLargest = 0x1p53;  // up to here a double holds every whole number
  if (value != std::floor(value) || std::abs(value) > kLargest) {
    return fail(ErrorKind::kInvalidArgument, tr(sentence, arg("value", value)));
  }
  return static_cast<std::int64_t>(value);
}

Expected<Tensor> integers(random::Generator& generator, const Shape& shape, const Random& origin) {
  const auto low = to_whole(
      origin.a, tr_later("the lowest of random integers must be a whole number, but is {value}"));
  if (!low) return tl::unexpected(low.error());
  const auto high = to_whole(
      origin.b, tr_later("the end of random integers must be a whole number, but is {value}"));
  if (!high) return tl::unexpected(high.error());
  auto values = Tensor::full(shape, 0.0F);
  if (!values) return values;
  const auto drawn = random::randint(generator, values->size(), *low, *high);
  if (!drawn) return tl::unexpected(drawn.error());
  for (std::size_t i = 0; i < drawn->size(); ++i) {
    values->values()[i] = static_cast<float>((*drawn)[i]);
  }
  return values;
}

Expected<Tensor> make(const Typed& /*origin*/, const Shape& /*shape*/) {
  return fail(ErrorKind::kInvalidArgument, tr("typed values have no recipe to make them again"));
}

Expected<Tensor> make(const Variable& origin, const Shape& /*shape*/) {
  return fail(ErrorKind::kInvalidArgument,
              tr("the variable {name} has no recipe to make it again", arg("name", origin.name)));
}

Expected<Tensor> make(const Random& origin, const Shape& shape) {
  for (const double parameter : {origin.a, origin.b}) {
    const auto finite = check_finite(
        parameter,
        tr_later("a parameter of random numbers must be a finite float32, but is {value}"));
    if (!finite) return tl::unexpected(finite.error());
  }
  random::Generator generator;
  const auto placed = generator.set_state({origin.seed, origin.position, {}});
  if (!placed) return tl::unexpected(placed.error());
  switch (origin.distribution) {
    case Distribution::kRand:
      return random::rand(generator, shape);
    case Distribution::kRandn:
      return random::randn(generator, shape);
    case Distribution::kUniform:
      return random::uniform(generator, shape, origin.a, origin.b);
    case Distribution::kNormal:
      return random::normal(generator, shape, origin.a, origin.b);
    case Distribution::kIntegers:
      break;
  }
  return integers(generator, shape, origin);
}

Expected<Tensor> make(const Constant& origin, const Shape& shape) {
  // NaN and infinities are allowed, to show what an operation does with them.
  if (std::isfinite(origin.value)) {
    const auto fits = check_finite(
        origin.value, tr_later("the constant must be a finite float32, but is {value}"));
    if (!fits) return tl::unexpected(fits.error());
  }
  return Tensor::full(shape, static_cast<float>(origin.value));
}

Expected<Tensor> make(const Ramp& origin, const Shape& shape) {
  auto values = Tensor::full(shape, 0.0F);
  if (!values) return values;
  const double end = origin.start + static_cast<double>(values->size()) * origin.step;
  for (const double bound : {origin.start, end}) {
    const auto finite = check_finite(
        bound, tr_later("each end of a ramp must be a finite float32, but is {value}"));
    if (!finite) return tl::unexpected(finite.error());
  }
  for (std::int64_t i = 0; i < values->size(); ++i) {
    values->values()[static_cast<std::size_t>(i)] =
        static_cast<float>(origin.start + static_cast<double>(i) * origin.step);
  }
  return values;
}

// Nobody may have opened the file that a session names: what is wrong with it is told, and nothing
// of what it holds. Sentences quote in quotation marks, hints freely.
base::Error without_quotes(base::Error error) {
  constexpr std::string_view kMarks = "\"'";
  const std::size_t first = error.sentence.find_first_of(kMarks);
  if (first != std::string::npos) {
    const std::size_t last = error.sentence.find_last_of(kMarks);
    error.sentence.replace(first, last + 1 - first, "...");
  }
  if (error.kind != ErrorKind::kUnreadable && error.kind != ErrorKind::kTooLarge)
    error.hint.clear();
  return error;
}

Expected<Tensor> read_named(const File& file) {
  const auto source = io::ByteSource::open_regular(file.path);
  if (!source) return tl::unexpected(source.error());
  const auto arrays = io::arrays_in(*source, file.path);
  if (!arrays) return tl::unexpected(arrays.error());
  return io::read_tensor(source->again(), *arrays,
                         {file.path, file.array, file.table.value_or(io::TableChoice{})});
}

Expected<Tensor> make(const File& origin, const Shape& shape) {
  // A file with a known digest must not have changed; without a digest any readable file will do.
  if (!origin.sha256.empty()) {
    if (const auto same = check_file(origin); !same) return tl::unexpected(same.error());
  }
  auto values = read_named(origin);
  if (!values) {
    base::Error error = without_quotes(values.error());
    error.sentence = origin.path + ": " + error.sentence;
    return tl::unexpected(std::move(error));
  }
  if (shape.empty() || values->shape() == shape) return values;
  const auto count = tensor::element_count(shape);
  if (!count) return tl::unexpected(count.error());
  if (*count != values->size()) {
    return fail(ErrorKind::kInvalidArgument,
                tr("{path}: holds {values} numbers, but shape {shape} needs {count}",
                   arg("path", origin.path), arg("values", values->size()),
                   arg("shape", tensor::shape_to_text(shape)), arg("count", *count)));
  }
  return std::move(*values).reshaped(shape);
}

}  // namespace

Expected<Tensor> make_values(const Origin& origin, const Shape& shape) {
  return std::visit([&](const auto& known) { return make(known, shape); }, origin);
}

}  // namespace normscope::document
