/* The layer method's default profile: trees matched from the top down, what
 * several partners vote, and which pages are partners. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "method/layer/layer.h"
#include "method/layer/layer_align.h"
#include "method/layer/layer_partners.h"
#include "method/layer/layer_zones.h"
#include "unit/failing_allocator.h"
#include "unit/render/page_helper.h"

#include <stdio.h>
#include <stdlib.h>

/* --- matching of trees ---------------------------------------------------- */

typedef struct tree_page {
  test_page page;
  pith_layer_page layer;
} tree_page;

static void
load(tree_page *in, const char *html)
{
  assert_int_equal(page_load(&in->page, NULL, pith__slice_of(html)), PITH_OK);
  pith__layer_page_init(&in->layer, &in->page.memory);
  assert_int_equal(pith__layer_page_read(&in->layer, &in->page.model), PITH_OK);
}

static void
unload(tree_page *in)
{
  pith__layer_page_done(&in->layer);
  page_done(&in->page);
}

/* Match two pages: how many texts of the first are where the same text of
 * the second does, and how many where another does. */
static void
align(const char *one, const char *two, uint32_t *same, uint32_t *changed)
{
  tree_page mine, other;
  pith_layer_aligner aligner;
  load(&mine, one);
  load(&other, two);
  pith__layer_aligner_init(&aligner, &mine.page.memory);
  assert_int_equal(pith__layer_align(&aligner, &mine.layer, &other.layer),
                   PITH_OK);
  *same = *changed = 0;
  for (uint32_t n = 1; n < mine.layer.count; n++) {
    if (!pith__layer_is_text(&mine.layer.nodes[n]) ||
        aligner.other[n] == PITH_LAYER_NONE)
      continue;
    const pith_layer_node *found = &other.layer.nodes[aligner.other[n]];
    *same += found->label == mine.layer.nodes[n].label;
    *changed += found->label != mine.layer.nodes[n].label;
  }
  pith__layer_aligner_done(&aligner);
  unload(&other);
  unload(&mine);
}

static void
entry_more_shifts_nothing(void **state)
{
  (void)state;
  uint32_t same, changed;
  align("<ul><li>Home<li>News<li>About<li>Contact</ul>",
        "<ul><li>Home<li>News<li>Sport<li>Shop<li>About<li>Contact</ul>", &same,
        &changed);
  assert_int_equal(same, 4);
  align("<ul><li>Home<li>News<li>Sport<li>Shop<li>About<li>Contact</ul>",
        "<ul><li>Home<li>News<li>About<li>Contact</ul>", &same, &changed);
  assert_int_equal(same, 4);
}

static void
places_with_other_text_are_pairs(void **state)
{
  (void)state;
  uint32_t same, changed;
  align("<div class=a>Menu</div><div class=b>Text one</div>",
        "<div class=a>Menu</div><div class=b>Text two</div>", &same, &changed);
  assert_int_equal(same, 1);
  assert_int_equal(changed, 1);
  align("<div class=a>One</div>", "<table><tr><td>One</table>", &same,
        &changed);
  assert_int_equal(same, 0);
}

static void
boxes_without_names_go_by_their_texts(void **state)
{
  (void)state;
  uint32_t same, changed;
  align("<body><div><b>x</b> new</div><div><i>Site</i> <b>old</b> one</div>",
        "<body><div><i>Site</i> <b>old</b> two</div>", &same, &changed);
  assert_int_equal(same, 2);
}

static void
renamed_boxes_are_pairs_by_their_texts(void **state)
{
  (void)state;
  uint32_t same, changed;
  const char *const menu = "<b>one</b><b>two</b><b>three</b><b>four</b>"
                           "<b>five</b><b>six</b><b>seven</b><b>eight</b>";
  char asia[512], africa[512];
  snprintf(asia, sizeof asia,
           "<body><p>x</p><div class=asia>%s<i>this</i></div>", menu);
  snprintf(africa, sizeof africa,
           "<body><p>y</p><div class=africa>%s<i>that</i></div>", menu);
  align(asia, africa, &same, &changed);
  assert_int_equal(same, 8);
  assert_int_equal(changed, 2);
  align("<body><p>x</p><div class=asia><b>one</b><i>this</i></div>",
        "<body><p>y</p><div class=africa><b>one</b><i>that</i></div>", &same,
        &changed);
  assert_int_equal(same, 0); /* one text in common says little */
}

