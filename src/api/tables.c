/*
 * Which generated tables are built in: each header of src/tables says from
 * which data it was made. tools/check/tables.py sees to it that none is
 * missing.
 */
#include "tables/attribute_names.h"
#include "tables/character_classes.h"
#include "tables/encoding_frequency.h"
#include "tables/encoding_index.h"
#include "tables/encoding_labels.h"
#include "tables/encoding_single.h"
#include "tables/entities.h"
#include "tables/foreign_attributes.h"
#include "tables/logistic.h"
#include "tables/lower_case.h"
#include "tables/quirks.h"
#include "tables/style_colours.h"
#include "tables/style_tags.h"
#include "tables/tag_display.h"
#include "tables/tags.h"
#include "tables/weights_auto.h"

#include "pith.h"

#include <stddef.h>

static const struct {
  const char *name;
  const char *version;
} tables[] = {
    {"attribute_names", PITH_VERSION_OF_ATTRIBUTE_NAMES},
    {"character_classes", PITH_VERSION_OF_CHARACTER_CLASSES},
    {"encoding_frequency", PITH_VERSION_OF_ENCODING_FREQUENCY},
    {"encoding_index", PITH_VERSION_OF_ENCODING_INDEX},
    {"encoding_labels", PITH_VERSION_OF_ENCODING_LABELS},
    {"encoding_single", PITH_VERSION_OF_ENCODING_SINGLE},
    {"entities", PITH_VERSION_OF_ENTITIES},
    {"foreign_attributes", PITH_VERSION_OF_FOREIGN_ATTRIBUTES},
    {"logistic", PITH_VERSION_OF_LOGISTIC},
    {"lower_case", PITH_VERSION_OF_LOWER_CASE},
    {"quirks", PITH_VERSION_OF_QUIRKS},
    {"style_colours", PITH_VERSION_OF_STYLE_COLOURS},
    {"style_tags", PITH_VERSION_OF_STYLE_TAGS},
    {"tag_display", PITH_VERSION_OF_TAG_DISPLAY},
    {"tags", PITH_VERSION_OF_TAGS},
    {"weights_auto", PITH_VERSION_OF_WEIGHTS_AUTO},
};

const char *
pith_table_version(uint32_t index, const char **version)
{
  bool there = index < sizeof tables / sizeof tables[0];
  *version = there ? tables[index].version : NULL;
  return there ? tables[index].name : NULL;
}
