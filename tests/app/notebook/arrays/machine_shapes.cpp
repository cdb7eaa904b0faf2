// SPDX-License-Identifier: MIT
// See machine.hpp: reductions, shapes, indexing and layers.
#include <algorithm>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/layers/layers.hpp"
#include "app/notebook/arrays/reductions/reductions.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/indexing.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "tests/app/notebook/arrays/machine.hpp"
#include "tests/app/notebook/arrays/values.hpp"

namespace normscope::notebook::arrays::testing {
namespace {

Over over_of(const nlohmann::json& options) {
  Over over;
  if (options.contains("dim")) {
    over.dims = options["dim"].is_array() ? options["dim"].get<Sizes>()
                                          : Sizes{options["dim"].get<std::int64_t>()};
  }
  over.keepdim = options.value("keepdim", false);
  return over;
}

std::optional<Dtype> dtype_option(const nlohmann::json& options) {
  if (!options.contains("dtype")) return std::nullopt;
  return dtype_named(options["dtype"]);
}

Expected<std::vector<Array>> both(Expected<ValuesAndIndices> result) {
  if (!result) return tl::unexpected(result.error());
  return std::vector<Array>{result->values, result->indices};
}

Expected<std::vector<Array>> both(Expected<MeanAnd> result) {
  if (!result) return tl::unexpected(result.error());
  return std::vector<Array>{result->spread, result->mean};
}

std::optional<std::int64_t> bound(const nlohmann::json& value) {
  return value.is_null() ? std::nullopt : std::optional<std::int64_t>(value.get<std::int64_t>());
}

// The entries between the brackets; arrays are taken from `arrays` in order.
Indices indices_of(const nlohmann::json& entries, std::vector<Array> arrays) {
  Indices indices;
  std::ranges::reverse(arrays);
  for (const auto& entry : entries) {
    const auto kind = entry[0].get<std::string>();
    if (kind == "int") indices.emplace_back(entry[1].get<std::int64_t>());
    if (kind == "bool") indices.emplace_back(entry[1].get<bool>());
    if (kind == "none") indices.emplace_back(NewAxis{});
    if (kind == "ellipsis") indices.emplace_back(Ellipsis{});
    if (kind == "slice") {
      indices.emplace_back(Slice{bound(entry[1]), bound(entry[2]), bound(entry[3])});
    }
    if (kind == "array") {
      indices.emplace_back(arrays.back());
      arrays.pop_back();
    }
  }
  return indices;
}

std::size_t arrays_in(const nlohmann::json& entries) {
  return static_cast<std::size_t>(
      std::ranges::count_if(entries, [](const auto& entry) { return entry[0] == "array"; }));
}

}  // namespace

// A chain of names, each with its call. NOLINTNEXTLINE(readability-function-cognitive-complexity)
std::optional<Expected<void>> Machine::reduce(const std::string& name, const Arguments& a) {
  using Plain = Expected<Array> (*)(const Context&, const Array&, const Over&);
  const auto options = a.empty() ? nlohmann::json::object() : a[0];
  if (name == "sum" || name == "mean" || name == "prod") {
    const auto f = name == "sum" ? sum : name == "mean" ? mean : prod;
    return push(f(context_, pop_one(), over_of(options), dtype_option(options)));
  }
  if (name == "var" || name == "std") {
    return push(
        var(context_, pop_one(), over_of(options), options.value("correction", 1), name == "std"));
  }
  if (name == "var_mean" || name == "std_mean") {
    return push(both(var_mean(context_, pop_one(), over_of(options), options.value("correction", 1),
                              name == "std_mean")));
  }
  for (const auto& [known, f] : std::initializer_list<std::pair<std::string_view, Plain>>{
           {"amax", amax}, {"amin", amin}, {"logsumexp", logsumexp}, {"any", any}, {"all", all}}) {
    if (name == known) return push(f(context_, pop_one(), over_of(options)));
  }
  if (name == "norm") {
    const double p = options.contains("p") ? to_double(number_of(options["p"])) : 2.0;
    return push(norm(context_, pop_one(), over_of(options), p));
  }
  if (name == "max" || name == "min") {
    const Array x = pop_one();
    const bool largest = name == "max";
    if (!options.contains("dim")) return push(extreme_of_all(context_, x, largest));
    const bool keepdim = options.value("keepdim", false);
    return push(both(extreme_along(context_, x, options["dim"], keepdim, largest)));
  }
  if (name == "argmax" || name == "argmin") {
    const auto dim = options.contains("dim") ? bound(options["dim"]) : std::nullopt;
    const bool keepdim = options.value("keepdim", false);
    return push(place_of_extreme(context_, pop_one(), dim, keepdim, name == "argmax"));
  }
  if (name == "softmax") return push(softmax(context_, pop_one(), a[0]));
  if (name == "log_softmax") return push(log_softmax(context_, pop_one(), a[0]));
  if (name == "cumsum") return push(cumsum(context_, pop_one(), a[0], {}));
  if (name == "cumprod") return push(cumprod(context_, pop_one(), a[0], {}));
  if (name == "sort") return push(both(sort(context_, pop_one(), a[0], a[1])));
  if (name == "topk") return push(both(topk(context_, pop_one(), a[0], a[1], a[2])));
  return std::nullopt;
}

std::optional<Expected<void>> Machine::reshape(const std::string& name, const Arguments& a) {
  using BySizes = Expected<Array> (*)(const Context&, const Array&, const Sizes&);
  for (const auto& [known, f] :
       std::initializer_list<std::pair<std::string_view, BySizes>>{{"view", view},
                                                                   {"reshape", arrays::reshape},
                                                                   {"permute", permute},
                                                                   {"expand", expand}}) {
    if (name == known) return push(f(context_, pop_one(), a[0].get<Sizes>()));
  }
  if (name == "T") return push(reversed(context_, pop_one()));
  if (name == "t") return push(t(context_, pop_one()));
  if (name == "squeeze") return push(squeeze(context_, pop_one(), {}));
  if (name == "squeeze_dim")
    return push(squeeze(context_, pop_one(), Sizes{a[0].get<std::int64_t>()}));
  if (name == "unsqueeze") return push(unsqueeze(context_, pop_one(), a[0]));
  if (name == "transpose") return push(transpose(context_, pop_one(), a[0], a[1]));
  if (name == "flatten") return push(flatten(context_, pop_one(), a[0], a[1]));
  if (name == "unbind") return push(unbind(context_, pop_one(), a[0]));
  if (name == "split" && a[0].is_array()) {
    return push(split(context_, pop_one(), a[0].get<Sizes>(), a[1]));
  }
  if (name == "split") return push(split(context_, pop_one(), a[0].get<std::int64_t>(), a[1]));
  if (name == "to") return push(to(context_, pop_one(), dtype_named(a[0])));
  if (name == "contiguous") return push(contiguous(context_, pop_one()));
  if (name == "cat") return push(cat(context_, pop(a[0]), a[1]));
  if (name == "stack") return push(arrays::stack(context_, pop(a[0]), a[1]));
  return std::nullopt;
}

std::optional<Expected<void>> Machine::select(const std::string& name, const Arguments& a) {
  if (name == "get") {
    auto taken = pop(arrays_in(a[0]) + 1);
    const Array x = taken[0];
    taken.erase(taken.begin());
    return push(get_item(context_, x, indices_of(a[0], taken)));
  }
  if (name == "set" || name == "set_number") {
    auto taken = pop(arrays_in(a[0]) + (name == "set" ? 2 : 1));
    Operand value = Scalar(0.0);
    if (name == "set") {
      value = taken.back();
      taken.pop_back();
    } else {
      value = number_of(a[1]);
    }
    Array x = taken[0];
    taken.erase(taken.begin());
    const auto done = set_item(context_, x, indices_of(a[0], taken), value);
    if (!done) return done;
    return push(Expected<Array>(x));
  }
  if (name == "masked_fill") {
    const auto x = pop(2);
    return push(masked_fill(context_, x[0], x[1], number_of(a[0])));
  }
  if (name == "nonzero") return push(nonzero(context_, pop_one()));
  if (name == "gather" || name == "index_select") {
    const auto x = pop(2);
    return push(name == "gather" ? gather(context_, x[0], a[0], x[1])
                                 : index_select(context_, x[0], a[0], x[1]));
  }
  return std::nullopt;
}

std::optional<Expected<void>> Machine::layer(const std::string& name, const Arguments& a) {
  using Two = Expected<Array> (*)(const Context&, const Array&, const Array&);
  for (const auto& [known, f] : std::initializer_list<std::pair<std::string_view, Two>>{
           {"matmul", matmul}, {"mm", mm}, {"mv", mv}, {"bmm", bmm}, {"dot", dot}}) {
    if (name != known) continue;
    const auto x = pop(2);
    return push(f(context_, x[0], x[1]));
  }
  if (name == "addmm") {
    const auto x = pop(3);
    return push(addmm(context_, x[0], x[1], x[2], std::int64_t{1}, std::int64_t{1}));
  }
  if (name == "linear") {
    const auto x = pop(a[0]);
    return push(linear(context_, x[0], x[1], x.size() > 2 ? &x[2] : nullptr));
  }
  if (name == "layer_norm") {
    const auto x = pop(a[1]);
    Affine affine;
    if (x.size() > 1) affine = {x[1], x[2]};
    return push(layer_norm(context_, x[0], a[0].get<Shape>(), affine, 1e-5));
  }
  if (name == "gelu_tanh") return push(gelu_tanh(context_, pop_one()));
  if (name == "leaky_relu") return push(leaky_relu(context_, pop_one(), a[0]));
  if (name == "elu") return push(elu(context_, pop_one(), a[0]));
  if (name == "softplus") return push(softplus(context_, pop_one(), a[0], a[1]));
  for (const std::string_view known : {"gelu", "silu", "mish", "selu"}) {
    if (name == known) return push(activation(context_, known, pop_one()));
  }
  return std::nullopt;
}

}  // namespace normscope::notebook::arrays::testing
