// SPDX-License-Identifier: MIT
#include "app/figures/paint/png.hpp"

#include <png.h>

#include <cmath>
#include <csetjmp>
#include <new>
#include <utility>
#include <vector>

#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

constexpr double kMetresPerInch = 0.0254;

struct Job {
  const Pixels& pixels;
  const PngOptions& options;
  std::string keyword;
  std::string state;  // ends with a zero byte, as libpng wants it
  std::vector<png_byte> row;
  std::string file;
  std::string error;
};

void on_error(png_structp png, png_const_charp message) {
  static_cast<Job*>(png_get_error_ptr(png))->error = message;
  png_longjmp(png, 1);
}

void on_warning(png_structp /*png*/, png_const_charp /*message*/) {}

// No exception may pass through libpng, which is C.
void on_bytes(png_structp png, png_bytep bytes, std::size_t count) {
  bool enough = true;
  try {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
    static_cast<Job*>(png_get_io_ptr(png))->file.append(reinterpret_cast<char*>(bytes), count);
  } catch (const std::bad_alloc&) {
    enough = false;
  }
  if (!enough) png_error(png, "out of memory");
}

void on_flush(png_structp /*png*/) {}

void unpack_row(const Pixels& pixels, int row, bool transparent, std::vector<png_byte>& bytes) {
  const std::uint32_t* from =
      &pixels.argb[static_cast<std::size_t>(row) * static_cast<std::size_t>(pixels.width)];
  std::size_t at = 0;
  for (int x = 0; x < pixels.width; ++x) {
    const std::uint32_t pixel = from[x];
    const std::uint32_t alpha = pixel >> 24U;
    for (const unsigned shift : {16U, 8U, 0U}) {
      std::uint32_t level = pixel >> shift & 0xFFU;
      if (transparent && alpha != 0) level = (level * 255U + alpha / 2) / alpha;
      bytes[at++] = static_cast<png_byte>(level);
    }
    if (transparent) bytes[at++] = static_cast<png_byte>(alpha);
  }
}

void put_state(png_structp png, png_infop info, Job& job) {
  png_text text{};
  text.compression = PNG_ITXT_COMPRESSION_zTXt;
  text.key = job.keyword.data();
  text.text = job.state.data();
  text.itxt_length = job.state.size();
  png_set_text(png, info, &text, 1);
}

// Errors jump back to setjmp: nothing here may need a destructor.
bool encode(png_structp png, png_infop info, Job& job) {
  // NOLINTNEXTLINE(cert-err52-cpp,modernize-avoid-setjmp-longjmp): libpng's way to report errors
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  const bool transparent = job.options.transparent;
  png_set_write_fn(png, &job, on_bytes, on_flush);
  png_set_IHDR(png, info, static_cast<png_uint_32>(job.pixels.width),
               static_cast<png_uint_32>(job.pixels.height), 8,
               transparent ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_RELATIVE);
  if (job.options.dpi > 0) {
    const auto per_metre = static_cast<png_uint_32>(std::lround(job.options.dpi / kMetresPerInch));
    png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
  }
  // Figures are flat: the row above predicts best, and trying every filter for each row is slow.
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
  if (!job.state.empty()) put_state(png, info, job);
  png_write_info(png, info);
  for (int row = 0; row < job.pixels.height; ++row) {
    unpack_row(job.pixels, row, transparent, job.row);
    png_write_row(png, job.row.data());
  }
  png_write_end(png, nullptr);
  return true;
}

}  // namespace

base::Expected<std::string> write_png(const Pixels& pixels, const PngOptions& options) {
  Job job{pixels, options, std::string(kPngKeyword), std::string(options.state), {}, {}, {}};
  job.row.resize(static_cast<std::size_t>(pixels.width) * (options.transparent ? 4 : 3));
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &job, on_error, on_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  const bool written = info != nullptr && encode(png, info, job);
  png_destroy_write_struct(&png, &info);
  if (written) return std::move(job.file);
  return base::fail(base::ErrorKind::kUnwritable,
                    tr("libpng could not write the picture: {why}",
                       arg("why", job.error.empty() ? tr("out of memory") : job.error)));
}

}  // namespace normscope::figures
