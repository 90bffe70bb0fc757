/*
 * Images and embedded media: where they are loaded from, what they are called,
 * and whether they are content at all. Each question is about one element and
 * looks at a bounded part of the tree.
 */
#ifndef PITH_RENDER_FLOW_MEDIA_H
#define PITH_RENDER_FLOW_MEDIA_H

#include "html/tree/tree.h"

/* What an element shows. Slices are lent for the life of the tree. */
typedef struct pith_media {
  pith_slice address; /* empty: it shows nothing that has an address */
  pith_slice title;   /* may be empty for images */
  bool is_image;      /* else video, audio or a frame with one */
} pith_media;

/* The media of `img`, `video`, `audio`, `iframe`, `embed`, `object` and of
 * their AMP counterparts; no address for other elements. Of several candidates
 * for an image the largest, and those that a script would load later before
 * placeholders. */
pith_media pith__media_of(const pith_tree *tree, uint32_t node);

/* Whether an element HTML does not know is one of AMP's images or players. */
bool pith__media_is_amp(const pith_tree *tree, uint32_t node);

/* Whether an image belongs to the page's furniture: pixels that count
 * visitors, spacers, icons, logos, buttons, adverts. By its size and by the
 * words of its address, names and text; an image with a caption is content
 * unless it is a pixel. */
bool pith__media_is_furniture(const pith_tree *tree, uint32_t node,
                              const pith_media *media);

#endif
