/*
 * See method.h. A new method is a file of its own and a line here.
 */
#include "method/method.h"

#include "base/slice.h"

static const pith_method methods[] = {
    {"chain", "Ageev et al. 2005, Shorkin 2013", true, true},
};

const pith_method *
pith__methods(uint32_t *count)
{
  *count = sizeof methods / sizeof methods[0];
  return methods;
}

const pith_method *
pith__method_find(pith_slice name)
{
  for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
    if (pith__slice_equal(name, pith__slice_of(methods[i].name)))
      return &methods[i];
  return NULL;
}
