// SPDX-License-Identifier: MIT
// Loops that are compiled twice: for any processor, and for those with AVX2 and fused multiply-add,
// where the compiler makes vectors of eight floats of them. Both give the same bits: nothing is
// fused or reordered that the source does not fuse or reorder.
#pragma once

#include <cstdint>

namespace normscope::base {

#if defined(__x86_64__)

inline bool has_avx2_and_fma() {
  // An int or a bool, by the compiler.
  return static_cast<bool>(__builtin_cpu_supports("avx2")) &&
         static_cast<bool>(__builtin_cpu_supports("fma"));
}

// Whatever the loop calls becomes part of this function, and so is compiled for those processors.
template <class Loop>
[[gnu::target("avx2,fma"), gnu::flatten, gnu::noinline]] auto run_with_avx2(Loop loop) {
  return loop();
}

inline bool has_avx512() {
  return has_avx2_and_fma() && static_cast<bool>(__builtin_cpu_supports("avx512f")) &&
         static_cast<bool>(__builtin_cpu_supports("avx512dq")) &&
         static_cast<bool>(__builtin_cpu_supports("avx512vl"));
}

template <class Loop>
[[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma,prefer-vector-width=512"), gnu::flatten,
  gnu::noinline]] auto
run_with_avx512(Loop loop) {
  return loop();
}

/// The result of loop(), which captures by value: what it holds then lies in registers.
template <class Loop>
auto in_vectors(Loop loop) {
  return has_avx2_and_fma() ? run_with_avx2(loop) : loop();
}

/// The same with vectors of sixteen floats, where the processor has them: for loops whose
/// arithmetic takes longer than their memory.
template <class Loop>
auto in_wide_vectors(Loop loop) {
  return has_avx512() ? run_with_avx512(loop) : in_vectors(loop);
}

#else

template <class Loop>
auto in_vectors(Loop loop) {
  return loop();
}
template <class Loop>
auto in_wide_vectors(Loop loop) {
  return loop();
}

#endif

/// y[i] = f(x[i]); x and y are the same memory or lie apart.
template <class X, class Y, class F>
void map_in_vectors(const X* x, Y* y, std::int64_t count, F f) {
  in_vectors([=] {
    for (std::int64_t i = 0; i < count; ++i) y[i] = f(x[i]);
  });
}
template <class X, class Y, class F>
void map_in_wide_vectors(const X* x, Y* y, std::int64_t count, F f) {
  in_wide_vectors([=] {
    for (std::int64_t i = 0; i < count; ++i) y[i] = f(x[i]);
  });
}

}  // namespace normscope::base
