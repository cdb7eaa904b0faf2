// SPDX-License-Identifier: MIT
#include "tests/bench/backward_rivals.hpp"

#include "tests/bench/onednn.hpp"

#ifdef NORMSCOPE_HAS_ONEDNN
#include <omp.h>
#endif

namespace normscope::bench {

#ifdef NORMSCOPE_HAS_ONEDNN
namespace {

// Forward and backward pass of one of its pairs of primitives; the backward pass takes what the
// forward pass has written, too.
template <class Forward, class Backward>
BackwardCalls calls_of(const typename Forward::primitive_desc& forward,
                       const typename Backward::primitive_desc& backward,
                       const OnednnArguments& of_forward, OnednnArguments of_backward) {
  const dnnl::stream stream(forward.get_engine());
  of_backward.insert(of_forward.begin(), of_forward.end());
  BackwardCalls calls{call_of(Forward(forward), stream, of_forward),
                      call_of(Backward(backward), stream, of_backward)};
  calls.forward();
  return calls;
}

}  // namespace

std::optional<BackwardCalls> onednn_backward(const Case& what, const BackwardArrays& arrays) {
  using dnnl::memory;
  omp_set_num_threads(what.threads);
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  const memory::desc shape({what.rows, what.columns}, memory::data_type::f32,
                           memory::format_tag::ab);
  // The output takes the place of dx, which a call of ours has left or will write.
  const OnednnArguments forward{{DNNL_ARG_SRC, memory(shape, engine, arrays.x.data())},
                                {DNNL_ARG_DST, memory(shape, engine)}};
  OnednnArguments backward{{DNNL_ARG_DIFF_DST, memory(shape, engine, arrays.dy.data())},
                           {DNNL_ARG_DIFF_SRC, memory(shape, engine, arrays.dx.data())}};
  const auto training = dnnl::prop_kind::forward_training;
  if (what.operation != "layer_norm") {
    const auto algorithm = what.operation == "softmax" ? dnnl::algorithm::softmax_accurate
                                                       : dnnl::algorithm::softmax_log;
    const auto hint = described<SoftmaxForward>(engine, training, algorithm, shape, shape, 1);
    return calls_of<SoftmaxForward, SoftmaxBackward>(
        hint, described_after<SoftmaxBackward>(hint, engine, algorithm, shape, shape, shape, 1),
        forward, backward);
  }
  using dnnl::normalization_flags;
  const bool parameters = !arrays.gamma.empty();
  const auto flags = parameters ? normalization_flags::use_scale | normalization_flags::use_shift
                                : normalization_flags::none;
  const auto kind = parameters ? dnnl::prop_kind::backward : dnnl::prop_kind::backward_data;
  const memory::desc row({what.columns}, memory::data_type::f32, memory::format_tag::a);
  const memory::desc column({what.rows}, memory::data_type::f32, memory::format_tag::a);
  OnednnArguments of_forward = forward;
  of_forward.insert(
      {{DNNL_ARG_MEAN, memory(column, engine)}, {DNNL_ARG_VARIANCE, memory(column, engine)}});
  if (parameters) {
    of_forward.insert({{DNNL_ARG_SCALE, memory(row, engine, arrays.gamma.data())},
                       {DNNL_ARG_SHIFT, memory(row, engine, arrays.gamma.data())}});
    backward.insert(
        {{DNNL_ARG_DIFF_SCALE, memory(row, engine)}, {DNNL_ARG_DIFF_SHIFT, memory(row, engine)}});
  }
  const auto hint = layer_norm_forward(engine, training, shape, flags);
  return calls_of<LayerNormForward, LayerNormBackward>(
      hint, layer_norm_backward(hint, engine, kind, shape, flags), of_forward, backward);
}

#else

std::optional<BackwardCalls> onednn_backward(const Case&, const BackwardArrays&) {
  return {};
}

#endif

}  // namespace normscope::bench
