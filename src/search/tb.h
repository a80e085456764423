/* tb.h - tablebases (solved boards, <paua/table.h>) in a search. */
#ifndef SEARCH_TB_H
#define SEARCH_TB_H

#include "search/worker.h"

struct tablebase {
    const paua_table *table; /* borrowed */
    paua_probe *probe;       /* owned */
    bool applies;            /* board and rules are those of the current search */
};

/* Gives a worker its tablebases: PAUA_OK, or PAUA_ERROR_NO_MEMORY with nothing changed. */
paua_status tb_use_tables(struct worker *worker, const paua_table *const *tables, int count);
void tb_free(struct tablebase *tablebases, int count);

/* Finds out which tablebases apply to this search; the worker is at the root. */
void tb_set_up(struct worker *worker);

/* Whether a tablebase knows the score of the position, at least as well as a search of this depth
 * would. Only while worker->tb_applies. */
bool tb_probe_score(struct worker *worker, int ply, int depth, int *score);

/* Lengthens the line in worker->pv[0] by best play, to the end of the game or of the room. */
void tb_extend_pv(struct worker *worker);

#endif
