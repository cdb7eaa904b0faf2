// SPDX-License-Identifier: MIT
// libqpdf reads any PDF, but without limits. So the bytes that it reads and those that its filters
// produce are counted against two budgets: a small one for finding the attachment and one for
// decompressing it. A hostile file cannot raise them.
// This file is C++17: Clang 14 cannot compile libqpdf 11's headers as C++20.
#include "app/figures/export/attachment.hpp"

// libqpdf 11 can use its own smart pointers or the standard library's: 4 selects the latter.
#define POINTERHOLDER_TRANSITION 4  // NOLINT(cppcoreguidelines-macro-usage)

#include <algorithm>
#include <exception>
#include <memory>
#include <qpdf/Buffer.hh>
#include <qpdf/BufferInputSource.hh>
#include <qpdf/Pl_Flate.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFEFStreamObjectHelper.hh>
#include <qpdf/QPDFEmbeddedFileDocumentHelper.hh>
#include <qpdf/QPDFFileSpecObjectHelper.hh>
#include <qpdf/QPDFStreamFilter.hh>
#include <qpdf/QPDFWriter.hh>
#include <stdexcept>

#include "app/figures/export/png_rows.hpp"
#include "core/base/language.hpp"

namespace normscope::figures {
namespace {

/// Bytes read, and bytes decompressed, at most for finding the attachment. A figure needs some
/// kilobytes; libqpdf uses up to a hundred bytes of memory for each.
constexpr std::size_t kFindingBytes = std::size_t{4} << 20U;

/// The budget of one find_attachment. libqpdf creates filters without a context, so they find the
/// budget in a thread-local variable.
struct Budget {
  std::size_t most = 0;  // of the attachment
  std::size_t read = kFindingBytes;
  std::size_t unpacked = kFindingBytes;
  bool exceeded = false;
};
thread_local Budget* current = nullptr;  // NOLINT(*-avoid-non-const-global-variables): see Budget

struct Metered {
  explicit Metered(Budget& budget) { current = &budget; }
  ~Metered() { current = nullptr; }
  Metered(const Metered&) = delete;
  Metered& operator=(const Metered&) = delete;
};

void spend(std::size_t Budget::*what, std::size_t bytes) {
  if (current == nullptr) return;  // writing a PDF of our own
  if (bytes > current->*what) {
    current->exceeded = true;
    current->*what = 0;
    throw std::runtime_error("a figure's file needs less");
  }
  current->*what -= bytes;
}

class MeteredSource final : public BufferInputSource {
 public:
  using BufferInputSource::BufferInputSource;
  size_t read(char* into, size_t length) override {
    const size_t count = BufferInputSource::read(into, length);
    spend(&Budget::read, count);
    return count;
  }
  qpdf_offset_t findAndSkipNextEOL() override {
    const qpdf_offset_t from = tell();
    const qpdf_offset_t at = BufferInputSource::findAndSkipNextEOL();
    spend(&Budget::read, static_cast<std::size_t>(std::max<qpdf_offset_t>(0, tell() - from)));
    return at;
  }
};

/// Counts the bytes that a filter produces.
class Meter final : public Pipeline {
 public:
  explicit Meter(Pipeline* to) : Pipeline("meter", to) {}
  void write(const unsigned char* data, size_t count) override {
    spend(&Budget::unpacked, count);
    getNext()->write(data, count);
  }
  void finish() override { getNext()->finish(); }
};

class PngRowsPipe final : public Pipeline {
 public:
  PngRowsPipe(std::size_t columns, Pipeline* to) : Pipeline("rows", to), rows_(columns) {}
  void write(const unsigned char* data, size_t count) override {
    for (size_t i = 0; i < count; ++i) {
      if (!rows_.add(data[i])) continue;
      const auto& row = rows_.row();
      getNext()->write(row.data(), row.size());
    }
  }
  void finish() override { getNext()->finish(); }

 private:
  PngRows rows_;
};

/// Replaces libqpdf's filter, which has no limit.
class BoundedFlate final : public QPDFStreamFilter {
 public:
  bool setDecodeParms(QPDFObjectHandle parameters) override {
    if (parameters.isNull()) return true;
    if (!parameters.isDictionary()) return false;
    const auto number = [&](const char* key, int otherwise) {
      QPDFObjectHandle value = parameters.getKey(key);
      return value.isInteger() ? value.getIntValueAsInt() : otherwise;
    };
    const int predictor = number("/Predictor", 1);
    const int columns = number("/Columns", 1);
    if (predictor == 1) return true;
    // Cross-reference tables have rows of bytes; attachments do not use other predictors.
    if (predictor < 10 || columns < 1 || columns > kMostColumns || number("/Colors", 1) != 1 ||
        number("/BitsPerComponent", 8) != 8) {
      return false;
    }
    columns_ = static_cast<std::size_t>(columns);
    return true;
  }
  Pipeline* getDecodePipeline(Pipeline* next) override {
    if (columns_ > 0) {
      rows_ = std::make_unique<PngRowsPipe>(columns_, next);
      next = rows_.get();
    }
    meter_ = std::make_unique<Meter>(next);
    flate_ = std::make_unique<Pl_Flate>("flate", meter_.get(), Pl_Flate::a_inflate);
    return flate_.get();
  }

