// SPDX-License-Identifier: MIT
// See norms.hpp. The normalizations with channels, which are dimension 1.
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/vectors.hpp"
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

template <class T>
struct ChannelStatistics {
  T mean;
  T rstd;
  T squares;
};

template <class T>
ChannelStatistics<T> statistics_of(T mean, T squares, std::int64_t count, double epsilon) {
  const T variance = squares / static_cast<T>(count);
  // PyTorch returns 0 instead of 1 / 0.
  const bool flat = variance == T{} && epsilon == 0.0;
  const double rstd = flat ? 0.0 : 1.0 / std::sqrt(static_cast<double>(variance) + epsilon);
  return {mean, static_cast<T>(rstd), squares};
}

// Where each image is a single element, PyTorch vectorizes over the channels, in T and with fused
// squares.
template <class T>
std::vector<ChannelStatistics<T>> statistics_of_columns(std::span<const T> x, std::int64_t rows,
                                                        std::int64_t channels, double epsilon) {
  std::vector<T> sums(static_cast<std::size_t>(channels));
  std::vector<T> squares(sums.size());
  const T* const from = x.data();
  base::in_vectors([=, sum = sums.data()] {
    for (std::int64_t n = 0; n < rows; ++n) {
      for (std::int64_t c = 0; c < channels; ++c) sum[c] += from[n * channels + c];
    }
  });
  for (T& sum : sums) sum = static_cast<T>(static_cast<double>(sum) / static_cast<double>(rows));
  base::in_vectors([=, mean = sums.data(), square = squares.data()] {
    for (std::int64_t n = 0; n < rows; ++n) {
      for (std::int64_t c = 0; c < channels; ++c) {
        const T centred = from[n * channels + c] - mean[c];
        square[c] = std::fma(centred, centred, square[c]);
      }
    }
  });
  std::vector<ChannelStatistics<T>> result;
  result.reserve(sums.size());
  for (std::size_t c = 0; c < sums.size(); ++c) {
    result.push_back(statistics_of(sums[c], squares[c], rows, epsilon));
  }
  return result;
}

// Otherwise it sums in double.
template <class T>
ChannelStatistics<T> statistics_of_channel(std::span<const T> x, const tensor::Shape& shape,
                                           std::int64_t channel, double epsilon) {
  const std::int64_t count = shape[0] * image_size(shape);
  double sum = 0.0;
  for_each_image(x, shape, channel, [&](std::span<const T> image) {
    for (const T value : image) sum += static_cast<double>(value);
  });
  const auto mean = static_cast<T>(sum / static_cast<double>(count));
  double squares = 0.0;
  for_each_image(x, shape, channel, [&](std::span<const T> image) {
    // PyTorch's compiled code handles the float64 elements of an image in pairs, and fuses the
    // square of an odd element at the end.
    const bool fuses_odd = std::is_same_v<T, double> && image.size() % 2 != 0;
    const auto plain = fuses_odd ? image.first(image.size() - 1) : image;
    for (const T value : plain) {
      const T centred = value - mean;
      squares += static_cast<double>(centred * centred);
    }
    if (fuses_odd) {
      const auto centred = static_cast<double>(image.back() - mean);
      squares = std::fma(centred, centred, squares);
    }
  });
  return statistics_of(mean, static_cast<T>(squares), count, epsilon);
}

template <class T>
std::vector<ChannelStatistics<T>> statistics_of_all(std::span<const T> x,
                                                    const tensor::Shape& shape, double epsilon) {
  if (image_size(shape) == 1) return statistics_of_columns(x, shape[0], shape[1], epsilon);
  std::vector<ChannelStatistics<T>> result;
  result.reserve(static_cast<std::size_t>(shape[1]));
  for (std::int64_t c = 0; c < shape[1]; ++c) {
    result.push_back(statistics_of_channel(x, shape, c, epsilon));
  }
  return result;
}

// y = x scale + shift, each of a channel.
template <class T>
void scale_channels(std::span<const T> x, std::span<T> y, const tensor::Shape& shape,
                    const std::vector<T>& scales, const std::vector<T>& shifts) {
  const std::int64_t image = image_size(shape);
  const std::int64_t channels = shape[1];
  base::in_vectors([=, from = x.data(), to = y.data(), rows = shape[0], scale = scales.data(),
                    shift = shifts.data()] {
    for (std::int64_t n = 0; n < rows; ++n) {
      if (image == 1) {
        for (std::int64_t c = 0; c < channels; ++c) {
          to[n * channels + c] = std::fma(from[n * channels + c], scale[c], shift[c]);
        }
        continue;
      }
      for (std::int64_t c = 0; c < channels; ++c) {
        const std::int64_t at = (n * channels + c) * image;
        for (std::int64_t i = 0; i < image; ++i) {
          to[at + i] = std::fma(from[at + i], scale[c], shift[c]);
        }
      }
    }
  });
}

// The scale and the shift of each channel.
template <class T>
struct ChannelLines {
  std::vector<T> scales{};
  std::vector<T> shifts{};

  void add(T mean, T rstd, AffineOf<T> affine) {
    // instance_norm has N * C channels, which repeat gamma and beta for each sample.
    const auto of = [&, c = scales.size()](std::span<const T> parameter, T missing) {
      return parameter.empty() ? missing : parameter[c % parameter.size()];
    };
    const T scale = rstd * of(affine.gamma, T{1});
    shifts.push_back(std::fma(-mean, scale, of(affine.beta, T{})));
    scales.push_back(scale);
  }
};

}  // namespace

