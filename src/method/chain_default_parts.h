/*
 * What the files of the chain method's default profile share: from the fates
 * of texts, found in site/framing.c, to verdicts, told in
 * chain_default_tell.c.
 */
#ifndef PITH_METHOD_CHAIN_DEFAULT_PARTS_H
#define PITH_METHOD_CHAIN_DEFAULT_PARTS_H

#include "method/chain_default.h"

/* Turn fates into verdicts. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__chain_tell(pith_chain_judge *judge, const pith_tree *tree,
                             const pith_page_sheet *sheet,
                             pith_verdicts *verdicts);

#endif
