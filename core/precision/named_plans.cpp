// SPDX-License-Identifier: MIT
#include <array>

#include "core/precision/plan.hpp"

#include "core/text/translate.hpp"

namespace normscope::precision {

namespace {

constexpr std::array kPlans = std::to_array<NamedPlan>({
    {"float32", "storage=float32", tr_later("float32 throughout, sums in PyTorch's order"),
     "aten/src/ATen/native/cpu/SumKernel.cpp"},
    {"float64", "storage=float64", tr_later("float64 throughout, one number after the other"),
     "IEEE 754-2019"},
    {"autocast", "storage=float32 input=float16",
     tr_later(
         "a float16 input, the rest in float32, as torch.autocast runs layer_norm and softmax"),
     "PyTorch documentation, Automatic Mixed Precision: operations that autocast to float32"},
    {"bfloat16", "storage=bfloat16", tr_later("bfloat16 throughout, the accumulators too"),
     "ggml-org/llama.cpp PR 5810; amd/mlir-aie PR 3410"},
    {"float16", "storage=float16", tr_later("float16 throughout, the accumulators too"),
     "huggingface/candle issue 3727"},
    {"float16-kernel", "storage=float16 step=float32 sum=float32",
     tr_later("float16 in memory, float32 inside, as PyTorch's own kernels of half"),
     "aten/src/ATen/native/cuda/layer_norm_kernel.cu: acc_type"},
    {"bfloat16-kernel", "storage=bfloat16 step=float32 sum=float32",
     tr_later("bfloat16 in memory, float32 inside, as PyTorch's own kernels of bfloat16"),
     "aten/src/ATen/native/cpu/layer_norm_kernel.cpp: layer_norm with mixed data type"},
    {"float16-steps", "storage=float16 sum=float32",
     tr_later("each step in float16, sums in float32: a chain of operations on a half tensor"),
     "aten/src/ATen/native/cuda/ReduceSumProdKernel.cu: acc_t is float"},
    {"bfloat16-steps", "storage=bfloat16 sum=float32",
     tr_later("each step in bfloat16, sums in float32: a chain of operations on a bfloat16 tensor"),
     "aten/src/ATen/native/cuda/ReduceSumProdKernel.cu: acc_t is float"},
    {"tf32", "storage=tf32 step=float32",
     tr_later("inputs that went through TF32, the rest in float32"),
     "tenstorrent/tt-metal issue 45231"},
    {"one-lane", "sum=float32 order=sequential", tr_later("float32, one number after the other"),
     "the loop of a textbook"},
    {"four-lanes", "sum=float32 lanes=4", tr_later("float32, four lanes folded from left to right"),
     "tracel-ai/burn issue 5607"},
    {"eight-lanes", "sum=float32 lanes=8 fold=halves",
     tr_later("float32, eight lanes folded by halves"),
     "Intel intrinsics guide: horizontal sums of a 256-bit register"},
    {"pairwise", "sum=float32 order=pairwise", tr_later("float32, sums in pairs"),
     "Higham 1993, The accuracy of floating point summation"},
    {"kahan", "sum=float32 order=kahan", tr_later("float32, compensated sums"), "Kahan 1965"},
    {"fma", "sum=float32 order=sequential fma=on",
     tr_later("float32, products that go into a sum without a rounding"),
     "pytorch/pytorch issue 108072"},
    {"e4m3fn", "storage=e4m3fn step=float32 overflow=saturate",
     tr_later("inputs, parameters and outputs in e4m3fn, saturated, the rest in float32"),
     "Micikevicius and others 2022, FP8 formats for deep learning"},
    {"e5m2", "storage=e5m2 step=float32",
     tr_later("inputs, parameters and outputs in e5m2, the rest in float32"),
     "Micikevicius and others 2022, FP8 formats for deep learning"},
});

}  // namespace

std::span<const NamedPlan> named_plans() {
  return kPlans;
}

}  // namespace normscope::precision
