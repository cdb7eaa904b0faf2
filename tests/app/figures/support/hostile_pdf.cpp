// SPDX-License-Identifier: MIT
#include "tests/app/figures/support/hostile_pdf.hpp"

#define POINTERHOLDER_TRANSITION 4  // NOLINT(cppcoreguidelines-macro-usage)

#include <qpdf/Buffer.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFEFStreamObjectHelper.hh>
#include <qpdf/QPDFEmbeddedFileDocumentHelper.hh>
#include <qpdf/QPDFFileSpecObjectHelper.hh>
#include <qpdf/QPDFWriter.hh>

namespace normscope::figures {
namespace {

std::string written(QPDF& pdf, qpdf_object_stream_e objects) {
  QPDFWriter writer(pdf);
  writer.setOutputMemory();
  writer.setObjectStreamMode(objects);
  writer.write();
  const auto bytes = writer.getBufferSharedPointer();
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
  const char* from = reinterpret_cast<const char*>(bytes->getBuffer());
  return {from, bytes->getSize()};
}

}  // namespace

std::string pdf_with_attachment(const std::string& page, const std::string& text) {
  QPDF pdf;
  pdf.processMemoryFile("page", page.data(), page.size());
  auto stream = QPDFEFStreamObjectHelper::createEFStream(pdf, text);
  auto file = QPDFFileSpecObjectHelper::createFileSpec(pdf, "normscope.json", stream);
  QPDFEmbeddedFileDocumentHelper(pdf).replaceEmbeddedFile("normscope.json", file);
  return written(pdf, qpdf_o_disable);
}

std::string pdf_with_large_object(const std::string& page, std::size_t bytes, bool packed) {
  QPDF pdf;
  pdf.processMemoryFile("page", page.data(), page.size());
  QPDFObjectHandle large = QPDFObjectHandle::newString(std::string(bytes, 'a'));
  pdf.getRoot().replaceKey("/Names", pdf.makeIndirectObject(large));
  return written(pdf, packed ? qpdf_o_generate : qpdf_o_disable);
}

std::string packed_pdf(const std::string& pdf) {
  QPDF source;
  source.processMemoryFile("figure", pdf.data(), pdf.size());
  return written(source, qpdf_o_generate);
}

}  // namespace normscope::figures
