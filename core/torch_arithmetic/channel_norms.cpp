// SPDX-License-Identifier: MIT
// See norms.hpp. The normalizations with channels, which are dimension 1.
#include <cmath>
#include <type_traits>
#include <utility>

#include "core/torch_arithmetic/moments.hpp"
#include "core/torch_arithmetic/norms.hpp"

namespace normscope::torch_arithmetic {
namespace {

// Elements of one channel of one sample.
std::int64_t image_size(const tensor::Shape& shape) {
  return tensor::product(std::span(shape).subspan(2));
}

// Calls body(span) for each image of one channel: its contiguous elements in one sample.
template <class Values, class Body>
void for_each_image(Values values, const tensor::Shape& shape, std::int64_t channel,
                    const Body& body) {
  const std::int64_t image = image_size(shape);
  for (std::int64_t n = 0; n < shape[0]; ++n) {
    body(values.subspan(static_cast<std::size_t>((n * shape[1] + channel) * image),
                        static_cast<std::size_t>(image)));
  }
}

// Sums of one channel. When each image is a single element, PyTorch vectorizes over the channels,
// in T and with fused squares; otherwise it sums in double.
template <class T, class Accumulator>
struct ChannelSums {
  Accumulator values = 0;
  Accumulator squares = 0;

  void add(T value) { values += static_cast<Accumulator>(value); }
  void add_square(T centred, bool fused) {
    squares = fused ? std::fma(static_cast<Accumulator>(centred), static_cast<Accumulator>(centred),
                               squares)
                    : squares + static_cast<Accumulator>(centred * centred);
  }
};

template <class T>
struct ChannelStatistics {
  T mean;
  T rstd;
  T squares;
};

template <class Accumulator, class T>
ChannelStatistics<T> channel_statistics(std::span<const T> x, const tensor::Shape& shape,
                                        std::int64_t channel, double epsilon) {
  const std::int64_t count = shape[0] * image_size(shape);
  ChannelSums<T, Accumulator> sums;
  for_each_image(x, shape, channel, [&](std::span<const T> image) {
    for (const T value : image) sums.add(value);
  });
  const auto mean = static_cast<T>(static_cast<double>(sums.values) / static_cast<double>(count));
  for_each_image(x, shape, channel, [&](std::span<const T> image) {
    // PyTorch's compiled code handles the float64 elements of an image in pairs, and fuses the
    // square of an odd element at the end, such as the only element of an image.
    const bool fuses_odd = image.size() == 1 || std::is_same_v<T, double>;
    for (std::size_t i = 0; i < image.size(); ++i) {
      const bool odd = i + 1 == image.size() && image.size() % 2 != 0;
      sums.add_square(image[i] - mean, fuses_odd && odd);
    }
  });
  const T variance = static_cast<T>(sums.squares) / static_cast<T>(count);
  // PyTorch returns 0 instead of 1 / 0.
  const bool flat = variance == T{} && epsilon == 0.0;
  const double rstd = flat ? 0.0 : 1.0 / std::sqrt(static_cast<double>(variance) + epsilon);
  return {mean, static_cast<T>(rstd), static_cast<T>(sums.squares)};
}

}  // namespace

template <class T>
GroupNumbers<T> batch_norm(std::span<T> values, const tensor::Shape& shape, AffineOf<T> affine,
                           double epsilon) {
  GroupNumbers<T> numbers;
  const std::span<const T> x = values;
  for (std::int64_t c = 0; c < shape[1]; ++c) {
    const auto [mean, rstd, squares] = image_size(shape) == 1
                                           ? channel_statistics<T>(x, shape, c, epsilon)
                                           : channel_statistics<double>(x, shape, c, epsilon);
    // instance_norm calls this with N * C channels, which repeat gamma and beta for each sample.
    const auto of = [&](std::span<const T> parameter, T missing) {
      return parameter.empty() ? missing
                               : parameter[static_cast<std::size_t>(c) % parameter.size()];
    };
    const T scale = rstd * of(affine.gamma, T{1});
    const T shift = std::fma(-mean, scale, of(affine.beta, T{}));
    for_each_image(values, shape, c, [&](std::span<T> image) {
      for (T& value : image) value = std::fma(value, scale, shift);
    });
    numbers.mean.push_back(mean);
    numbers.rstd.push_back(rstd);
    numbers.squares.push_back(squares);
  }
  return numbers;
}

template <class T>
GroupNumbers<T> group_norm(std::span<T> values, const tensor::Shape& shape, std::int64_t groups,
                           AffineOf<T> affine, double epsilon) {
  GroupNumbers<T> numbers;
  const auto image = static_cast<std::size_t>(image_size(shape));
  const auto channels = static_cast<std::size_t>(shape[1]);
  const std::size_t size = channels / static_cast<std::size_t>(groups) * image;
  const auto [gamma, beta] = affine;
  for (std::size_t at = 0; at < values.size(); at += size) {
    const auto group = values.subspan(at, size);
    const auto [mean, variance] = row_moments(std::span<const T>(group));
    const T rstd = T{1} / std::sqrt(variance + static_cast<T>(epsilon));
    for (std::size_t i = 0; i < size; ++i) {
      if (gamma.empty() && beta.empty()) {
        group[i] = (group[i] - mean) * rstd;
        continue;
      }
      const std::size_t channel = (at + i) / image % channels;
      const T scale = rstd * (gamma.empty() ? T{1} : gamma[channel]);
      const T shift = -scale * mean + (beta.empty() ? T{} : beta[channel]);
      group[i] = std::fma(scale, group[i], shift);
    }
    numbers.mean.push_back(mean);
    numbers.rstd.push_back(rstd);
  }
  return numbers;
}

template GroupNumbers<float> batch_norm(std::span<float>, const tensor::Shape&, AffineOf<float>,
                                        double);
template GroupNumbers<double> batch_norm(std::span<double>, const tensor::Shape&, AffineOf<double>,
                                         double);
template GroupNumbers<float> group_norm(std::span<float>, const tensor::Shape&, std::int64_t,
                                        AffineOf<float>, double);
template GroupNumbers<double> group_norm(std::span<double>, const tensor::Shape&, std::int64_t,
                                         AffineOf<double>, double);

Normalized batch_norm(const tensor::Tensor& x, Affine affine, double epsilon) {
  tensor::Tensor output = x;
  auto numbers = batch_norm(output.values(), x.shape(), affine, epsilon);
  return {std::move(numbers), std::move(output)};
}

Normalized group_norm(const tensor::Tensor& x, std::int64_t groups, Affine affine, double epsilon) {
  tensor::Tensor output = x;
  auto numbers = group_norm(output.values(), x.shape(), groups, affine, epsilon);
  return {std::move(numbers), std::move(output)};
}

Normalized instance_norm(const tensor::Tensor& x, Affine affine, double epsilon) {
  tensor::Shape joined = x.shape();
  joined[1] *= joined[0];
  joined[0] = 1;
  tensor::Tensor output = x;
  auto numbers = batch_norm(output.values(), joined, affine, epsilon);
  return {std::move(numbers), std::move(output)};
}

}  // namespace normscope::torch_arithmetic
