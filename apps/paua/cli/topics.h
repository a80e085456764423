/* topics.h - what `paua help` explains besides commands. */
#ifndef PAUA_CLI_TOPICS_H
#define PAUA_CLI_TOPICS_H

/* The names of all topics, with commas between. */
const char *topics_names(void);

/* The text of a topic, whose lines are less than 80 bytes long; NULL if there is none. */
const char *topics_find(const char *name);

#endif
