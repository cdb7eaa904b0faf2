// SPDX-License-Identifier: MIT
#include "tests/bench/rivals.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "tests/bench/onednn.hpp"

#ifdef NORMSCOPE_HAS_ONEDNN
#include <omp.h>
#endif

namespace normscope::bench {

#ifdef NORMSCOPE_HAS_ONEDNN

std::function<void()> onednn(const Case& what, std::span<float> x, std::span<float> y) {
  using dnnl::memory;
  omp_set_num_threads(what.threads);
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  const dnnl::stream stream(engine);
  const memory::desc shape({what.rows, what.columns}, memory::data_type::f32,
                           memory::format_tag::ab);
  const auto kind = dnnl::prop_kind::forward_inference;
  dnnl::primitive primitive;
  if (what.operation == "layer_norm") {
    primitive =
        LayerNormForward(layer_norm_forward(engine, kind, shape, dnnl::normalization_flags::none));
  } else {
    const int dimension = what.operation == "softmax" ? 1 : 0;
    primitive = SoftmaxForward(described<SoftmaxForward>(
        engine, kind, dnnl::algorithm::softmax_accurate, shape, shape, dimension));
  }
  return call_of(primitive, stream,
                 {{DNNL_ARG_SRC, memory(shape, engine, x.data())},
                  {DNNL_ARG_DST, memory(shape, engine, y.data())}});
}

#else

std::function<void()> onednn(const Case&, std::span<float>, std::span<float>) {
  return {};
}

#endif

namespace {

// The Python that has PyTorch: the first in the path, or Debian's own, which another may hide.
const char* python_with_torch() {
  for (const char* const python : {"python3", "/usr/bin/python3"}) {
    const std::string question = fmt::format("{} -c 'import torch' >/dev/null 2>&1", python);
    if (std::system(question.c_str()) == 0) return python;  // NOLINT(concurrency-mt-unsafe)
  }
  return nullptr;
}

}  // namespace

std::optional<double> torch_seconds(const Case& what) {
  static const char* const python = python_with_torch();
  if (python == nullptr) return {};
  const std::string command = fmt::format("{} '{}' {} {} {} {}", python, NORMSCOPE_TORCH_TIMES,
                                          what.operation, what.rows, what.columns, what.threads);
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  double seconds = 0;
  if (!pipe || std::fscanf(pipe.get(), "%lf", &seconds) != 1) return {};
  return seconds;
}

std::string missing_rivals() {
  std::string sentences;
#ifndef NORMSCOPE_HAS_ONEDNN
  sentences += "oneDNN is left out: this build found no libdnnl-dev.\n";
#endif
  if (!torch_seconds({"softmax", 1, 1, 1})) {
    sentences += "PyTorch is left out: python3 has no torch (Debian: python3-torch).\n";
  }
  return sentences;
}

}  // namespace normscope::bench
