/* loss_class.c: see the header.
 *
 * The names are a contract: they are in losses.jsonl and in the store of
 * reviews. The texts are for people and may be reworded. Both are in the order
 * of the enum.
 */
#include "lab/eval/metrics/loss_class.h"

#include <string.h>

const char *
loss_class_name(loss_class class)
{
  static const char *const names[LOSS_CLASSES] = {"content-cut", "not-isolated",
                                                  "boilerplate-relevant",
                                                  "judgement", "others-rose"};
  return names[class];
}

const char *
loss_class_text(loss_class class)
{
  static const char *const texts[LOSS_CLASSES] = {
      "content was cut", "boilerplate looks like shared text",
      "boilerplate has relevant information", "is the page relevant at all?",
      "nothing asked for was cut: other pages rose"};
  return texts[class];
}

bool
loss_class_find(const char *name, loss_class *out)
{
  for (int i = 0; i < LOSS_CLASSES; i++)
    if (strcmp(name, loss_class_name((loss_class)i)) == 0) {
      *out = (loss_class)i;
      return true;
    }
  return false;
}
