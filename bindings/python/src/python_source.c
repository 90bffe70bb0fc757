/* python_source.c: a Python object in, the bytes of a page out, without a copy.
 *
 *     str                     its UTF-8, which CPython keeps with the str
 *     bytes, bytearray,
 *     memoryview, mmap, ...   the buffer, exported until source_close()
 *
 * While a buffer is exported its owner can neither move nor free it: a
 * bytearray refuses to grow, an mmap refuses to close.
 */
#include "python_core.h"

#include <string.h>

/* Lone surrogates have no UTF-8; they become question marks. */
static bool
open_text(PyObject *html, page_source *out)
{
  Py_ssize_t len;
  const char *data = PyUnicode_AsUTF8AndSize(html, &len);
  if (!data && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
    PyErr_Clear();
    out->keeper = PyUnicode_AsEncodedString(html, "utf-8", "replace");
    data = out->keeper ? PyBytes_AsString(out->keeper) : NULL;
    len = data ? PyBytes_Size(out->keeper) : 0;
  }
  if (!data)
    return false;
  out->is_text = true;
  out->html = (pith_slice){data, (size_t)len};
  return true;
}

/* Gaps between the bytes of a view (memoryview[::2]) would need a copy. */
static bool
open_buffer(PyObject *html, page_source *out)
{
  if (PyObject_GetBuffer(html, &out->view, PyBUF_SIMPLE) != 0) {
    out->view.obj = NULL;
    if (PyErr_ExceptionMatches(PyExc_TypeError))
      PyErr_Format(PyExc_TypeError,
                   "a page is bytes, str or a buffer of bytes, not %R",
                   (PyObject *)Py_TYPE(html));
    return false;
  }
  const char *data = out->view.buf;
  out->html = (pith_slice){data ? data : "", (size_t)out->view.len};
  return true;
}

bool
source_open(PyObject *html, page_source *out)
{
  memset(out, 0, sizeof *out);
  bool opened =
      PyUnicode_Check(html) ? open_text(html, out) : open_buffer(html, out);
  if (!opened)
    return false;
  Py_INCREF(html);
  out->object = html;
  return true;
}

void
source_close(page_source *source)
{
  if (source->view.obj)
    PyBuffer_Release(&source->view);
  Py_CLEAR(source->object);
  Py_CLEAR(source->keeper);
}
