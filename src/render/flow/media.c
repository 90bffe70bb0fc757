/*
 * See media.h. Names have removed many an article's pictures, so words
 * count only as wholes ("/ads/", "site-logo.png", not "shadows"), and not
 * where the page gave the image a caption.
 */
#include "render/flow/media.h"

#include "base/slice.h"
#include "page/element/address.h"
#include "page/element/attribute.h"

enum {
  LOOK_AT = 256,  /* nodes of `picture`, `video` and the like */
  CLIMB = 4,      /* elements between an image and its `figure` */
  ICON_SIDE = 48, /* pixels; both sides of an icon are at most that */
  WORD_MOST = 14
};

/* Placeholders of lazy loaders are `data:` images; they are no address. */
static bool
address_in(const pith_tree *tree, uint32_t node, const char *name,
           pith_slice *address)
{
  if (!pith__attribute_get(tree, node, name, address))
    return false;
  *address = pith__slice_trim(*address);
  return pith__address_is_useful(*address) &&
         !pith__slice_starts(*address, "data:");
}

/* The first of several attributes that has an address. */
static bool
address_in_any(const pith_tree *tree, uint32_t node, const char *const *names,
               pith_slice *address)
{
  for (; *names; names++)
    if (address_in(tree, node, *names, address))
      return true;
  return false;
}

/* How large a candidate is by its descriptor, "640w" or "2x"; 1 without. Two
 * digits behind the point are enough for densities. */
static uint32_t
candidate_size(pith_slice descriptor)
{
  uint32_t size = 0;
  size_t i = 0;
  for (; i < descriptor.len && pith__is_digit(descriptor.data[i]); i++)
    size =
        size < 100000 ? size * 10 + (uint32_t)(descriptor.data[i] - '0') : size;
  if (i == 0)
    return 1;
  bool half = i + 1 < descriptor.len && descriptor.data[i] == '.' &&
              descriptor.data[i + 1] >= '5';
  return 2 * size + half;
}

/* HTML, "Parsing a srcset attribute": addresses with descriptors, commas
 * between. An address may hold commas, so it ends at a blank; one that ends
 * with a comma has no descriptor. */
static bool
best_candidate(const pith_tree *tree, uint32_t node, const char *name,
               pith_slice *best)
{
  pith_slice list, address, word;
  size_t at = 0;
  uint32_t most = 0;
  if (!pith__attribute_get(tree, node, name, &list))
    return false;
  while (pith__word_next(list, &at, &address)) {
    uint32_t size = 1;
    if (address.data[address.len - 1] != ',') {
      if (pith__word_next(list, &at, &word))
        size = candidate_size(word);
    }
    while (address.len > 0 && address.data[address.len - 1] == ',')
      address.len--;
    if (size > most && pith__address_is_useful(address) &&
        !pith__slice_starts(address, "data:")) {
      most = size;
      *best = address;
    }
  }
  return most > 0;
}

/* The best candidate of the attributes that may hold several. */
static bool
candidate_of(const pith_tree *tree, uint32_t node, pith_slice *address)
{
  return best_candidate(tree, node, "data-srcset", address) ||
         best_candidate(tree, node, "data-lazy-srcset", address) ||
         best_candidate(tree, node, "srcset", address);
}

/* `picture` may leave everything to its `source` elements. */
static bool
picture_address(const pith_tree *tree, uint32_t node, pith_slice *address)
{
  uint32_t parent = tree->nodes[node].parent;
  if (tree->nodes[parent].tag != PITH_TAG_PICTURE || node - parent > LOOK_AT)
    return false;
  for (uint32_t n = parent + 1; n < node; n = tree->nodes[n].end)
    if (tree->nodes[n].tag == PITH_TAG_SOURCE && candidate_of(tree, n, address))
      return true;
  return false;
}

/* Candidates come first, because `src` is the smallest for old browsers or a
 * placeholder; then what lazy loaders put into `data-` attributes. */
static pith_slice
image_address(const pith_tree *tree, uint32_t node)
{
  static const char *const later[] = {
      "data-src",  "data-original",   "data-lazy-src",
      "data-lazy", "data-hi-res-src", "src",
      NULL};
  static const pith_slice nothing = {NULL, 0};
  pith_slice address;
  if (candidate_of(tree, node, &address) ||
      picture_address(tree, node, &address) ||
      address_in_any(tree, node, later, &address))
    return address;
  return nothing;
}

/* --- players -------------------------------------------------------------- */

/* Whether `text` has `part`, lower case, anywhere. */
static bool
has_part(pith_slice text, const char *part)
{
  size_t len = strlen(part);
  for (size_t i = 0; i + len <= text.len; i++)
    if (pith__slice_starts(pith__slice(text.data + i, len), part))
      return true;
  return false;
}