/* `count` items, each with its own text, and one more in the middle. */
static char *
long_list(uint32_t count, bool more)
{
  size_t room = 32 + 40 * (size_t)count, len = 0;
  char *html = malloc(room);
  assert_non_null(html);
  len += (size_t)snprintf(html, room, "<ul>");
  for (uint32_t i = 0; i < count; i++) {
    if (more && i == count / 2)
      len += (size_t)snprintf(html + len, room - len, "<li>more</li>");
    len += (size_t)snprintf(html + len, room - len, "<li>item<b>%u</b></li>",
                            i * (i % 7 == 3 && more ? 3 : 1));
  }
  return html;
}

static uint64_t
steps_of(uint32_t count)
{
  tree_page mine, other;
  pith_layer_aligner aligner;
  char *one = long_list(count, false), *two = long_list(count, true);
  load(&mine, one);
  load(&other, two);
  pith__layer_aligner_init(&aligner, &mine.page.memory);
  assert_int_equal(pith__layer_align(&aligner, &mine.layer, &other.layer),
                   PITH_OK);
  uint64_t steps = aligner.steps;
  pith__layer_aligner_done(&aligner);
  unload(&other);
  unload(&mine);
  free(one);
  free(two);
  return steps;
}

static void
work_is_linear(void **state)
{
  (void)state;
  uint64_t once = steps_of(20000);
  assert_in_range(once, 20000, 20000ull * 300);
  assert_in_range(steps_of(40000), once, once * 22 / 10);
}

/* --- votes ---------------------------------------------------------------- */

/* A page of a site: a menu, a changing slot, a text, a footer. */
static void
write_page(char *out, size_t room, uint32_t page, const char *slot)
{
  size_t len = (size_t)snprintf(
      out, room,
      "<title>Story %u</title><body><div class=head><a href=/>The "
      "site</a></div>"
      "<ul class=menu><li><a href=a>Home</a><li><a href=b>News</a><li><a "
      "href=c>Contact</a></ul><div class=slot><a href=http://ad.example/%u>%s"
      "</a></div><div class=main><h1>Story %u</h1>",
      page, page, slot, page);
  for (uint32_t i = 0; i < 4; i++)
    len += (size_t)snprintf(out + len, room - len,
                            "<p>Paragraph %c%c of story %u says things that no "
                            "other page of it says, number %u%c.</p>",
                            'a' + (int)(page % 20), 'k' + (int)i, page, i,
                            'a' + (int)(page % 20));
  snprintf(out + len, room - len,
           "</div><div class=foot>Copyright of the site</div>");
}

/* The text that is left of page 0 when classified by `count` partners. */
static void
classify(char pages[][2048], uint32_t count, char *out, size_t room)
{
  test_page loaded[9];
  pith_page_model *partners[8];
  pith_layer_report report;
  for (uint32_t i = 0; i <= count; i++)
    assert_int_equal(page_load(&loaded[i], NULL, pith__slice_of(pages[i])),
                     PITH_OK);
  for (uint32_t i = 0; i < count; i++)
    partners[i] = &loaded[i + 1].model;
  pith_layer_call call = {.page = &loaded[0].model,
                          .partners = partners,
                          .partner_count = count,
                          .pdoc = 5};
  assert_int_equal(pith__layer_classify(&call, &loaded[0].verdicts, &report),
                   PITH_OK);
  pith__verdicts_settle(&loaded[0].verdicts);
  assert_true(pith__verdicts_are_valid(&loaded[0].verdicts,
                                       (uint32_t)strlen(pages[0])));
  page_render(&loaded[0], FORMAT_TEXT);
  snprintf(out, room, "%.*s", (int)loaded[0].out.len,
           loaded[0].out.data ? loaded[0].out.data : "");
  for (uint32_t i = 0; i <= count; i++)
    page_done(&loaded[i]);
}

