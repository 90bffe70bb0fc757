/*
 * The trained weights of the method `auto`, ready for use.
 */
#ifndef PITH_METHOD_AUTO_AUTO_WEIGHTS_H
#define PITH_METHOD_AUTO_AUTO_WEIGHTS_H

#include "method/auto/token_values.h"

/* What the model knows of names and of words. Lent for the program's life. */
void pith__auto_values(pith_token_values *path, pith_token_values *words);

/* Whether there is a model, and it was trained on the columns that the library
 * has. A test makes sure of the latter. */
bool pith__auto_is_trained(void);
bool pith__auto_columns_fit(void);

#endif
