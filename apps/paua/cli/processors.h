/* processors.h - the number of processors. */
#ifndef PAUA_CLI_PROCESSORS_H
#define PAUA_CLI_PROCESSORS_H

/* The number of processors of this machine, 1 to `most`. */
int processors_count(int most);

#endif