static void
boilerplate_goes_and_text_stays(void **state)
{
  (void)state;
  char pages[5][2048], out[4096], slot[32];
  for (uint32_t i = 0; i < 5; i++) {
    snprintf(slot, sizeof slot, "Buy thing %c now", 'a' + (int)i);
    write_page(pages[i], sizeof pages[i], i, slot);
  }
  classify(pages, 4, out, sizeof out);
  assert_non_null(strstr(out, "Story 0"));
  assert_non_null(strstr(out, "Paragraph an"));
  assert_null(strstr(out, "Home"));
  assert_null(strstr(out, "Contact"));
  assert_null(strstr(out, "Copyright"));
  assert_null(strstr(out, "The site"));
  assert_null(strstr(out, "Buy thing")); /* the slot changes: an advert */
}

/* A page whose text has fields around it and a list of links in it. */
static void
write_fields(char *out, size_t room, uint32_t page, const char *tail)
{
  static const char *const months[] = {"May", "June", "July", "August",
                                       "March"};
  char c = (char)('a' + (int)page);
  snprintf(out, room,
           "<title>Story %c of the sea</title><body><div class=main>"
           "<h1>Story %c of the sea</h1><div class=date>Published %u %s, "
           "at 1%u:30.</div><p>The %c first sentence of the story is long "
           "enough to be no field, as sentences are.</p>"
           "<div class=more><h4>More on this</h4><ul><li><a href=1>link %c one"
           "</a><li><a href=2>link %c two</a></ul></div>"
           "<p>The %c second sentence is as long as the first one and says "
           "other things than it did, of ships in the ice and of those who "
           "walked home over it, one after the other, all night.</p><p>A %c "
           "short last line</p>%s"
           "<div class=tags>ice %c boats</div></div>",
           c, c, page + 3, months[page], page, c, c, c, c, c, tail, c);
}

static void
fields_around_the_text_go(void **state)
{
  (void)state;
  char pages[5][2048], out[4096];
  for (uint32_t i = 0; i < 5; i++)
    write_fields(pages[i], sizeof pages[i], i, "");
  classify(pages, 4, out, sizeof out);
  assert_non_null(strstr(out, "Story a of the sea"));
  assert_non_null(strstr(out, "a first sentence"));
  assert_non_null(strstr(out, "a second sentence"));
  assert_non_null(strstr(out, "A a short last line")); /* a paragraph more */
  assert_null(strstr(out, "Published"));
  assert_null(strstr(out, "boats"));
  assert_null(strstr(out, "More on this"));
  assert_null(strstr(out, "link a one"));
}

static void
what_partners_have_not_is_no_field(void **state)
{
  (void)state;
  char pages[5][2048], out[4096];
  write_fields(pages[0], sizeof pages[0], 0,
               "<div class=note>only here a note</div>");
  for (uint32_t i = 1; i < 5; i++)
    write_fields(pages[i], sizeof pages[i], i, "");
  classify(pages, 4, out, sizeof out);
  assert_non_null(strstr(out, "only here a note"));
}

/* Pages that are all fields keep them. */
static void
pages_of_fields_keep_them(void **state)
{
  (void)state;
  char pages[5][2048], out[4096];
  for (uint32_t i = 0; i < 5; i++)
    snprintf(pages[i], sizeof pages[i],
             "<body><div class=card><p>The %c thing is described in a sentence "
             "of some length.</p><div class=colour>painted %c lilac</div>"
             "<div class=size>%c ells by an ell</div></div>",
             'a' + (int)i, 'f' + (int)i, 'k' + (int)i);
  classify(pages, 4, out, sizeof out);
  assert_non_null(strstr(out, "painted f lilac"));
  assert_non_null(strstr(out, "k ells"));
}

static void
page_is_never_emptied(void **state)
{
  (void)state;
  char pages[4][2048], out[4096];
  for (uint32_t i = 0; i < 4; i++)
    snprintf(pages[i], sizeof pages[i],
             "<body><p>All pages have the same text, and that is all that they "
             "say to anybody who comes along and looks for more, which is not "
             "to be had here, on none of the pages.</p><!-- %u --><i>%c</i>",
             i, 'a' + (int)i);
  classify(pages, 3, out, sizeof out);
  assert_non_null(strstr(out, "All pages have"));
}

static void
copies_are_no_witnesses(void **state)
{
  (void)state;
  char pages[3][2048], out[4096];
  for (uint32_t i = 0; i < 3; i++)
    write_page(pages[i], sizeof pages[i], 0, "Same");
  classify(pages, 2, out, sizeof out);
  assert_non_null(strstr(out, "Paragraph"));
  assert_non_null(strstr(out, "Home")); /* nobody was asked */
}

