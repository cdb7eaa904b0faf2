// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/layers/layers.hpp"

#include <algorithm>

#include "app/notebook/arrays/elementwise/elementwise.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "core/torch_arithmetic/matrix_product.hpp"

namespace normscope::notebook::arrays {
namespace {

Array as_matrix(const Array& x, std::int64_t rows, std::int64_t columns, std::int64_t row_stride,
                std::int64_t column_stride) {
  Array result = x;
  result.shape = {rows, columns};
  result.strides = {row_stride, column_stride};
  return result;
}
// A vector as a matrix.
Array as_row(const Array& x) {
  return as_matrix(x, 1, x.shape[0], 0, x.strides[0]);
}
Array as_column(const Array& x) {
  return as_matrix(x, x.shape[0], 1, x.strides[0], 0);
}

// PyTorch's words for inner sizes that differ.
Expected<void> check_matrices(std::int64_t rows, std::int64_t left, std::int64_t right,
                              std::int64_t columns) {
  if (left == right) return {};
  return runtime_error("mat1 and mat2 shapes cannot be multiplied ({}x{} and {}x{})", rows, left,
                       right, columns);
}
Expected<void> check_vector(std::int64_t rows, std::int64_t columns, std::int64_t size) {
  if (columns == size) return {};
  return runtime_error("size mismatch, got input ({}), mat ({}x{}), vec ({})", rows, rows, columns,
                       size);
}
Expected<void> check_batch(std::int64_t batch, std::int64_t inner, std::int64_t other_batch,
                           std::int64_t other) {
  if (batch == other_batch && inner == other) return {};
  return runtime_error(
      "Expected size for first two dimensions of batch2 tensor to be: [{}, {}] but got: [{}, {}].",
      batch, inner, other_batch, other);
}

// out += a b for matrices; bools do not come here.
Expected<void> add_product_of(const Context& context, const Array& a, const Array& b,
                              const Array& out) {
  NORMSCOPE_TAKE(packed, made_contiguous(context, b));
  visit_computing(out.dtype, [&]<class T>(Type<T>) {
    if constexpr (!std::is_same_v<T, bool>) {
      const std::int64_t columns = b.shape[1];
      // Rows of about a hundredth of a second: between two of them the person may have asked to
      // stop.
      const std::int64_t row_work = std::max<std::int64_t>(1, a.shape[1] * columns);
      const std::int64_t step = std::max<std::int64_t>(1, (std::int64_t{1} << 26) / row_work);
      for (std::int64_t row = 0; row < a.shape[0] && !context.budget->stopped(); row += step) {
        ta::add_product<T>({.a = a.template data<T>() + row * a.strides[0],
                            .a_row = a.strides[0],
                            .a_column = a.strides[1],
                            .b = packed.template data<T>(),
                            .b_row = columns,
                            .out = out.template data<T>() + row * columns,
                            .out_row = columns,
                            .rows = std::min(step, a.shape[0] - row),
                            .inner = a.shape[1],
                            .columns = columns});
      }
    }
  });
  return {};
}

// `loop` is PyTorch's name of the one that bools lack.
Expected<void> check_dtypes(const Array& a, const Array& b, std::string_view loop) {
  NORMSCOPE_CHECK(check_loop(a.dtype != Dtype::kBool, loop, a.dtype));
  if (a.dtype == b.dtype) return {};
  return runtime_error("expected scalar type {} but found {}", word_of(a.dtype), word_of(b.dtype));
}

Expected<void> check_mm_dtypes(const Array& a, const Array& b) {
  if (a.dtype == b.dtype) return check_dtypes(a, b, "addmm_impl_cpu_");
  return runtime_error("expected m1 and m2 to have the same dtype, but got: {} != {}",
                       c_type_of(a.dtype), c_type_of(b.dtype));
}

Expected<void> check_mm(const Array& a, const Array& b) {
  if (a.rank() != 2) return runtime_error("self must be a matrix");
  if (b.rank() != 2) return runtime_error("mat2 must be a matrix");
  NORMSCOPE_CHECK(check_matrices(a.shape[0], a.shape[1], b.shape[0], b.shape[1]));
  return check_mm_dtypes(a, b);
}

// out += one product for each matrix of the batch, which both operands have in front by now.
Expected<void> add_batched(const Context& context, const Array& a, const Array& b,
                           const Array& result) {
  const auto matrix = [](const Array& x, std::int64_t i) {
    Array row = as_matrix(x, x.shape[1], x.shape[2], x.strides[1], x.strides[2]);
    row.offset += i * x.strides[0];
    return row;
  };
  for (std::int64_t i = 0; i < a.shape[0]; ++i) {
    NORMSCOPE_CHECK(add_product_of(context, matrix(a, i), matrix(b, i), matrix(result, i)));
  }
  return {};
}

// a b, of matrices or of batches of them.
Expected<Array> product_of(const Context& context, const Array& a, const Array& b) {
  Shape shape = a.shape;
  shape.back() = b.shape.back();
  NORMSCOPE_TAKE(result, allocate(context, a.dtype, std::move(shape)));
  NORMSCOPE_CHECK((a.rank() == 2 ? add_product_of : add_batched)(context, a, b, result));
  return result;
}

// [..., r, c] as [batch, r, c], the batch broadcast to `batch`.
Expected<Array> as_batch(const Context& context, const Array& x, const Shape& batch) {
  Shape shape = batch;
  shape.insert(shape.end(), x.shape.end() - 2, x.shape.end());
  Array wide = x;
  wide.strides = expanded_strides(x, shape);
  wide.shape = shape;
  return reshape(context, wide, {tensor::product(batch), shape[shape.size() - 2], shape.back()});
}

// Whether the inner sizes agree, of which one operand has three dimensions or more.
Expected<void> check_inner(const Array& a, const Array& b, const Array& first,
                           const Array& second) {
  const std::int64_t rows = first.shape[first.rank() - 2];
  const std::int64_t inner = first.shape.back();
  const std::int64_t other = second.shape[second.rank() - 2];
  const std::int64_t columns = second.shape.back();
  if (inner == other) return {};
  const std::int64_t firsts = tensor::product(std::span(first.shape).first(first.rank() - 2));
  const std::int64_t seconds = tensor::product(std::span(second.shape).first(second.rank() - 2));
  if (b.rank() == 1) return check_vector(firsts * rows, inner, other);
  if (b.rank() == 2) return check_matrices(firsts * rows, inner, other, columns);
  if (a.rank() > 2 || (a.rank() == 2 && !a.requires_grad)) {
    return check_batch(a.rank() == 2 ? seconds : firsts, inner, seconds, other);
  }
  // PyTorch folds the batch of the transposed product.
  if (a.rank() == 1) return check_vector(seconds * columns, other, inner);
  return check_matrices(seconds * columns, other, inner, rows);
}

// At least one operand has three dimensions or more.
Expected<Array> batch_matmul(const Context& context, const Array& a, const Array& b) {
  const Array first = a.rank() == 1 ? as_row(a) : a;
  const Array second = b.rank() == 1 ? as_column(b) : b;
  NORMSCOPE_CHECK(check_inner(a, b, first, second));
  NORMSCOPE_CHECK(b.rank() == 2 ? check_mm_dtypes(a, b)
                                : check_dtypes(a, b, b.rank() == 1 ? "addmv_impl_cpu" : "bmm"));
  NORMSCOPE_TAKE(batch, broadcast(Shape(first.shape.begin(), first.shape.end() - 2),
                                  Shape(second.shape.begin(), second.shape.end() - 2)));
  NORMSCOPE_TAKE(left, as_batch(context, first, batch));
  NORMSCOPE_TAKE(right, as_batch(context, second, batch));
  NORMSCOPE_TAKE(result, product_of(context, left, right));
  Shape shape = batch;
  if (a.rank() > 1) shape.push_back(first.shape[first.rank() - 2]);
  if (b.rank() > 1) shape.push_back(second.shape.back());
  return in_rows(std::move(result), std::move(shape));
}

Expected<void> check_batches(const Array& a, const Array& b, std::string_view function) {
  if (a.rank() != 3) return runtime_error("batch1 must be a 3D tensor");
  if (b.rank() != 3) return runtime_error("batch2 must be a 3D tensor");
  NORMSCOPE_CHECK(check_batch(a.shape[0], a.shape[2], b.shape[0], b.shape[1]));
  return check_dtypes(a, b, function);
}

// The factors of a sum with a product, where they are not 1.
Attributes factors_of(const Scalar& beta, const Scalar& alpha) {
  if (to_double(beta) == 1.0 && to_double(alpha) == 1.0) return {};
  return {{"beta", to_double(beta)}, {"alpha", to_double(alpha)}};
}

}  // namespace

Expected<Array> mm(const Context& context, const Array& a, const Array& b) {
  NORMSCOPE_CHECK(check_mm(a, b));
  NORMSCOPE_TAKE(result, product_of(context, a, b));
  return made(context, std::move(result), {"mm", "MmBackward0", {a, b}, {}});
}

Expected<Array> mv(const Context& context, const Array& a, const Array& b) {
  if (a.rank() != 2 || b.rank() != 1) {
    return runtime_error("vector + matrix @ vector expected, got {}, {}, {}", 1, a.rank(),
                         b.rank());
  }
  NORMSCOPE_CHECK(check_vector(a.shape[0], a.shape[1], b.shape[0]));
  NORMSCOPE_CHECK(check_mm_dtypes(a, b));
  NORMSCOPE_TAKE(result, product_of(context, a, as_column(b)));
  return made(context, in_rows(std::move(result), {a.shape[0]}), {"mv", "MvBackward0", {a, b}, {}});
}

Expected<Array> bmm(const Context& context, const Array& a, const Array& b) {
  NORMSCOPE_CHECK(check_batches(a, b, "bmm"));
  NORMSCOPE_TAKE(result, product_of(context, a, b));
  return made(context, std::move(result), {"bmm", "BmmBackward0", {a, b}, {}});
}

Expected<Array> dot(const Context& context, const Array& a, const Array& b) {
  if (a.rank() != 1 || b.rank() != 1) {
    return runtime_error("1D tensors expected, but got {}D and {}D tensors", a.rank(), b.rank());
  }
  if (a.dtype != b.dtype) {
    return runtime_error("dot : expected both vectors to have same dtype, but found {} and {}",
                         word_of(a.dtype), word_of(b.dtype));
  }
  NORMSCOPE_CHECK(check_dtypes(a, b, "dot"));
  if (a.shape != b.shape) {
    return runtime_error(
        "inconsistent tensor size, expected tensor [{}] and src [{}] to have the same number of "
        "elements, but got {} and {} elements respectively",
        a.shape[0], b.shape[0], a.shape[0], b.shape[0]);
  }
  NORMSCOPE_TAKE(result, product_of(context, as_row(a), as_column(b)));
  return made(context, in_rows(std::move(result), {}), {"dot", "DotBackward0", {a, b}, {}});
}

Expected<Array> matmul(const Context& context, const Array& a, const Array& b) {
  if (a.rank() == 0 || b.rank() == 0) {
    return runtime_error(
        "both arguments to matmul need to be at least 1D, but they are {}D and {}D", a.rank(),
        b.rank());
  }
  if (a.rank() == 1 && b.rank() == 1) return dot(context, a, b);
  if (a.rank() == 2 && b.rank() == 1) return mv(context, a, b);
  if (a.rank() == 2 && b.rank() == 2) return mm(context, a, b);
  if (a.rank() == 1 && b.rank() == 2) {
    NORMSCOPE_CHECK(check_mm(as_row(a), b));
    NORMSCOPE_TAKE(result, product_of(context, as_row(a), b));
    return made(context, in_rows(std::move(result), {b.shape[1]}),
                {"matmul", "SqueezeBackward4", {a, b}, {}});
  }
  NORMSCOPE_TAKE(result, batch_matmul(context, a, b));
  // A matrix that requires gradients, times a batch, is computed as transposed batch times
  // transposed matrix, and copied back.
  const bool turned = a.rank() == 2 && b.rank() >= 3 && a.requires_grad;
  const bool copied = turned && a.shape[0] != 1 && b.shape.back() != 1;
  const std::string_view gradient = copied   ? "CloneBackward0"
                                    : turned ? "TransposeBackward0"
                                             : "UnsafeViewBackward0";
  return made(context, std::move(result), {"matmul", gradient, {a, b}, {}});
}

Expected<Array> addmm(const Context& context, const Array& input, const Array& a, const Array& b,
                      const Scalar& beta, const Scalar& alpha) {
  if (input.dtype != b.dtype || a.dtype != b.dtype) {
    const bool of_input = input.dtype != b.dtype;
    return runtime_error("{} and mat2 must have the same dtype, but got {} and {}",
                         of_input ? "self" : "mat1", word_of(of_input ? input.dtype : a.dtype),
                         word_of(b.dtype));
  }
  NORMSCOPE_CHECK(check_mm(a, b));
  const Shape shape{a.shape[0], b.shape[1]};
  NORMSCOPE_CHECK(expand(context, input, shape));
  NORMSCOPE_TAKE(result, allocate(context, a.dtype, shape));
  // In which order BLAS rounds: with a transposed right operand it adds whole products to the input
  // at the end, otherwise column by column. For a single column the left operand decides.
  const bool rows_first =
      b.shape[1] == 1 ? a.strides[1] != 1
                      : b.strides[1] == 1 && b.strides[0] >= std::max<std::int64_t>(1, b.shape[1]);
  const bool plain = to_double(beta) == 1.0 && to_double(alpha) == 1.0;
  if (rows_first && plain) {
    NORMSCOPE_CHECK(assign(context, result, input));
    NORMSCOPE_CHECK(add_product_of(context, a, b, result));
  } else {
    NORMSCOPE_CHECK(add_product_of(context, a, b, result));
    visit_computing(a.dtype, [&]<class T>(Type<T>) {
      if constexpr (!std::is_same_v<T, bool>) {
        const T scale = scalar_as<T>(beta);
        const T factor = scalar_as<T>(alpha);
        zip<T, T>(result, result, input, [&](T total, T start) {
          return static_cast<T>(static_cast<T>(factor * total) + static_cast<T>(scale * start));
        });
      }
    });
  }
  return made(context, std::move(result),
              {"addmm", "AddmmBackward0", {input, a, b}, factors_of(beta, alpha)});
}

Expected<Array> baddbmm(const Context& context, const Array& input, const Array& a, const Array& b,
                        const Scalar& beta, const Scalar& alpha) {
  if (input.dtype != a.dtype) {
    return runtime_error("Input dtypes must be the same, got: input {}, batch1: {}, batch2: {}",
                         c_type_of(input.dtype), c_type_of(a.dtype), c_type_of(b.dtype));
  }
  NORMSCOPE_CHECK(check_batches(a, b, "baddbmm"));
  const Shape shape{a.shape[0], a.shape[1], b.shape[2]};
  const Context silent = without_gradients(context);
  NORMSCOPE_TAKE(
      start, to_double(beta) == 1.0 ? Expected<Array>(input) : binary(silent, "mul", input, beta));
  NORMSCOPE_TAKE(factors,
                 to_double(alpha) == 1.0 ? Expected<Array>(a) : binary(silent, "mul", a, alpha));
  NORMSCOPE_TAKE(wide, expand(silent, start, shape));
  NORMSCOPE_TAKE(result, allocate(context, a.dtype, shape));
  if (to_double(beta) != 0.0) {
    NORMSCOPE_CHECK(assign(silent, result, wide));
  }
  NORMSCOPE_CHECK(add_batched(context, factors, b, result));
  return made(context, std::move(result),
              {"baddbmm", "BaddbmmBackward0", {input, a, b}, factors_of(beta, alpha)});
}

Expected<Array> linear(const Context& context, const Array& x, const Array& weight,
                       const Array* bias) {
  if (weight.rank() == 0 || x.rank() == 0) {
    return runtime_error(
        "both arguments to linear need to be at least 1D, but they are {}D and {}D", x.rank(),
        weight.rank());
  }
  const Context silent = without_gradients(context);
  NORMSCOPE_TAKE(turned, t(silent, weight));
  NORMSCOPE_TAKE(result, [&]() -> Expected<Array> {
    if (bias != nullptr && (x.rank() == 2 || x.is_contiguous()) && weight.rank() == 2) {
      Shape shape = x.shape;
      shape.pop_back();
      const Array rows = x.rank() == 2 ? x : in_rows(x, {tensor::product(shape), x.shape.back()});
      NORMSCOPE_TAKE(flat, addmm(silent, *bias, rows, turned, std::int64_t{1}, std::int64_t{1}));
      shape.push_back(weight.shape[0]);
      return in_rows(std::move(flat), std::move(shape));
    }
    NORMSCOPE_TAKE(product, matmul(silent, x, turned));
    if (bias == nullptr) return product;
    return binary(silent, "add", product, *bias);
  }());
  const bool folded = x.rank() != 2 && x.is_contiguous();
  const std::string_view gradient = bias == nullptr ? x.rank() == 1   ? "SqueezeBackward4"
                                                      : x.rank() == 2 ? "MmBackward0"
                                                                      : "UnsafeViewBackward0"
                                    : x.rank() == 2 ? "AddmmBackward0"
                                    : folded        ? "ViewBackward0"
                                                    : "AddBackward0";
  Making making{"linear", gradient, {x, weight}, {}};
  if (bias != nullptr) making.inputs.push_back(*bias);
  return made(context, std::move(result), std::move(making));
}

}  // namespace normscope::notebook::arrays
