/* analysis.h - the lines of an analysis as JSON: the same that the server streams
 * (src/json/search_json.h, docs/http-api.md). */
#ifndef WEB_ANALYSIS_H
#define WEB_ANALYSIS_H

#include <paua/explain.h>

#include "buffer.h"

/* A line of one depth, {"type":"depth", ...}. */
void write_depth(struct web_buffer *out, const paua_board *board, const paua_search_info *info);

/* The last line, {"type":"end", ...}. `best` may be PAUA_NO_MOVE. */
void write_end(struct web_buffer *out, const paua_board *board, paua_outcome outcome,
               paua_move best, const paua_explanation *explanation);

#endif
