/* topics.h - the topics of `paua help TOPIC`. */
#ifndef PAUA_CLI_TOPICS_H
#define PAUA_CLI_TOPICS_H

#include <stdbool.h>

enum { TOPICS_NAMES_MAX = 64 };

/* Writes the names of all topics, separated by commas. Returns the text. */
const char *topics_names(char text[TOPICS_NAMES_MAX]);

/* Prints the text of a topic, in lines of less than 80 bytes. False: unknown topic. */
bool topics_print(const char *name);

#endif
