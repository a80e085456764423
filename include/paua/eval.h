/* eval.h - evaluations by name.
 *
 * An evaluation says how good a position is for the side to move without looking ahead.
 */
#ifndef PAUA_EVAL_H
#define PAUA_EVAL_H

#include <paua/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct paua_eval paua_eval; /* opaque, static: never freed */

/* The names: "abla-combined" (the default), "abla-single". */
PAUA_API int paua_eval_count(void);
PAUA_API const char *paua_eval_name(int i); /* 0 .. count-1, else NULL */

#ifdef __cplusplus
}
#endif
#endif /* PAUA_EVAL_H */
