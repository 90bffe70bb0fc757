// extract_markdown.cpp: print a page as Markdown, from C++17.
//
//     extract_markdown page.html
//
// A unique_ptr releases the result; a slice becomes a string_view.
#include <pith.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

struct result_free {
  void operator()(pith_result *result) const { pith_result_free(result); }
};

static std::string_view
view(pith_slice slice)
{
  return {slice.data, slice.len};
}

int
main(int argc, char **argv)
{
  std::ifstream file(argc > 1 ? argv[1] : "", std::ios::binary);
  if (!file)
    return 1;
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};

  pith_options options;
  pith_options_default(&options);
  options.base_url = "https://example.org/";
  pith_result *made = nullptr;
  pith_error error;
  if (pith_extract(bytes.data(), bytes.size(), &options, &made, &error) !=
      PITH_OK) {
    std::cerr << error.message << '\n';
    return 1;
  }
  const std::unique_ptr<pith_result, result_free> result(made);
  std::cout << "# " << view(pith_result_metadata(made, PITH_META_TITLE))
            << "\n\n"
            << view(pith_result_markdown(made));
  return pith_result_text(made).len > 0 ? 0 : 1;
}