/* A thread of a forum: `posts` of them, with who wrote each, and when. */
static void
write_thread(char *out, size_t room, uint32_t page, uint32_t posts)
{
  size_t len = (size_t)snprintf(out, room,
                                "<title>Thread %c</title><body><div "
                                "class=main><h1>Thread %c</h1>",
                                'a' + (int)page, 'a' + (int)page);
  for (uint32_t i = 0; i < posts; i++)
    len += (size_t)snprintf(
        out + len, room - len,
        "<div class=post><div class=who><a href=u%u>user%c%c</a> <b>Posts:</b> "
        "%u</div><div class=say>%c%c thinks that the ice will hold until the "
        "end of the month, if the wind comes from the north as it did last "
        "year.</div><div class=up><a href=#>Top</a></div></div>",
        i, 'a' + (int)page, 'k' + (int)i, 7 * i + page, 'a' + (int)page,
        'k' + (int)i);
  snprintf(out + len, room - len, "</div>");
}

static void
frames_of_posts_go(void **state)
{
  (void)state;
  char pages[4][2048], out[4096];
  for (uint32_t i = 0; i < 4; i++)
    write_thread(pages[i], sizeof pages[i], i, i == 0 ? 6 : 2);
  classify(pages, 3, out, sizeof out);
  assert_non_null(strstr(out, "Thread a"));
  assert_non_null(strstr(out, "ak thinks")); /* the first post */
  assert_non_null(strstr(out, "ap thinks")); /* the last, which no other has */
  assert_null(strstr(out, "useral"));
  assert_null(strstr(out, "userap"));
  assert_null(strstr(out, "Posts:"));
  assert_null(strstr(out, "Top"));
}

/* Where most of a page would be frames, it is a list, and they stay. */
static void
lists_keep_their_items(void **state)
{
  (void)state;
  char pages[4][2048], out[4096];
  for (uint32_t p = 0; p < 4; p++) {
    size_t len = (size_t)snprintf(pages[p], sizeof pages[p],
                                  "<body><div class=main><p>All %c things that "
                                  "can be had from us this winter.</p>",
                                  'a' + (int)p);
    for (uint32_t i = 0; i < 6; i++)
      len += (size_t)snprintf(pages[p] + len, sizeof pages[p] - len,
                              "<div class=item>lamp %c%c of brass, green "
                              "<a href=%u>Order</a></div>",
                              'a' + (int)p, 'k' + (int)i, i);
    snprintf(pages[p] + len, sizeof pages[p] - len, "</div>");
  }
  classify(pages, 3, out, sizeof out);
  assert_non_null(strstr(out, "lamp ak"));
  assert_non_null(strstr(out, "lamp ap"));
}

/* A page with, if it is the first, the name of its section over the title, a
 * box in the text that begins as boxes of other pages do, and teasers and the
 * title again below. */
static void
write_story(char *out, size_t room, uint32_t page)
{
  char c = (char)('a' + (int)page);
  snprintf(
      out, room,
      "<title>Story %c of the sea</title><body><div class=top>%s<a "
      "href=/>Home</a> <a href=/n>News</a> <a "
      "href=/w>Weather</a></div><div class=main><h1>Story %c of the sea</h1>"
      "<p>The %c first sentence of the story is long enough to be no field, "
      "as sentences are.</p><div class=box%s><a href=#on>Continue "
      "reading the story</a><b>Ships %c lost</b> three %c in May</div>"
      "<p>The %c second sentence is as long as the first one and says other "
      "things than it did, of ships in the ice and of those who walked home "
      "over it, one after the other, all night.</p></div>"
      "<div class=more><ul><li><h3><a href=1>Other %c story</a></h3><p>The %c "
      "minister says that the harbour will open again when the ice is "
      "gone.</p></li></ul></div><div class=talk><b>Story %c of the "
      "sea</b> <a href=l>Log in</a></div>",
      c, page == 0 ? "<h2><i>China</i></h2>" : "", c, c, page == 0 ? "a" : "b",
      c, c, c, c, c, c);
}

