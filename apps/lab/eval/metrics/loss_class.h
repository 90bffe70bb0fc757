/* loss_class.h: why a relevant page fell when boilerplate was cut (Table 2 of
 * Ageev et al. 2005, and one class more).
 *
 * The retrieval experiment sorts by rule (docs/lab/experiment.md), a person has
 * the last word in the review page; both name the classes alike.
 */
#ifndef EVAL_LOSS_CLASS_H
#define EVAL_LOSS_CLASS_H

#include <stdbool.h>

typedef enum loss_class {
  LOSS_CONTENT_CUT,  /* content was taken for boilerplate */
  LOSS_NOT_ISOLATED, /* shared text that is no menu went with the frame */
  LOSS_BOILERPLATE_RELEVANT, /* the boilerplate does say what was asked for */
  LOSS_JUDGEMENT,   /* words in boilerplate only: is the page relevant? */
  LOSS_OTHERS_ROSE, /* no word asked for was cut from it */
  LOSS_CLASSES
} loss_class;

/* The name of a class in files, and what it means to people. Lent for the life
 * of the program. */
const char *loss_class_name(loss_class class);
const char *loss_class_text(loss_class class);

/* The class with this name; false when there is none. */
bool loss_class_find(const char *name, loss_class *out);

#endif
