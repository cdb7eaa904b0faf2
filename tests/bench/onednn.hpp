// SPDX-License-Identifier: MIT
// oneDNN's primitives as its versions 2 (Debian 12) and 3 (Debian 13) make them.
// NORMSCOPE_HAS_ONEDNN says whether this build found it.
#pragma once

#ifdef NORMSCOPE_FINDS_ONEDNN
#define NORMSCOPE_HAS_ONEDNN
#include <functional>
#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>

namespace normscope::bench {

#if DNNL_VERSION_MAJOR == 2
using SoftmaxForward = dnnl::softmax_v2_forward;
using SoftmaxBackward = dnnl::softmax_v2_backward;
#else
using SoftmaxForward = dnnl::softmax_forward;
using SoftmaxBackward = dnnl::softmax_backward;
#endif
using LayerNormForward = dnnl::layer_normalization_forward;
using LayerNormBackward = dnnl::layer_normalization_backward;

/// What describes a primitive, from what its descriptor takes in both versions.
template <class Primitive, class... Values>
typename Primitive::primitive_desc described(const dnnl::engine& engine, const Values&... values) {
#if DNNL_VERSION_MAJOR == 2
  return {typename Primitive::desc(values...), engine};
#else
  return {engine, values...};
#endif
}

/// The same of a backward pass, which also takes what describes its forward pass.
template <class Primitive, class Hint, class... Values>
typename Primitive::primitive_desc described_after(const Hint& hint, const dnnl::engine& engine,
                                                   const Values&... values) {
#if DNNL_VERSION_MAJOR == 2
  return {typename Primitive::desc(values...), engine, hint};
#else
  return {engine, values..., hint};
#endif
}

inline LayerNormForward::primitive_desc layer_norm_forward(const dnnl::engine& engine,
                                                           dnnl::prop_kind kind,
                                                           const dnnl::memory::desc& shape,
                                                           dnnl::normalization_flags flags) {
#if DNNL_VERSION_MAJOR == 2
  return described<LayerNormForward>(engine, kind, shape, 1e-5F, flags);
#else
  return described<LayerNormForward>(engine, kind, shape, shape, 1e-5F, flags);
#endif
}

inline LayerNormBackward::primitive_desc layer_norm_backward(
    const LayerNormForward::primitive_desc& hint, const dnnl::engine& engine, dnnl::prop_kind kind,
    const dnnl::memory::desc& shape, dnnl::normalization_flags flags) {
#if DNNL_VERSION_MAJOR == 2
  return described_after<LayerNormBackward>(hint, engine, kind, shape, shape, 1e-5F, flags);
#else
  return described_after<LayerNormBackward>(hint, engine, kind, shape, shape, shape, 1e-5F, flags);
#endif
}

using OnednnArguments = std::unordered_map<int, dnnl::memory>;

inline std::function<void()> call_of(dnnl::primitive primitive, dnnl::stream stream,
                                     const OnednnArguments& arguments) {
  return [=]() mutable {
    primitive.execute(stream, arguments);
    stream.wait();
  };
}

}  // namespace normscope::bench
#endif
