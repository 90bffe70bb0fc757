/*
 * What the files of the chain method's default profile share: from the fates
 * of texts, found in site/boilerplate.c, to verdicts, told in
 * chain_default_emit.c.
 */
#ifndef PITH_METHOD_CHAIN_CHAIN_DEFAULT_PARTS_H
#define PITH_METHOD_CHAIN_CHAIN_DEFAULT_PARTS_H

#include "method/chain/chain_default.h"

/* Turn fates into verdicts. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__chain_emit(pith_chain_classifier *judge,
                             const pith_tree *tree,
                             const pith_page_profile *profile,
                             pith_verdicts *verdicts);

#endif
