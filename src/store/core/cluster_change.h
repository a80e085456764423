/* cluster_change.h - a committed change as other servers with the same store get it: a line of
 * text. */
#ifndef STORE_CLUSTER_CHANGE_H
#define STORE_CLUSTER_CHANGE_H

#include "store/core/change_feed.h"

#define CLUSTER_CHANGE_LINE_MAX 128 /* bytes, with its NUL */

/* Writes the line. False: its id does not fit one. */
bool cluster_change_write(const store_cluster_change *change, char line[CLUSTER_CHANGE_LINE_MAX]);

/* Reads such a line. False: it is malformed. The id is kept in `id`. */
bool cluster_change_read(const char *line, char id[CLUSTER_CHANGE_LINE_MAX],
                         store_cluster_change *out);

#endif /* STORE_CLUSTER_CHANGE_H */
