/* python_settings.c: keyword arguments in, pith_options out.
 *
 *     max_bytes=100_000   ──► "max-bytes", "100000" ──► pith_options_set()
 *     links=False         ──► "links", "false"
 *     to="md"             ──► the format, by pith_format_find()
 *     limits=Limits(...)  ──► its fields, as if they had been given here
 *
 * The names are those of the library, so an option that it gains is a keyword
 * here without a change. None means "not given". The library borrows strings;
 * the dict of what was given is kept and owns them.
 */
#include "python_core.h"

#include <string.h>

#define NAME_ROOM 64

/* "max_bytes" as the library spells it. False: too long to be one. */
static bool
dashed(const char *name, char *out)
{
  size_t len = strlen(name);
  if (len >= NAME_ROOM)
    return false;
  for (size_t i = 0; i <= len; i++)
    out[i] = name[i] == '_' ? '-' : name[i];
  return true;
}

static bool
is_option(const char *name)
{
  const char *known;
  for (uint32_t i = 0; (known = pith_option_name(i)); i++)
    if (strcmp(known, name) == 0)
      return true;
  return false;
}

/* UTF-8 without a NUL inside, which C would take for its end. */
static const char *
text_of(PyObject *value, const char *name)
{
  Py_ssize_t len;
  const char *text = PyUnicode_AsUTF8AndSize(value, &len);
  if (text && strlen(text) != (size_t)len) {
    PyErr_Format(PyExc_ValueError, "%s has a NUL character inside", name);
    return NULL;
  }
  return text;
}

/* By the library; what it says of a bad value is the message. */
static bool
set_text(const char *name, const char *value, settings *out)
{
  char option[NAME_ROOM];
  pith_error error;
  if (!dashed(name, option) || !is_option(option)) {
    PyErr_Format(PyExc_TypeError,
                 "unknown option '%s'; pith.option_names() lists them", name);
    return false;
  }
  if (pith_options_set(&out->options, option, value, &error) == PITH_OK)
    return true;
  PyErr_SetString(PyExc_ValueError, error.message);
  return false;
}

static bool
set_format(PyObject *value, settings *out)
{
  const char *name = PyUnicode_Check(value) ? text_of(value, "to") : NULL;
  const pith_format_facts *facts = name ? pith_format_find(name) : NULL;
  if (facts && (unsigned)facts->format < FORMAT_ROOM) {
    out->format = facts->format;
    return true;
  }
  if (!PyErr_Occurred())
    PyErr_Format(PyExc_ValueError,
                 "unknown format %R for to; pith.formats() lists them", value);
  return false;
}

/* A number goes through its text, which is parsed before it is released. */
static bool
set_number(const char *name, PyObject *value, settings *out)
{
  PyObject *written = PyObject_Str(value);
  const char *text = written ? text_of(written, name) : NULL;
  bool done = text && set_text(name, text, out);
  Py_XDECREF(written);
  return done;
}

static bool
set_value(const char *name, PyObject *value, settings *out)
{
  if (value == Py_None)
    return true;
  if (strcmp(name, "to") == 0)
    return set_format(value, out);
  if (PyBool_Check(value))
    return set_text(name, value == Py_True ? "true" : "false", out);
  if (PyLong_Check(value))
    return set_number(name, value, out);
  if (!PyUnicode_Check(value)) {
    PyErr_Format(PyExc_TypeError, "%s is a str, a number or a bool, not %R",
                 name, (PyObject *)Py_TYPE(value));
    return false;
  }
  const char *text = text_of(value, name);
  return text && set_text(name, text, out);
}

/* Everything but the limits, which hold options themselves. */
static bool
set_all(PyObject *given, settings *out)
{
  PyObject *name;
  PyObject *value;
  Py_ssize_t at = 0;
  while (PyDict_Next(given, &at, &name, &value)) {
    const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
    if (!text)
      return false;
    if (strcmp(text, "limits") != 0 && !set_value(text, value, out))
      return false;
  }
  return true;
}

/* Limits are a named tuple: a dict of its fields. They are numbers, so the dict
 * may go at once. */
static bool
set_limits(PyObject *limits, settings *out)
{
  if (!limits || limits == Py_None)
    return true;
  PyObject *fields = PyObject_CallMethod(limits, "_asdict", NULL);
  bool done = fields && PyDict_Check(fields) && set_all(fields, out);
  if (!fields && PyErr_ExceptionMatches(PyExc_AttributeError))
    PyErr_Format(PyExc_TypeError, "limits is a pith.Limits, not %R",
                 (PyObject *)Py_TYPE(limits));
  Py_XDECREF(fields);
  return done;
}

bool
settings_read_dict(const core_state *state, PyObject *given, settings *out)
{
  (void)state;
  memset(out, 0, sizeof *out);
  pith_options_default(&out->options);
  out->format = PITH_FORMAT_TEXT;
  if (!given || PyDict_Size(given) == 0)
    return true;
  out->given = PyDict_Copy(given);
  return out->given &&
         set_limits(PyDict_GetItemString(out->given, "limits"), out) &&
         set_all(out->given, out);
}

/* Most calls have no keywords, and then there is no dict. */
bool
settings_read(const core_state *state, const keywords *words, settings *out)
{
  Py_ssize_t count = words->names ? PyTuple_Size(words->names) : 0;
  if (count == 0)
    return settings_read_dict(state, NULL, out);
  memset(out, 0, sizeof *out);
  PyObject *given = PyDict_New();
  bool done = given != NULL;
  for (Py_ssize_t i = 0; done && i < count; i++)
    done = PyDict_SetItem(given, PyTuple_GetItem(words->names, i),
                          words->values[i]) == 0;
  done = done && settings_read_dict(state, given, out);
  Py_XDECREF(given);
  return done;
}

void
settings_share(const settings *from, settings *out)
{
  *out = *from;
  Py_XINCREF(out->given);
}

void
settings_clear(settings *held)
{
  Py_CLEAR(held->given);
}
