/*
 * See aria_role.h. The two columns differ where a reader was built or trained
 * without a role: neither may change without changing answers.
 */
#include "page/element/aria_role.h"

#include "base/slice.h"

static const pith_aria_role roles[] = {
    {"main", PITH_ROLE_ARTICLE, PITH_NEAR_MAIN},
    {"navigation", PITH_ROLE_NAVIGATION, PITH_NEAR_NAV},
    {"banner", PITH_ROLE_HEADER, PITH_NEAR_HEADER},
    {"contentinfo", PITH_ROLE_FOOTER, PITH_NEAR_FOOTER},
    {"article", PITH_ROLE_ARTICLE, PITH_NEAR_ARTICLE},
    {"complementary", PITH_ROLE_ASIDE, PITH_NEAR_ASIDE},
    {"dialog", PITH_ROLE_NOTICE, PITH_NEAR_DIALOG},
    {"alertdialog", PITH_ROLE_NOTICE, PITH_NEAR_DIALOG},
    {"form", 0, PITH_NEAR_FORM},
    {"search", PITH_ROLE_FORM, PITH_NEAR_FORM},
    {"heading", 0, PITH_NEAR_HEADING},
    {"list", 0, PITH_NEAR_LIST},
    {"listitem", 0, PITH_NEAR_ITEM},
    {"menu", PITH_ROLE_NAVIGATION, PITH_NEAR_NAV},
    {"menubar", PITH_ROLE_NAVIGATION, PITH_NEAR_NAV},
    {"button", 0, PITH_NEAR_BUTTON},
    {"table", 0, PITH_NEAR_TABLE},
};

/* Few elements have a role, so a plain search is enough. */
const pith_aria_role *
pith__aria_role(pith_slice value)
{
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
    if (pith__slice_equal_folded(value, pith__slice_of(roles[i].name)))
      return &roles[i];
  return NULL;
}