static void
what_surrounds_a_story_goes(void **state)
{
  (void)state;
  char pages[4][2048], out[4096];
  for (uint32_t i = 0; i < 4; i++)
    write_story(pages[i], sizeof pages[i], i);
  classify(pages, 3, out, sizeof out);
  assert_non_null(strstr(out, "a first sentence"));
  assert_non_null(strstr(out, "a second sentence"));
  assert_null(strstr(out, "China")); /* the section */
  assert_null(strstr(out, "Continue"));
  assert_null(strstr(out, "Ships a lost")); /* the box that it begins */
  assert_null(strstr(out, "minister"));     /* a teaser */
  const char *title = strstr(out, "Story a of the sea");
  assert_non_null(title);
  assert_null(strstr(title + 1, "Story a of the sea")); /* an echo of it */
}

/* --- partners ------------------------------------------------------------- */

static void
add(pith_layer_index *index, const char *name, const char *html)
{
  test_page page;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  assert_int_equal(
      pith__layer_index_add(index, pith__slice_of(name), &page.model), PITH_OK);
  page_done(&page);
}

/* The names of the partners of `name`, joined by blanks. */
static void
choose(const pith_layer_index *index, const char *name, char *out, size_t room)
{
  pith_slice names[8];
  uint32_t count =
      pith__layer_index_choose(index, pith__slice_of(name), 8, names);
  size_t len = 0;
  out[0] = '\0';
  for (uint32_t i = 0; i < count; i++)
    len += (size_t)snprintf(out + len, room - len, "%.*s ", (int)names[i].len,
                            names[i].data);
}

static void
partners_are_of_the_same_layer(void **state)
{
  (void)state;
  pith_memory memory;
  pith_layer_index index;
  char out[512], html[256], name[64];
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith__layer_index_init(&index, &memory);
  for (uint32_t i = 0; i < 6; i++) {
    snprintf(html, sizeof html, "<title>News %u</title><div>text %u</div>", i,
             i);
    snprintf(name, sizeof name, "news/201%u/0%u/story.html", i, i);
    add(&index, name, html);
    snprintf(html, sizeof html, "<title>Shop %u</title><div>thing %u</div>", i,
             i);
    snprintf(name, sizeof name, "shop/thing%u.html", i);
    add(&index, name, html);
  }
  pith__layer_index_close(&index);
  choose(&index, "shop/thing2.html", out, sizeof out);
  assert_null(strstr(out, "news"));
  assert_null(strstr(out, "thing2"));
  assert_non_null(strstr(out, "thing5"));
  choose(&index, "news/2013/03/story.html", out, sizeof out);
  assert_non_null(strstr(out, "news/2010/00/story.html"));
  assert_null(strstr(out, "shop"));
  choose(&index, "other.html", out, sizeof out);
  assert_string_equal(out, "");
  pith__layer_index_done(&index);
  assert_int_equal(memory.used, 0);
}

static void
parts_of_one_story_are_no_partners(void **state)
{
  (void)state;
  pith_memory memory;
  pith_layer_index index;
  char out[512];
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith__layer_index_init(&index, &memory);
  add(&index, "a/one.html",
      "<title>1</title><a rel=next href=two.html>on</a> text");
  add(&index, "a/two.html", "<title>2</title>other text");
  add(&index, "a/three.html", "<title>3</title>third text");
  add(&index, "a/copy.html", "<title>3</title>third text");
  add(&index, "a/long-1.html", "<title>Long</title>part one");
  add(&index, "a/long-2.html", "<title>Long</title>part two");
  pith__layer_index_close(&index);
  choose(&index, "a/one.html", out, sizeof out);
  assert_null(strstr(out, "two"));
  assert_non_null(strstr(out, "three"));
  choose(&index, "a/two.html", out, sizeof out); /* the link leads here */
  assert_null(strstr(out, "one"));
  choose(&index, "a/three.html", out, sizeof out);
  assert_null(strstr(out, "copy"));
  choose(&index, "a/long-1.html", out, sizeof out);
  assert_null(strstr(out, "long-2"));
  assert_non_null(strstr(out, "a/one"));
  pith__layer_index_done(&index);
}

