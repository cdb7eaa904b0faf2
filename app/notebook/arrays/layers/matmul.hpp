// SPDX-License-Identifier: MIT
// Products of matrices and vectors, in the arithmetic of core/torch_arithmetic/matrix_product.hpp.
#pragma once

#include <span>
#include <string_view>

#include "app/notebook/arrays/record.hpp"

namespace normscope::notebook::arrays {

/// torch.matmul: vectors, matrices, and batches of matrices that broadcast.
/// errors  Runtime: sizes that do not fit, different types, a scalar
Expected<Array> matmul(const Context& context, const Array& a, const Array& b);
Expected<Array> mm(const Context& context, const Array& a, const Array& b);
Expected<Array> mv(const Context& context, const Array& a, const Array& b);
Expected<Array> bmm(const Context& context, const Array& a, const Array& b);
Expected<Array> dot(const Context& context, const Array& a, const Array& b);

/// beta input + alpha (a b), for each matrix of a batch.
/// shape   a [B, r, n], b [B, n, c], input broadcasts to [B, r, c]
/// errors  Runtime, as PyTorch words them
Expected<Array> baddbmm(const Context& context, const Array& input, const Array& a, const Array& b,
                        const Scalar& beta, const Scalar& alpha);
/// beta input + alpha (a b)
/// errors  Runtime, as PyTorch words them
Expected<Array> addmm(const Context& context, const Array& input, const Array& a, const Array& b,
                      const Scalar& beta, const Scalar& alpha);

/// x weight^T + bias; no bias where it is null.
/// shape   x [*, I], weight [O, I] or [I], bias [O]; result [*, O]
/// errors  Runtime, as PyTorch words them
Expected<Array> linear(const Context& context, const Array& x, const Array& weight,
                       const Array* bias);

}  // namespace normscope::notebook::arrays
