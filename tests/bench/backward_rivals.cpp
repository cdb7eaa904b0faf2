// SPDX-License-Identifier: MIT
#include "tests/bench/backward_rivals.hpp"

#ifdef NORMSCOPE_FINDS_ONEDNN
#include <omp.h>

#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>
// Version 3 makes primitives in another way.
#if DNNL_VERSION_MAJOR == 2
#define NORMSCOPE_HAS_ONEDNN
#endif
#endif

namespace normscope::bench {

#ifdef NORMSCOPE_HAS_ONEDNN
namespace {

using dnnl::memory;
using Arguments = std::unordered_map<int, memory>;

std::function<void()> call_of(dnnl::primitive primitive, dnnl::stream stream,
                              const Arguments& arguments) {
  return [=]() mutable {
    primitive.execute(stream, arguments);
    stream.wait();
  };
}

// Forward and backward pass of one of its pairs of primitives; the backward pass takes what the
// forward pass has written, too.
template <class Forward, class Backward>
BackwardCalls calls_of(const dnnl::engine& engine, const typename Forward::desc& forward,
                       const typename Backward::desc& backward, const Arguments& of_forward,
                       Arguments of_backward) {
  const typename Forward::primitive_desc hint(forward, engine);
  const dnnl::stream stream(engine);
  of_backward.insert(of_forward.begin(), of_forward.end());
  BackwardCalls calls{call_of(Forward(hint), stream, of_forward),
                      call_of(Backward(typename Backward::primitive_desc(backward, engine, hint)),
                              stream, of_backward)};
  calls.forward();
  return calls;
}

}  // namespace

std::optional<BackwardCalls> onednn_backward(const Case& what, const BackwardArrays& arrays) {
  omp_set_num_threads(what.threads);
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  const memory::desc shape({what.rows, what.columns}, memory::data_type::f32,
                           memory::format_tag::ab);
  // The output takes the place of dx, which a call of ours has left or will write.
  const Arguments forward{{DNNL_ARG_SRC, memory(shape, engine, arrays.x.data())},
                          {DNNL_ARG_DST, memory(shape, engine)}};
  Arguments backward{{DNNL_ARG_DIFF_DST, memory(shape, engine, arrays.dy.data())},
                     {DNNL_ARG_DIFF_SRC, memory(shape, engine, arrays.dx.data())}};
  const auto training = dnnl::prop_kind::forward_training;
  if (what.operation == "softmax") {
    return calls_of<dnnl::softmax_forward, dnnl::softmax_backward>(
        engine, {training, shape, 1}, {shape, shape, 1}, forward, backward);
  }
  if (what.operation == "log_softmax") {
    return calls_of<dnnl::logsoftmax_forward, dnnl::logsoftmax_backward>(
        engine, {training, shape, 1}, {shape, shape, 1}, forward, backward);
  }
  using dnnl::normalization_flags;
  const bool parameters = !arrays.gamma.empty();
  const auto flags = parameters ? normalization_flags::use_scale | normalization_flags::use_shift
                                : normalization_flags::none;
  const auto kind = parameters ? dnnl::prop_kind::backward : dnnl::prop_kind::backward_data;
  const memory::desc row({what.columns}, memory::data_type::f32, memory::format_tag::a);
  const memory::desc column({what.rows}, memory::data_type::f32, memory::format_tag::a);
  Arguments of_forward = forward;
  of_forward.insert(
      {{DNNL_ARG_MEAN, memory(column, engine)}, {DNNL_ARG_VARIANCE, memory(column, engine)}});
  if (parameters) {
    of_forward.insert({{DNNL_ARG_SCALE, memory(row, engine, arrays.gamma.data())},
                       {DNNL_ARG_SHIFT, memory(row, engine, arrays.gamma.data())}});
    backward.insert(
        {{DNNL_ARG_DIFF_SCALE, memory(row, engine)}, {DNNL_ARG_DIFF_SHIFT, memory(row, engine)}});
  }
  return calls_of<dnnl::layer_normalization_forward, dnnl::layer_normalization_backward>(
      engine, {training, shape, 1e-5F, flags}, {kind, shape, shape, 1e-5F, flags}, of_forward,
      backward);
}

#else

std::optional<BackwardCalls> onednn_backward(const Case&, const BackwardArrays&) {
  return {};
}

#endif

}  // namespace normscope::bench
