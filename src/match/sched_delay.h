/* sched_delay.h - how long threads that were ready to run have been kept waiting for a processor.
 * On a busy machine this is nobody's time to think. Linux counts it (schedstat); elsewhere it is
 * 0. */
#ifndef MATCH_SCHED_DELAY_H
#define MATCH_SCHED_DELAY_H

#include <stdint.h>
#include <sys/types.h>

/* The calling thread, since it began, in ms. */
int64_t sched_delay_of_thread(void);

/* All threads of a process together, in ms; 0 when it is gone. */
int64_t sched_delay_of_process(pid_t pid);

#endif
