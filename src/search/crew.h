/* crew.h - threads that stay between searches and wait for the next: to make one and to await its end takes a fifth of a
 * millisecond. */
#ifndef SEARCH_CREW_H
#define SEARCH_CREW_H

struct crew;

/* Threads that will each do work(contexts[i]); those that the system does not grant are done without. NULL without
 * memory. */
struct crew *crew_new(int count, void (*work)(void *context), void *const *contexts);

/* Lets each thread do its work once; none works. What was written before is seen by them. Waits until they have begun, less
 * than a tenth of a millisecond as a rule; where processors are short it sleeps a few times, and goes on. */
void crew_start(struct crew *crew);

/* Returns when all have done it. What they wrote is seen then. */
void crew_wait(struct crew *crew);

/* Ends the threads, none of which works; NULL is allowed. */
void crew_free(struct crew *crew);

#endif
