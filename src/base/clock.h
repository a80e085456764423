/* clock.h - time that only goes forward. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Since an arbitrary moment; never goes back. */
int64_t clock_now_ms(void);
int64_t clock_now_ns(void);

/* The same, and it does not stand still while the machine sleeps. */
int64_t clock_boot_ms(void);

/* Time that the calling thread has had a processor. */
int64_t clock_thread_ms(void);

#endif
