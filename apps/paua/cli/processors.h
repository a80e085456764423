/* processors.h - how many threads there are processors for. */
#ifndef PAUA_CLI_PROCESSORS_H
#define PAUA_CLI_PROCESSORS_H

/* Processors of this machine: at least 1, at most as many as `most`. */
int processors_count(int most);

#endif
