/*
 * Which blocks stay in, verdicts on ranges out, each with a reason.
 */
#ifndef PITH_METHOD_AUTO_TELL_H
#define PITH_METHOD_AUTO_TELL_H

#include "block/feature.h"
#include "method/auto_choice.h"
#include "verdict/verdict.h"

/* Tell of all blocks; an element all of whose blocks go is one range. The list
 * is appended to `verdicts` in offsets of the text, not settled. `evidence` may
 * be NULL. */
pith_status pith__auto_tell(const pith_block_scene *scene,
                            const pith_auto_choice *choice,
                            const pith_block_evidence *evidence,
                            pith_verdicts *verdicts);

#endif
