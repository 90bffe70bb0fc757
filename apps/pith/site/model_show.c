/* model_show.c: see the header.
 *
 * A text is shown when at least half of the pages of its cluster have it. For
 * people there is a bound on clusters and texts; JSON has no bound but that of
 * the model. Pages that share their boilerplate with no other are only counted.
 */
#include "pith/site/model_show.h"

#include "common/output/text_out.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
  CLUSTERS_SHOWN = 12, /* for people */
  TEXTS_SHOWN = 24
};

/* What the functions below pass on. */
typedef struct shower {
  text_out out;
  pith_site_model *model; /* borrowed; open */
  bool json;
  pith_status status;
} shower;

/* Numbers are written without separators in both forms. */
static void
show_number(shower *to, const char *before, unsigned long number)
{
  text_out_text(&to->out, before);
  text_out_number(&to->out, number, 0);
}

/* JSON for programs, aligned columns for people. */
static void
show_texts(shower *to, const pith_shared_text *texts, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    if (to->json) {
      text_out_text(&to->out, i ? ",{\"text\":" : "{\"text\":");
      text_out_json_name(&to->out, texts[i].text.data, texts[i].text.len);
      show_number(to, ",\"pages\":", texts[i].pages);
      text_out_text(&to->out, "}");
    } else {
      text_out_number(&to->out, texts[i].pages, 8);
      text_out_text(&to->out, "  ");
      text_out_line(&to->out, texts[i].text.data, texts[i].text.len);
      text_out_text(&to->out, "\n");
    }
  }
}

/* The texts that half of a cluster's pages have. */
static void
show_cluster_texts(shower *to, const pith_site_model_cluster *cluster)
{
  const pith_shared_text *texts;
  uint32_t count;
  uint32_t least = cluster->pages / 2 + cluster->pages % 2;
  to->status = pith_site_model_texts(to->model, cluster->id, least, UINT32_MAX,
                                     &texts, &count);
  if (to->status != PITH_OK)
    return;
  uint32_t shown = !to->json && count > TEXTS_SHOWN ? TEXTS_SHOWN : count;
  show_texts(to, texts, shown);
  if (shown < count) {
    show_number(to, "          and ", count - shown);
    text_out_text(&to->out, " more\n");
  }
}

/* The texts of a cluster are listed one cluster at a time: the model lends
 * one list. */
static void
show_cluster(shower *to, const pith_site_model_cluster *cluster, bool first)
{
  if (to->json) {
    show_number(to, first ? "{\"id\":" : ",{\"id\":", cluster->id);
    show_number(to, ",\"pages\":", cluster->pages);
    text_out_text(&to->out, ",\"texts\":[");
    show_cluster_texts(to, cluster);
    text_out_text(&to->out, "]}");
  } else {
    show_number(to, "\ncluster ", cluster->id);
    show_number(to, ": ", cluster->pages);
    text_out_text(&to->out,
                  " pages; shared texts and how many pages have them:\n");
    show_cluster_texts(to, cluster);
  }
}

/* `clusters` counts those of two pages and more; the JSON has them as a list
 * instead. The marks by which models are refused are for programs only: people
 * see the message. */
static void
show_facts(shower *to, uint32_t clusters)
{
  pith_site_model_facts facts = {.size = sizeof facts};
  char digest[20];
  pith_site_model_describe(to->model, &facts);
  if (to->json) {
    show_number(to, "{\"v\":1,\"pages\":", facts.pages);
    show_number(to, ",\"most_pages\":", facts.most_pages);
    show_number(to, ",\"estimate\":", facts.estimate);
    show_number(to, ",\"revision\":", facts.revision);
    snprintf(digest, sizeof digest, "%016llx",
             (unsigned long long)facts.options);
    text_out_print(&to->out, ",\"options\":\"%s\"", digest);
    text_out_text(&to->out, ",\"key\":");
    text_out_json_name(&to->out, facts.key, strlen(facts.key));
    return;
  }
  if (*facts.key) {
    text_out_text(&to->out, "site ");
    text_out_line(&to->out, facts.key, strlen(facts.key));
    text_out_text(&to->out, "\n");
  }
  show_number(to, "", facts.pages);
  show_number(to, " pages, of about ", facts.estimate);
  show_number(to, " that were read; it keeps at most ", facts.most_pages);
  show_number(to, "\n", clusters);
  text_out_text(&to->out, " clusters of pages with the same boilerplate\n");
}

/* The pages that are clusters by themselves, behind the others. */
static void
show_rest(shower *to, uint32_t single, uint32_t hidden)
{
  if (to->json) {
    show_number(to, "],\"alone\":", single);
    text_out_text(&to->out, "}\n");
    return;
  }
  if (hidden > 0) {
    show_number(to, "\nand ", hidden);
    text_out_text(&to->out, " smaller clusters\n");
  }
  if (single > 0) {
    show_number(to, "\n", single);
    text_out_text(&to->out, " pages share their boilerplate with no other\n");
  }
}

/* Clusters come largest first, so those of one page are at the end. */
static void
show_all(shower *to)
{
  const pith_site_model_cluster *clusters;
  uint32_t count;
  to->status = pith_site_model_clusters(to->model, &clusters, &count);
  if (to->status != PITH_OK)
    return;
  uint32_t real = count; /* without those of one page */
  while (real > 0 && clusters[real - 1].pages < 2)
    real--;
  uint32_t shown = !to->json && real > CLUSTERS_SHOWN ? CLUSTERS_SHOWN : real;
  show_facts(to, real);
  if (to->json)
    text_out_text(&to->out, ",\"clusters\":[");
  for (uint32_t i = 0; i < shown && to->status == PITH_OK; i++)
    show_cluster(to, &clusters[i], i == 0);
  show_rest(to, count - real, real - shown);
}

/* Output that was begun is ended in any case; the model's failure is the one
 * that is reported. */
exit_code
model_show(const char *path, pith_site_model *model, bool json)
{
  shower to = {.model = model, .json = json};
  text_out_init(&to.out, STDOUT_FILENO);
  show_all(&to);
  exit_code code = text_out_end(&to.out);
  text_out_done(&to.out);
  if (to.status != PITH_OK) {
    message("%s: %s", path, pith_status_text(to.status));
    code = EXIT_ENVIRONMENT;
  }
  return code;
}
