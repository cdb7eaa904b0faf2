// SPDX-License-Identifier: MIT
// Scripts and notebooks as they come from editors, from Jupyter, and from elsewhere.
#include <gtest/gtest.h>

#include <string>

#include "app/notebook/ipynb/notebook_file.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::ipynb {
namespace {

std::string source_of(std::string_view bytes) {
  const auto file = NORMSCOPE_VALUE_OR_FAIL(read_script(bytes));
  EXPECT_EQ(file.kind, FileKind::kScript);
  EXPECT_EQ(file.cells.size(), 1U);
  return file.cells.front().source;
}

base::Error script_error(std::string_view bytes) {
  const auto file = read_script(bytes);
  EXPECT_FALSE(file.has_value());
  return file ? base::Error{} : file.error();
}

TEST(Script, IsOneCell) {
  EXPECT_EQ(source_of("x = 1\nprint(x)\n"), "x = 1\nprint(x)\n");
  EXPECT_EQ(source_of(""), "");
}

TEST(Script, LosesItsByteOrderMark) {
  EXPECT_EQ(source_of("\xEF\xBB\xBFx = 1\n"), "x = 1\n");
}

TEST(Script, IsReadInTheEncodingItDeclares) {
  EXPECT_EQ(source_of("# -*- coding: latin-1 -*-\ns = '\xE9'\n"),
            "# -*- coding: latin-1 -*-\ns = '\xC3\xA9'\n");
  EXPECT_EQ(source_of("#!/usr/bin/python3\r\n# vim: set fileencoding=iso-8859-1 :\r\n'\xE9'"),
            "#!/usr/bin/python3\r\n# vim: set fileencoding=iso-8859-1 :\r\n'\xC3\xA9'");
  EXPECT_EQ(source_of("# coding=utf8\n'\xC3\xA9'"), "# coding=utf8\n'\xC3\xA9'");
  // Behind code, and in the third line, a declaration is a comment.
  EXPECT_EQ(source_of("x = 1\n# coding: koi8-r\n"), "x = 1\n# coding: koi8-r\n");
  EXPECT_EQ(source_of("\n\n# coding: koi8-r\n"), "\n\n# coding: koi8-r\n");
  EXPECT_EQ(source_of("# encoding is a word, coding, too\n"),
            "# encoding is a word, coding, too\n");
}

TEST(Script, SaysWhatItCannotBe) {
  EXPECT_EQ(script_error("a\n'\xFF'\n").sentence, "line 2 is not UTF-8: it holds the byte 0xff");
  EXPECT_EQ(script_error("# coding: ascii\n'\xC3\xA9'\n").sentence,
            "line 2 is not ASCII, as declared: it holds the byte 0xc3");
  EXPECT_EQ(script_error("'\xED\xA0\x80'").kind, base::ErrorKind::kMalformed);
  EXPECT_EQ(script_error(std::string_view("a\nb\0c\n", 6)).sentence,
            "line 2 holds a null byte, which no source code does");
  EXPECT_EQ(script_error("# coding: koi8-r\n").kind, base::ErrorKind::kUnsupported);
  EXPECT_EQ(script_error("\xFF\xFEx").kind, base::ErrorKind::kUnsupported);
  EXPECT_EQ(script_error("\xEF\xBB\xBF# coding: latin-1\n").kind, base::ErrorKind::kMalformed);
}

constexpr std::string_view kNotebook = R"json({
 "cells": [
  {"cell_type": "markdown", "metadata": {}, "source": ["# Title\n", "text"]},
  {"cell_type": "code", "execution_count": 5, "metadata": {"collapsed": false},
   "source": "import torch\ntorch.ones(2)",
   "outputs": [
    {"output_type": "stream", "name": "stdout", "text": ["a\n", "b\n"]},
    {"output_type": "execute_result", "execution_count": 5, "metadata": {},
     "data": {"text/plain": ["tensor([1., 1.])"], "text/html": "<b>"}},
    {"output_type": "display_data", "metadata": {}, "data": {"image/png": "aGk="}},
    {"output_type": "error", "ename": "ValueError", "evalue": "no",
     "traceback": ["\u001b[0;31mValueError\u001b[0m", "no"]}]},
  {"cell_type": "code", "execution_count": null, "metadata": {}, "source": [], "outputs": []},
  {"cell_type": "raw", "metadata": {}, "source": "raw"}
 ],
 "metadata": {"kernelspec": {"language": "python", "name": "python3"},
              "language_info": {"name": "python"}},
 "nbformat": 4, "nbformat_minor": 5
})json";

