// SPDX-License-Identifier: MIT
// See norms.hpp. The normalizations that know a dimension of channels, dimension 1.
#include <cmath>
#include <type_traits>

#include "core/torch_arithmetic/moments.hpp"
#include "core/torch_arithmetic/norms.hpp"

namespace normscope::torch_arithmetic {
namespace {

// Elements that lie between one channel and the next.
std::int64_t image_size(const tensor::Shape& shape) {
  return tensor::product(std::span(shape).subspan(2));
}

// Calls body(span) for the image of each sample of one channel.
template <class Values, class Body>
void for_each_image(Values values, const tensor::Shape& shape, std::int64_t channel,
                    const Body& body) {
  const std::int64_t image = image_size(shape);
  for (std::int64_t n = 0; n < shape[0]; ++n) {
    body(values.subspan(static_cast<std::size_t>((n * shape[1] + channel) * image),
                        static_cast<std::size_t>(image)));
  }
}

// Sums a channel's statistics pass over: float32 where each image is a single element, as PyTorch
// then walks along the channels in vectors, double otherwise.
template <class Accumulator>
struct ChannelSums {
  Accumulator values = 0;
  Accumulator squares = 0;

  void add(float value) { values += static_cast<Accumulator>(value); }
  void add_square(float centred) {
    if constexpr (std::is_same_v<Accumulator, float>) {
      squares = std::fma(centred, centred, squares);
    } else {
      squares += static_cast<Accumulator>(centred * centred);  // the square is still a float32
    }
  }
};

struct ChannelStatistics {
  float mean;
  float rstd;
  float squares;
};

template <class Accumulator>
ChannelStatistics channel_statistics(const tensor::Tensor& x, std::int64_t channel,
                                     double epsilon) {
  const std::int64_t count = x.shape()[0] * image_size(x.shape());
  ChannelSums<Accumulator> sums;
  for_each_image(x.values(), x.shape(), channel, [&](std::span<const float> image) {
    for (const float value : image) sums.add(value);
  });
  const auto mean =
      static_cast<float>(static_cast<double>(sums.values) / static_cast<double>(count));
  for_each_image(x.values(), x.shape(), channel, [&](std::span<const float> image) {
    for (const float value : image) sums.add_square(value - mean);
  });
  const float variance = static_cast<float>(sums.squares) / static_cast<float>(count);
  // PyTorch gives 0 rather than 1 / 0.
  const bool flat = variance == 0.0F && epsilon == 0.0;
  const double rstd = flat ? 0.0 : 1.0 / std::sqrt(static_cast<double>(variance) + epsilon);
  return {mean, static_cast<float>(rstd), static_cast<float>(sums.squares)};
}

Normalized normalize_channels(const tensor::Tensor& x, Affine affine, double epsilon) {
  Normalized result{x, {}, {}, {}};
  for (std::int64_t c = 0; c < x.shape()[1]; ++c) {
    const auto [mean, rstd, squares] = image_size(x.shape()) == 1
                                           ? channel_statistics<float>(x, c, epsilon)
                                           : channel_statistics<double>(x, c, epsilon);
    // instance_norm comes here with one channel a sample, and repeats gamma and beta.
    const auto of = [&](std::span<const float> values, float missing) {
      return values.empty() ? missing : values[static_cast<std::size_t>(c) % values.size()];
    };
    const float scale = rstd * of(affine.gamma, 1.0F);
    const float shift = std::fma(-mean, scale, of(affine.beta, 0.0F));
    for_each_image(result.output.values(), x.shape(), c, [&](std::span<float> image) {
      for (float& value : image) value = std::fma(value, scale, shift);
    });
    result.mean.push_back(mean);
    result.rstd.push_back(rstd);
    result.squares.push_back(squares);
  }
  return result;
}

}  // namespace

Normalized batch_norm(const tensor::Tensor& x, Affine affine, double epsilon) {
  return normalize_channels(x, affine, epsilon);
}

Normalized instance_norm(const tensor::Tensor& x, Affine affine, double epsilon) {
  tensor::Shape joined = x.shape();
  joined[1] *= joined[0];
  joined[0] = 1;
  Normalized result = normalize_channels(*x.reshaped(joined), affine, epsilon);
  result.output = *std::move(result.output).reshaped(x.shape());
  return result;
}

Normalized group_norm(const tensor::Tensor& x, std::int64_t groups, Affine affine, double epsilon) {
  Normalized result{x, {}, {}, {}};
  const auto image = static_cast<std::size_t>(image_size(x.shape()));
  const auto channels = static_cast<std::size_t>(x.shape()[1]);
  const std::size_t size = channels / static_cast<std::size_t>(groups) * image;
  const auto [gamma, beta] = affine;
  for (std::size_t at = 0; at < x.values().size(); at += size) {
    const auto group = result.output.values().subspan(at, size);
    const auto [mean, variance] = row_moments(std::span<const float>(group));
    const float rstd = 1.0F / std::sqrt(variance + static_cast<float>(epsilon));
    for (std::size_t i = 0; i < size; ++i) {
      if (gamma.empty() && beta.empty()) {
        group[i] = (group[i] - mean) * rstd;
        continue;
      }
      const std::size_t channel = (at + i) / image % channels;
      const float scale = rstd * (gamma.empty() ? 1.0F : gamma[channel]);
      const float shift = -scale * mean + (beta.empty() ? 0.0F : beta[channel]);
      group[i] = std::fma(scale, group[i], shift);
    }
    result.mean.push_back(mean);
    result.rstd.push_back(rstd);
  }
  return result;
}

}  // namespace normscope::torch_arithmetic
