/*
 * See method.h. A new method is a file of its own and a line here.
 */
#include "method/method.h"

#include "base/slice.h"
#include "method/auto/auto.h"
#include "method/dom/dom.h"
#include "method/sentence/sentence.h"

/* What judges a page when nobody says how. */
#define DEFAULT_METHOD "auto"

static const pith_method methods[] = {
    {.name = "auto",
     .source = "ours: a trained model over blocks",
     .classifies_hidden = true,
     .classify = pith__auto_classify},
    {.name = "chain",
     .source = "Ageev et al. 2005, Shorkin 2013",
     .whole_sites = true,
     .compat = true},
    {.name = "layer",
     .source = "Yuan et al. 2006",
     .whole_sites = true,
     .compat = true},
    {.name = "sentence",
     .source = "Kuznetsov",
     .compat = true,
     .compat_counts_bytes = true,
     .classify = pith__sentence_classify},
    {.name = "dom",
     .source = "Shorkin 2013, stand-in for his comparator",
     .classify = pith__dom_classify},
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

const pith_method *
pith__method_default(void)
{
  return pith__method_find(pith__slice_of(DEFAULT_METHOD));
}