TEST(Notebook, HoldsItsCellsAndWhatTheyGave) {
  const auto file = NORMSCOPE_VALUE_OR_FAIL(read_notebook(kNotebook));
  EXPECT_EQ(file.kind, FileKind::kNotebook);
  ASSERT_EQ(file.cells.size(), 4U);
  EXPECT_EQ(file.cells[0].kind, CellKind::kMarkdown);
  EXPECT_EQ(file.cells[0].source, "# Title\ntext");
  EXPECT_EQ(file.cells[1].kind, CellKind::kCode);
  EXPECT_EQ(file.cells[1].source, "import torch\ntorch.ones(2)");
  EXPECT_EQ(file.cells[1].execution_count, 5);
  EXPECT_EQ(file.cells[2].execution_count, std::nullopt);
  EXPECT_EQ(file.cells[2].source, "");
  EXPECT_EQ(file.cells[3].kind, CellKind::kRaw);
  const auto& outputs = file.cells[1].outputs;
  ASSERT_EQ(outputs.size(), 4U);
  EXPECT_EQ(outputs[0].kind, OutputKind::kStream);
  EXPECT_EQ(outputs[0].stream, "stdout");
  EXPECT_EQ(outputs[0].text, "a\nb\n");
  EXPECT_EQ(outputs[1].kind, OutputKind::kResult);
  EXPECT_EQ(outputs[1].text, "tensor([1., 1.])");
  EXPECT_EQ(outputs[2].kind, OutputKind::kDisplay);
  EXPECT_FALSE(outputs[2].has_text);
  EXPECT_EQ(outputs[3].kind, OutputKind::kError);
  EXPECT_EQ(outputs[3].text, "ValueError: no");
  EXPECT_EQ(outputs[3].traceback.size(), 2U);
}

std::string notebook_error(std::string_view bytes) {
  const auto file = read_notebook(bytes);
  EXPECT_FALSE(file.has_value());
  return file ? "" : file.error().sentence;
}

TEST(Notebook, SaysWhatIsWrongWithIt) {
  EXPECT_EQ(notebook_error("{\"cells\": ["), "the notebook is no JSON from byte 12 on");
  EXPECT_EQ(notebook_error(""), "the notebook is no JSON from byte 1 on");
  EXPECT_EQ(notebook_error("[]"), "this is no Jupyter notebook: it does not say its 'nbformat'");
  EXPECT_EQ(notebook_error(R"({"nbformat": 3, "worksheets": []})"),
            "the notebook is of nbformat 3, and only nbformat 4 is read");
  EXPECT_EQ(notebook_error(R"({"nbformat": 5, "cells": []})"),
            "the notebook is of nbformat 5, and only nbformat 4 is read");
  EXPECT_EQ(notebook_error(R"({"nbformat": 4})"), "the notebook: 'cells' is missing");
  EXPECT_EQ(notebook_error(R"({"nbformat": 4, "cells": {}})"), "the notebook: 'cells' is no list");
  EXPECT_EQ(notebook_error(R"({"nbformat": 4, "cells": [{"cell_type": "code"}]})"),
            "cell 1: 'source' is missing");
  EXPECT_EQ(notebook_error(R"({"nbformat": 4, "cells": [{"cell_type": "x", "source": ""}]})"),
            "cell 1: there is no cell_type 'x'");
  EXPECT_EQ(notebook_error(R"({"nbformat": 4, "cells": [{"cell_type": "raw", "source": [1]}]})"),
            "cell 1: 'source' is neither a string nor a list of strings");
  EXPECT_EQ(notebook_error(R"({"nbformat": 4, "cells": [{"cell_type": "code", "source": "",
                               "execution_count": "5"}]})"),
            "cell 1: 'execution_count' is no whole number");
  EXPECT_EQ(notebook_error(R"({"nbformat": 4, "cells": [{"cell_type": "code", "source": "",
                               "outputs": [{"output_type": "pyout"}]}]})"),
            "cell 1: there is no output_type 'pyout'");
  EXPECT_EQ(notebook_error(R"({"nbformat": 4, "metadata": {"kernelspec": {"language": "R"}},
                               "cells": []})"),
            "the notebook's language is R, and only Python runs here");
}

TEST(Notebook, OfMoreCellsThanAnybodyReadsIsRefused) {
  std::string bytes = R"({"nbformat": 4, "cells": [0)";
  for (std::size_t i = 0; i < kMostCells; ++i) bytes += ",0";
  EXPECT_EQ(notebook_error(bytes + "]}"), "the notebook has 100001 cells, more than 100000");
}

TEST(Notebook, ThatNestsWithoutEndIsRefused) {
  constexpr std::size_t kLevels = 100'000;
  const std::string deep = std::string(kLevels, '[') + std::string(kLevels, ']');
  const auto notebook = read_notebook(R"({"cells": [], "nbformat": 4, "nbformat_minor": 5,
                                          "metadata": )" +
                                      deep + "}");
  ASSERT_FALSE(notebook.has_value());
  EXPECT_EQ(notebook.error().sentence,
            "the notebook's lists and objects nest deeper than 64 levels");
}

TEST(NotebookFile, IsToldByItsName) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "a.ipynb", kNotebook);
  testing::write_file(folder / "a.py", "x = 1\n");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_notebook_file(folder / "a.ipynb")).cells.size(), 4U);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_notebook_file(folder / "a.py")).kind, FileKind::kScript);
  EXPECT_EQ(read_notebook_file(folder / "b.py").error().kind, base::ErrorKind::kNotFound);
}

}  // namespace
}  // namespace normscope::notebook::ipynb
