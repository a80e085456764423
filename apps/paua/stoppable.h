/* stoppable.h - work of an engine that Ctrl-C ends, whatever it is doing. */
#ifndef PAUA_APP_STOPPABLE_H
#define PAUA_APP_STOPPABLE_H

#include <stdbool.h>

#include <paua/search.h>

/* Runs work(context) on a thread of its own; on an interrupt every search of the engine ends as soon as it can, until the
 * work is done. False: no thread could be started. */
bool stoppable_run(paua_engine *engine, void (*work)(void *context), void *context);

#endif
