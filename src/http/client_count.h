/* client_count.h - counts the open connections and streams of each client. Thread-safe. */
#ifndef HTTP_CLIENT_COUNT_H
#define HTTP_CLIENT_COUNT_H

#include <stdint.h>

#include <paua/status.h>

enum client_share { CLIENT_CONNECTIONS, CLIENT_STREAMS, CLIENT_SHARES };

struct client_counts;

struct client_counts *client_counts_new(void);         /* NULL: out of memory */
void client_counts_free(struct client_counts *counts); /* NULL is allowed */

/* The count of a client (network_client_key()). */
int client_counts_get(struct client_counts *counts, uint64_t client, enum client_share share);

/* Adds one to the count. PAUA_OK; PAUA_ERROR_CONFLICT: the count is `most` already; or
 * PAUA_ERROR_NO_MEMORY. */
paua_status client_counts_add(struct client_counts *counts, uint64_t client,
                              enum client_share share, int most);
/* Takes back one client_counts_add(). */
void client_counts_drop(struct client_counts *counts, uint64_t client, enum client_share share);

#endif /* HTTP_CLIENT_COUNT_H */