template <class T>
GroupNumbers<T> batch_norm(std::span<const T> x, std::span<T> y, const tensor::Shape& shape,
                           AffineOf<T> affine, double epsilon) {
  GroupNumbers<T> numbers;
  ChannelLines<T> lines;
  for (const auto& [mean, rstd, squares] : statistics_of_all(x, shape, epsilon)) {
    lines.add(mean, rstd, affine);
    numbers.mean.push_back(mean);
    numbers.rstd.push_back(rstd);
    numbers.squares.push_back(squares);
  }
  scale_channels(x, y, shape, lines.scales, lines.shifts);
  return numbers;
}

template <class T>
void batch_norm(std::span<const T> x, std::span<T> y, const tensor::Shape& shape,
                AffineOf<T> affine, std::span<const T> mean, std::span<const T> variance,
                double epsilon) {
  ChannelLines<T> lines;
  for (std::size_t c = 0; c < static_cast<std::size_t>(shape[1]); ++c) {
    const T past = (variance.empty() ? T{1} : variance[c]) + static_cast<T>(epsilon);
    lines.add(mean.empty() ? T{} : mean[c], T{1} / std::sqrt(past), affine);
  }
  scale_channels(x, y, shape, lines.scales, lines.shifts);
}

template <class T>
GroupNumbers<T> group_norm(std::span<const T> x, std::span<T> y, const tensor::Shape& shape,
                           std::int64_t groups, AffineOf<T> affine, double epsilon,
                           bool sixteen_bits) {
  GroupNumbers<T> numbers;
  const auto image = static_cast<std::size_t>(image_size(shape));
  const auto channels = static_cast<std::size_t>(shape[1]);
  const std::size_t size = channels / static_cast<std::size_t>(groups) * image;
  const auto [gamma, beta] = affine;
  const bool plain = gamma.empty() && beta.empty();
  for (std::size_t at = 0; at < x.size(); at += size) {
    const auto [mean, variance] = row_moments(x.subspan(at, size), sixteen_bits);
    // Unlike in layer norm, eps is a double, and so are the sum and the root.
    const auto rstd = static_cast<T>(1 / std::sqrt(static_cast<double>(variance) + epsilon));
    const std::size_t run = plain ? size : image;
    for (std::size_t i = 0; i < size; i += run) {
      const std::size_t channel = (at + i) / image % channels;
      const T scale = rstd * (gamma.empty() ? T{1} : gamma[channel]);
      const T shift = std::fma(-scale, mean, beta.empty() ? T{} : beta[channel]);
      base::in_vectors([=, average = mean, from = x.data() + at + i, to = y.data() + at + i] {
        for (std::size_t j = 0; j < run; ++j) {
          to[j] = plain ? (from[j] - average) * rstd : std::fma(scale, from[j], shift);
        }
      });
    }
    numbers.mean.push_back(mean);
    numbers.rstd.push_back(rstd);
  }
  return numbers;
}

template GroupNumbers<float> batch_norm(std::span<const float>, std::span<float>,
                                        const tensor::Shape&, AffineOf<float>, double);
template GroupNumbers<double> batch_norm(std::span<const double>, std::span<double>,
                                         const tensor::Shape&, AffineOf<double>, double);
template void batch_norm(std::span<const float>, std::span<float>, const tensor::Shape&,
                         AffineOf<float>, std::span<const float>, std::span<const float>, double);
template void batch_norm(std::span<const double>, std::span<double>, const tensor::Shape&,
                         AffineOf<double>, std::span<const double>, std::span<const double>,
                         double);
template GroupNumbers<float> group_norm(std::span<const float>, std::span<float>,
                                        const tensor::Shape&, std::int64_t, AffineOf<float>, double,
                                        bool);
template GroupNumbers<double> group_norm(std::span<const double>, std::span<double>,
                                         const tensor::Shape&, std::int64_t, AffineOf<double>,
                                         double, bool);

Normalized batch_norm(const tensor::Tensor& x, Affine affine, double epsilon) {
  tensor::Tensor output = x;
  auto numbers =
      batch_norm(std::span<const float>(x.values()), output.values(), x.shape(), affine, epsilon);
  return {std::move(numbers), std::move(output)};
}

tensor::Tensor batch_norm(const tensor::Tensor& x, Affine affine, std::span<const float> mean,
                          std::span<const float> variance, double epsilon) {
  tensor::Tensor output = x;
  batch_norm(std::span<const float>(x.values()), output.values(), x.shape(), affine, mean, variance,
             epsilon);
  return output;
}

Normalized group_norm(const tensor::Tensor& x, std::int64_t groups, Affine affine, double epsilon) {
  tensor::Tensor output = x;
  auto numbers = group_norm(std::span<const float>(x.values()), output.values(), x.shape(), groups,
                            affine, epsilon);
  return {std::move(numbers), std::move(output)};
}

Normalized instance_norm(const tensor::Tensor& x, Affine affine, double epsilon) {
  tensor::Shape joined = x.shape();
  joined[1] *= joined[0];
  joined[0] = 1;
  tensor::Tensor output = x;
  auto numbers =
      batch_norm(std::span<const float>(x.values()), output.values(), joined, affine, epsilon);
  return {std::move(numbers), std::move(output)};
}

}  // namespace normscope::torch_arithmetic