 private:
  static constexpr int kMostColumns = 4096;
  std::size_t columns_ = 0;  // 0: no predictor
  std::unique_ptr<PngRowsPipe> rows_;
  std::unique_ptr<Meter> meter_;
  std::unique_ptr<Pl_Flate> flate_;
};

/// Replaces filters that expand data and that no exported figure uses.
class Refused final : public QPDFStreamFilter {
 public:
  bool setDecodeParms(QPDFObjectHandle /*parameters*/) override { return false; }
  Pipeline* getDecodePipeline(Pipeline* /*next*/) override { return nullptr; }
};

void bound_filters() {
  static const bool once = [] {
    QPDF::registerStreamFilter("/FlateDecode", [] { return std::make_shared<BoundedFlate>(); });
    for (const char* name : {"/LZWDecode", "/RunLengthDecode", "/DCTDecode"}) {
      QPDF::registerStreamFilter(name, [] { return std::make_shared<Refused>(); });
    }
    return true;
  }();
  static_cast<void>(once);
}

class Collector final : public Pipeline {
 public:
  Collector() : Pipeline("state", nullptr) {}
  void write(const unsigned char* data, size_t count) override {
    if (count > current->most - text.size()) {
      current->exceeded = true;
      throw std::runtime_error("a state is smaller");
    }
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
    text.append(reinterpret_cast<const char*>(data), count);
  }
  void finish() override {}
  std::string text;
};

Attachment find(std::string_view file, const char* name, Budget& budget) {
  // libqpdf takes a pointer to mutable bytes, but does not change the bytes of a source.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
  const auto* from = reinterpret_cast<const unsigned char*>(file.data());
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): see above
  Buffer bytes(const_cast<unsigned char*>(from), file.size());
  QPDF pdf;
  pdf.setSuppressWarnings(true);
  pdf.setAttemptRecovery(false);
  pdf.processInputSource(std::make_shared<MeteredSource>("figure", &bytes));
  const auto attached = QPDFEmbeddedFileDocumentHelper(pdf).getEmbeddedFile(name);
  if (!attached) return {Found::kNothing, {}};
  QPDFObjectHandle stream = attached->getEmbeddedFileStream();
  if (!stream.isStream()) return {Found::kDamage, {}};
  budget.read = file.size() + kFindingBytes;
  budget.unpacked = budget.most;
  Collector collector;
  const bool whole = stream.pipeStreamData(&collector, 0, qpdf_dl_generalized, true);
  if (!whole) return {Found::kDamage, {}};
  return {Found::kText, std::move(collector.text)};
}

std::string attach(std::string_view page, const char* name, std::string_view state) {
  QPDF pdf;
  pdf.setSuppressWarnings(true);
  pdf.setAttemptRecovery(false);
  pdf.processMemoryFile("figure", page.data(), page.size());
  QPDFObjectHandle about = pdf.getTrailer().getKey("/Info");
  if (about.isDictionary()) {
    about.removeKey("/CreationDate");
    about.removeKey("/ModDate");
  }
  if (!state.empty()) {
    auto stream = QPDFEFStreamObjectHelper::createEFStream(pdf, std::string(state));
    stream.setSubtype("application/json");
    auto file = QPDFFileSpecObjectHelper::createFileSpec(pdf, name, stream);
    file.setDescription(std::string(
        base::translated("What made this figure: open the PDF in Normscope to change it")));
    QPDFEmbeddedFileDocumentHelper(pdf).replaceEmbeddedFile(name, file);
  }
  QPDFWriter writer(pdf);
  writer.setOutputMemory();
  writer.setDeterministicID(true);
  writer.setObjectStreamMode(qpdf_o_disable);  // every reader of PDF 1.4 understands it
  writer.write();
  // libqpdf goes on after whatever fails, memory included, with a warning: the page was whole, so
  // that what is written now would not be.
  if (pdf.anyWarnings())
    throw std::runtime_error(std::string(base::translated("the page could not be read again")));
  const auto bytes = writer.getBufferSharedPointer();
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
  const char* from = reinterpret_cast<const char*>(bytes->getBuffer());
  return {from, bytes->getSize()};
}

}  // namespace

Attachment find_attachment(std::string_view file, const char* name, std::size_t most) {
  bound_filters();
  Budget budget;
  budget.most = most;
  const Metered metered(budget);
  Attachment found;
  try {
    found = find(file, name, budget);
  } catch (const std::exception&) {
    found = {};  // kDamage; libqpdf's messages about offsets do not help the user
  }
  if (budget.exceeded) return {Found::kTooMuch, {}};
  return found;
}

Attached attach_to(std::string_view page, const char* name, std::string_view text) {
  try {
    return {attach(page, name, text), {}};
  } catch (const std::exception& error) {
    return {{}, error.what()};
  }
}

}  // namespace normscope::figures
