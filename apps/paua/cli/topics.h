/* topics.h - the topics of `paua help TOPIC`. */
#ifndef PAUA_CLI_TOPICS_H
#define PAUA_CLI_TOPICS_H

/* The names of all topics, separated by commas. */
const char *topics_names(void);

/* The text of a topic, in lines of less than 80 bytes; NULL: unknown topic. */
const char *topics_find(const char *name);

#endif
