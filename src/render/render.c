/*
 * What all renderers share: the options they start from.
 */
#include "render/render.h"

#include <string.h>

void
pith__render_defaults(pith_render_settings *options)
{
  memset(options, 0, sizeof *options);
  options->links = true;
  options->images = true;
  options->tables = true;
}
