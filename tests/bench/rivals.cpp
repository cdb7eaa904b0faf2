// SPDX-License-Identifier: MIT
#include "tests/bench/rivals.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

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

std::function<void()> onednn(const Case& what, std::span<float> x, std::span<float> y) {
  using dnnl::memory;
  omp_set_num_threads(what.threads);
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const memory::desc shape({what.rows, what.columns}, memory::data_type::f32,
                           memory::format_tag::ab);
  dnnl::primitive primitive;
  if (what.operation == "layer_norm") {
    const dnnl::layer_normalization_forward::desc description(
        dnnl::prop_kind::forward_inference, shape, 1e-5F, dnnl::normalization_flags::none);
    primitive = dnnl::layer_normalization_forward({description, engine});
  } else {
    const int dimension = what.operation == "softmax" ? 1 : 0;
    const dnnl::softmax_forward::desc description(dnnl::prop_kind::forward_inference, shape,
                                                  dimension);
    primitive = dnnl::softmax_forward({description, engine});
  }
  const std::unordered_map<int, memory> arguments{{DNNL_ARG_SRC, memory(shape, engine, x.data())},
                                                  {DNNL_ARG_DST, memory(shape, engine, y.data())}};
  return [=]() mutable {
    primitive.execute(stream, arguments);
    stream.wait();
  };
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
  sentences += "oneDNN is left out: this build found no libdnnl-dev of version 2.\n";
#endif
  if (!torch_seconds({"softmax", 1, 1, 1})) {
    sentences += "PyTorch is left out: python3 has no torch (Debian: python3-torch).\n";
  }
  return sentences;
}

}  // namespace normscope::bench