static void
order_of_adding_changes_nothing(void **state)
{
  (void)state;
  pith_memory memory;
  pith_layer_index one, two, part;
  char html[128], name[32], first[512], second[512];
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith__layer_index_init(&one, &memory);
  pith__layer_index_init(&two, &memory);
  pith__layer_index_init(&part, &memory);
  for (uint32_t i = 0; i < 40; i++)
    for (int which = 0; which < 2; which++) {
      uint32_t n = which ? 39 - i : i;
      snprintf(html, sizeof html, "<title>%u</title><div class=c%c>text %u", n,
               'a' + (int)(n % 3), n);
      snprintf(name, sizeof name, "%u.html", n);
      add(which ? (i % 2 ? &two : &part) : &one, name, html);
    }
  assert_int_equal(pith__layer_index_merge(&two, &part), PITH_OK);
  pith__layer_index_close(&one);
  pith__layer_index_close(&two);
  for (uint32_t n = 0; n < 40; n++) {
    snprintf(name, sizeof name, "%u.html", n);
    choose(&one, name, first, sizeof first);
    choose(&two, name, second, sizeof second);
    assert_string_equal(first, second);
  }
  pith__layer_index_done(&part);
  pith__layer_index_done(&two);
  pith__layer_index_done(&one);
  assert_int_equal(memory.used, 0);
}

static void
index_survives_failing_memory(void **state)
{
  (void)state;
  test_page page;
  assert_int_equal(
      page_load(&page, NULL, pith__slice_of("<title>t</title><p>a<p>b")),
      PITH_OK);
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith_memory memory;
    pith_layer_index index;
    pith__memory_init(&memory, &allocator, SIZE_MAX);
    pith__layer_index_init(&index, &memory);
    pith_status status =
        pith__layer_index_add(&index, pith__slice_of("a"), &page.model);
    assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    pith__layer_index_done(&index);
    assert_true(failing_allocator_is_clean(&failing));
    if (!failing.failed)
      break;
  }
  page_done(&page);
}

/* --- zones ---------------------------------------------------------------- */

static void
zones_of_like_pages_are_alike(void **state)
{
  (void)state;
  char pages[2][2048];
  test_page one, two;
  pith_layer_zones zones;
  write_page(pages[0], sizeof pages[0], 0, "Buy this");
  write_page(pages[1], sizeof pages[1], 1, "Buy that");
  assert_int_equal(page_load(&one, NULL, pith__slice_of(pages[0])), PITH_OK);
  assert_int_equal(page_load(&two, NULL, pith__slice_of(pages[1])), PITH_OK);
  assert_int_equal(pith__layer_zones_compare(&one.model, &two.model, &zones),
                   PITH_OK);
  for (int zone = 0; zone < PITH_ZONES; zone++)
    assert_true(zones.alike[zone]);
  page_done(&two);
  assert_int_equal(
      page_load(&two, NULL, pith__slice_of("<table><tr><td>No menu here")),
      PITH_OK);
  assert_int_equal(pith__layer_zones_compare(&one.model, &two.model, &zones),
                   PITH_OK);
  assert_false(zones.alike[PITH_ZONE_NAVIGATION]);
  page_done(&two);
  page_done(&one);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(entry_more_shifts_nothing),
      cmocka_unit_test(places_with_other_text_are_pairs),
      cmocka_unit_test(boxes_without_names_go_by_their_texts),
      cmocka_unit_test(renamed_boxes_are_pairs_by_their_texts),
      cmocka_unit_test(work_is_linear),
      cmocka_unit_test(boilerplate_goes_and_text_stays),
      cmocka_unit_test(fields_around_the_text_go),
      cmocka_unit_test(what_partners_have_not_is_no_field),
      cmocka_unit_test(pages_of_fields_keep_them),
      cmocka_unit_test(page_is_never_emptied),
      cmocka_unit_test(copies_are_no_witnesses),
      cmocka_unit_test(frames_of_posts_go),
      cmocka_unit_test(lists_keep_their_items),
      cmocka_unit_test(what_surrounds_a_story_goes),
      cmocka_unit_test(partners_are_of_the_same_layer),
      cmocka_unit_test(parts_of_one_story_are_no_partners),
      cmocka_unit_test(order_of_adding_changes_nothing),
      cmocka_unit_test(index_survives_failing_memory),
      cmocka_unit_test(zones_of_like_pages_are_alike),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
