/*
 * Which blocks stay in, verdicts on ranges out, each with a reason.
 */
#ifndef PITH_METHOD_AUTO_AUTO_EMIT_H
#define PITH_METHOD_AUTO_AUTO_EMIT_H

#include "method/auto/feature.h"
#include "method/auto/auto_choice.h"
#include "verdict/verdict.h"

/* Emit verdicts on all blocks; an element all of whose blocks go is one range.
 * The list is appended to `verdicts` in offsets of the text, not settled.
 * `evidence` may be NULL. */
pith_status pith__auto_emit(const pith_block_context *context,
                            const pith_auto_choice *choice,
                            const pith_block_evidence *evidence,
                            pith_verdicts *verdicts);

#endif