/* Frames hold adverts and counters more often than players. */
static bool
is_player(pith_slice address)
{
  static const char *const parts[] = {"/embed",  "player",     "video",
                                      "youtu",   "soundcloud", "spotify",
                                      "podcast", "/audio"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (has_part(address, parts[i]))
      return true;
  return false;
}

/* The address of a player: its own or that of its first `source`. */
static pith_slice
player_address(const pith_tree *tree, uint32_t node)
{
  static const char *const names[] = {"src", "data-src", "data-lazy-src",
                                      "data", NULL};
  static const pith_slice nothing = {NULL, 0};
  pith_slice address;
  if (address_in_any(tree, node, names, &address))
    return address;
  uint32_t end = tree->nodes[node].end;
  for (uint32_t n = node + 1; n < end && n - node < LOOK_AT; n++)
    if (tree->nodes[n].kind == PITH_NODE_ELEMENT &&
        tree->nodes[n].tag == PITH_TAG_SOURCE &&
        address_in(tree, n, "src", &address))
      return address;
  return nothing;
}

/* What a player is called: what the page calls it, or what it is. */
static pith_slice
player_title(const pith_tree *tree, uint32_t node, const char *kind)
{
  static const char *const names[] = {"title", "aria-label", "data-title"};
  pith_slice title;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (pith__attribute_get(tree, node, names[i], &title) &&
        pith__slice_trim(title).len > 0)
      return pith__slice_trim(title);
  return pith__slice_of(kind);
}

/* What an element shows, and how it is called without a title; an empty kind:
 * an image. NULL: no media. */
static const char *
kind_of(const pith_tree *tree, uint32_t node)
{
  static const struct amp_row {
    const char *name, *kind;
  } amp[] = {{"amp-img", ""},
             {"amp-anim", ""},
             {"amp-video", "Video"},
             {"amp-audio", "Audio"},
             {"amp-iframe", "frame"}};
  switch ((pith_tag)tree->nodes[node].tag) {
  case PITH_TAG_IMG:
    return "";
  case PITH_TAG_VIDEO:
    return "Video";
  case PITH_TAG_AUDIO:
    return "Audio";
  case PITH_TAG_IFRAME:
  case PITH_TAG_EMBED:
  case PITH_TAG_OBJECT:
    return "frame";
  case PITH_TAG_UNKNOWN:
    for (size_t i = 0; i < sizeof amp / sizeof *amp; i++)
      if (pith__slice_is(pith__tree_name(tree, node), amp[i].name))
        return amp[i].kind;
    return NULL;
  default:
    return NULL;
  }
}

bool
pith__media_is_amp(const pith_tree *tree, uint32_t node)
{
  return pith__slice_starts(pith__tree_name(tree, node), "amp-") &&
         kind_of(tree, node) != NULL;
}

pith_media
pith__media_of(const pith_tree *tree, uint32_t node)
{
  pith_media media = {{NULL, 0}, {NULL, 0}, false};
  const char *kind = kind_of(tree, node);
  if (!kind || tree->nodes[node].space != PITH_NAMESPACE_HTML)
    return media;
  media.is_image = kind[0] == '\0';
  if (media.is_image) {
    media.address = image_address(tree, node);
    pith__attribute_get(tree, node, "alt", &media.title);
    return media;
  }
  bool frame = kind[0] == 'f';
  media.address = player_address(tree, node);
  media.title = player_title(tree, node, frame ? "Video" : kind);
  if (frame && !is_player(media.address))
    media.address.len = 0;
  return media;
}

/* --- furniture ------------------------------------------------------------ */

/* A word that names furniture. */
typedef struct furniture_word {
  const char *name;
  uint8_t len;
  bool at_end; /* also at the end of longer words: "mastheadlogo" */
} furniture_word;

#define WORD(name)                                                             \
  {                                                                            \
    name, sizeof name - 1, false                                               \
  }
#define ENDS(name)                                                             \
  {                                                                            \
    name, sizeof name - 1, true                                                \
  }

static const furniture_word furniture[] = {
    ENDS("logo"),          ENDS("logos"),
    ENDS("icon"),          ENDS("icons"),
    WORD("favicon"),       ENDS("spacer"),
    ENDS("tracker"),       ENDS("tracking"),
    WORD("pixel"),         WORD("beacon"),
    WORD("blank"),         WORD("clear"),
    WORD("transparent"),   WORD("sprite"),
    WORD("sprites"),       WORD("ad"),
    WORD("ads"),           WORD("adv"),
    WORD("advert"),        WORD("adverts"),
    ENDS("banner"),        ENDS("banners"),
    WORD("adserver"),      WORD("adserv"),
    WORD("doubleclick"),   WORD("sponsor"),
    ENDS("button"),        ENDS("buttons"),
    WORD("btn"),           WORD("btns"),
    WORD("arrow"),         WORD("arrows"),
    WORD("bullet"),        WORD("bullets"),
    WORD("avatar"),        WORD("avatars"),
    ENDS("gravatar"),      WORD("emoji"),
    WORD("smilies"),       WORD("smiley"),
    WORD("smileys"),       WORD("counter"),
    WORD("rss"),           WORD("ico"),
    WORD("badge"),         WORD("placeholder"),
    WORD("loading"),       WORD("advertising"),
    WORD("advertisement"), WORD("share"),
    WORD("social"),        WORD("feed"),
    WORD("track"),
};

/* Whether a word, letters only and at least two, names furniture. Almost none
 * does, and its last letter shows that for most of the names. */
static bool
is_furniture_word(pith_slice word)
{
  char last = (char)(word.data[word.len - 1] | 0x20);
  for (size_t i = 0; i < sizeof furniture / sizeof *furniture; i++) {
    const furniture_word *at = &furniture[i];
    if (at->name[at->len - 1] != last || word.len < at->len ||
        (word.len > at->len && !at->at_end))
      continue;
    const char *end = word.data + word.len;
    if (pith__slice_equal_folded(pith__slice(end - at->len, at->len),
                                 pith__slice(at->name, at->len)))
      return true;
  }
  return false;
}

/* The words of a name are runs of letters, and a capital behind a small
 * letter begins one: "siteLogo". Folders such as "/a/ad/" are a hash. */
static bool
has_furniture_word(pith_slice text)
{
  size_t from = 0;
  for (size_t i = 0; i <= text.len; i++) {
    char c = i < text.len ? text.data[i] : ' ';
    bool capital = c >= 'A' && c <= 'Z' && i > from &&
                   text.data[i - 1] >= 'a' && text.data[i - 1] <= 'z';
    if (pith__is_letter(c) && !capital)
      continue;
    bool hashed = i == from + 2 && from > 2 && text.data[from - 1] == '/' &&
                  text.data[from - 3] == '/';
    if (i > from + 1 && !hashed &&
        is_furniture_word(pith__slice(text.data + from, i - from)))
      return true;
    from = pith__is_letter(c) ? i : i + 1;
  }
  return false;
}

/* An address without its host: "icons.example" holds pictures as well. What
 * an archive put before the address it copied has a host too. */
static pith_slice
path_of(pith_slice address)
{
  size_t at = 0;
  for (size_t i = 0; i + 2 < address.len && address.data[i] != '?'; i++)
    if (memcmp(address.data + i, "://", 3) == 0 ||
        (i == 0 && memcmp(address.data, "//", 2) == 0))
      at = i + 3;
  while (at > 0 && at < address.len && address.data[at] != '/')
    at++;
  return pith__slice(address.data + at, address.len - at);
}

/* Whether the host of an address serves adverts: "ads.example.org". */
static bool
is_ad_host(pith_slice address)
{
  return has_part(address, "//ad.") || has_part(address, "//ads.") ||
         has_part(address, "doubleclick") || has_part(address, "adserver") ||
         has_part(address, "adsystem");
}

/* Whether the image is in a `figure` that has a caption. */
static bool
has_caption(const pith_tree *tree, uint32_t node)
{
  uint32_t figure = tree->nodes[node].parent;
  for (int i = 0; i < CLIMB && tree->nodes[figure].tag != PITH_TAG_FIGURE;
       i++) {
    if (tree->nodes[figure].parent == PITH_NODE_NONE)
      return false;
    figure = tree->nodes[figure].parent;
  }
  if (tree->nodes[figure].tag != PITH_TAG_FIGURE)
    return false;
  uint32_t end = tree->nodes[figure].end;
  for (uint32_t n = figure + 1; n < end && n - figure < LOOK_AT; n++)
    if (tree->nodes[n].kind == PITH_NODE_ELEMENT &&
        tree->nodes[n].tag == PITH_TAG_FIGCAPTION && tree->nodes[n].end > n + 1)
      return true;
  return false;
}

/* Absent sizes count as large. */
static bool
fits_in(const pith_tree *tree, uint32_t node, int32_t width, int32_t height)
{
  return pith__attribute_number(tree, node, "width", 100) <= width &&
         pith__attribute_number(tree, node, "height", 100) <= height;
}

/* Sizes first: they are cheap and certain. */
bool
pith__media_is_furniture(const pith_tree *tree, uint32_t node,
                         const pith_media *media)
{
  pith_slice name;
  if (media->is_image &&
      (fits_in(tree, node, 1, INT32_MAX) || fits_in(tree, node, INT32_MAX, 1)))
    return true;
  if (is_ad_host(media->address))
    return true;
  if (!media->is_image || has_caption(tree, node))
    return false;
  return fits_in(tree, node, ICON_SIDE, ICON_SIDE) ||
         has_furniture_word(path_of(media->address)) ||
         has_furniture_word(media->title) ||
         (pith__attribute_get(tree, node, "class", &name) &&
          has_furniture_word(name)) ||
         (pith__attribute_get(tree, node, "id", &name) &&
          has_furniture_word(name));
}
