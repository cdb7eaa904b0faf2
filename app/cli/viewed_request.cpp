// SPDX-License-Identifier: MIT
#include "app/cli/viewed_request.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "core/compute/masked.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/io/tensor_file.hpp"
#include "core/tensor/permute.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

using tensor::Tensor;

tl::unexpected<Failure> about(const std::string& subject, base::Error error) {
  return tl::unexpected(Failure{subject, std::move(error)});
}

tl::unexpected<Failure> wrong(std::string_view sentence) {
  return tl::unexpected(
      Failure{"", {base::ErrorKind::kInvalidArgument, std::string(sentence)}, Exit::kUsage});
}

// The dimensions, counted from 0, each once.
base::Expected<std::vector<std::size_t>> resolved(const std::vector<std::int64_t>& dims,
                                                  std::size_t rank) {
  std::vector<std::size_t> places;
  for (const std::int64_t dim : dims) {
    const auto place = tensor::resolve_dimension(dim, rank);
    if (!place) return tl::unexpected(place.error());
    if (std::ranges::find(places, *place) != places.end()) {
      return base::fail(base::ErrorKind::kInvalidArgument,
                        tr("dimension {dim} is named twice", arg("dim", dim)));
    }
    places.push_back(*place);
  }
  std::ranges::sort(places);
  return places;
}

// The order in which the input is seen; empty: as it is.
base::Expected<std::vector<std::size_t>> order_of(const ViewOptions& options, std::size_t rank) {
  if (!options.dims.empty()) {
    return resolved(options.dims, rank).map([&](const std::vector<std::size_t>& dims) {
      return tensor::with_last(rank, dims);
    });
  }
  if (!options.channel_dim || rank < 2) return std::vector<std::size_t>();
  return tensor::resolve_dimension(*options.channel_dim, rank).map([&](std::size_t dim) {
    return tensor::with_moved(rank, dim, 1);
  });
}

// The tensor in that order, with its last `joined` dimensions as one.
base::Expected<Tensor> seen(Tensor tensor, const std::vector<std::size_t>& order,
                            std::size_t joined) {
  if (order.empty()) return tensor;
  auto turned = tensor::permuted(tensor, order);
  if (!turned || joined < 2) return turned;
  tensor::Shape shape = turned->shape();
  const std::size_t kept = shape.size() - joined;
  const std::int64_t last = tensor::product(std::span(shape).subspan(kept));
  shape.resize(kept);
  shape.push_back(last);
  return std::move(*turned).reshaped(std::move(shape));
}

OrFailure<Tensor> read_mask(const std::string& path) {
  auto mask = io::read_tensor(path);
  if (!mask) return about(path, mask.error());
  bool truth_values = false;
  const io::ArrayPlace place = io::array_place(path);
  if (const auto source = io::ByteSource::open(place.file)) {
    const auto arrays = io::arrays_in(*source, place.file);
    if (arrays && *arrays) {
      const auto found = io::find_array((*arrays)->entries, place.array);
      truth_values = found && (*arrays)->entries[*found].type == "bool";
    }
  }
  return compute::added_mask(*mask, truth_values);
}

void set_last_dimension(compute::Operation& operation) {
  if (auto* const softmax = std::get_if<ops::SoftmaxOptions>(&operation)) softmax->dim = -1;
  if (auto* const relative = std::get_if<ops::RelativeOptions>(&operation)) relative->dim = -1;
}

// What was computed of the view, in the input's own order.
base::Expected<Tensor> turned_back(Tensor tensor, const ViewedRequest& viewed,
                                   const tensor::Shape& shape) {
  if (viewed.order.empty()) return tensor;
  return std::move(tensor).reshaped(shape).and_then([&](const Tensor& whole) {
    return tensor::permuted(whole, tensor::inverse_order(viewed.order));
  });
}

}  // namespace

OrFailure<ViewedRequest> viewed(const ViewOptions& options, const compute::Operation& operation,
                                Tensor x, const std::string& input) {
  if (options.causal && !options.mask.empty()) return wrong(tr("--mask and --causal: one of both"));
  ViewedRequest viewed{{operation, nullptr}};
  auto order = order_of(options, x.rank());
  if (!order) return about(input, order.error());
  viewed.order = *std::move(order);
  if (!options.dims.empty()) set_last_dimension(viewed.request.operation);
  if (options.masks()) {
    auto mask = options.mask.empty()
                    ? compute::causal_mask(x.shape()).map_error([&](base::Error&& error) {
                        return Failure{input, std::move(error)};
                      })
                    : read_mask(options.mask);
    if (!mask) return tl::unexpected(mask.error());
    const std::string subject = options.mask.empty() ? input : options.mask;
    auto whole = tensor::broadcast_to(*mask, x.shape()).and_then([&](Tensor&& of_x) {
      return seen(std::move(of_x), viewed.order, options.dims.size());
    });
    if (!whole) return about(subject, whole.error());
    viewed.mask = *std::move(whole);
  }
  for (const std::size_t dim : viewed.order) viewed.seen.push_back(x.shape()[dim]);
  auto as_seen = seen(std::move(x), viewed.order, options.dims.size());
  if (!as_seen) return about(input, as_seen.error());
  viewed.request.x = std::make_shared<const Tensor>(*std::move(as_seen));
  return viewed;
}

base::Expected<compute::Result> compute_viewed(const ViewedRequest& viewed,
                                               const compute::Settings& settings) {
  auto result = viewed.mask ? compute::compute_masked(gpu::make_backends(), viewed.request,
                                                      *viewed.mask, settings)
                            : compute::compute(gpu::make_backends(), viewed.request, settings);
  if (!result || viewed.order.empty()) return result;
  tensor::Shape reduced = result->first.shape();
  reduced.resize(viewed.order.size(), 1);
  for (const auto& [values, shape] :
       {std::pair(&result->y, &viewed.seen), std::pair(&result->first, &std::as_const(reduced)),
        std::pair(&result->second, &std::as_const(reduced))}) {
    auto back = turned_back(std::move(*values), viewed, *shape);
    if (!back) return tl::unexpected(back.error());
    *values = *std::move(back);
  }
  return result;
}

base::Expected<compute::Gradients> gradients_viewed(const ViewedRequest& viewed,
                                                    std::shared_ptr<const Tensor> dy,
                                                    bool of_weight, bool of_bias,
                                                    const compute::Settings& settings) {
  const compute::GradientRequest request{viewed.request, std::move(dy), of_weight, of_bias};
  const compute::Backends backends = gpu::make_backends();
  auto gradients = viewed.mask
                       ? compute::compute_masked_gradient(request, *viewed.mask, settings, backends)
                       : compute::compute_gradient(request, settings, backends);
  if (!gradients) return gradients;
  auto dx = turned_back(std::move(gradients->dx), viewed, viewed.seen);
  if (!dx) return tl::unexpected(dx.error());
  gradients->dx = *std::move(dx);
  return gradients;
}

}  // namespace normscope::cli
