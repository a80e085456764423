/* client_count.h - how many connections and streams each client has open. Thread-safe. */
#ifndef HTTP_CLIENT_COUNT_H
#define HTTP_CLIENT_COUNT_H

#include <stdint.h>

#include <paua/status.h>

enum client_share { CLIENT_CONNECTIONS, CLIENT_STREAMS, CLIENT_SHARES };

struct client_counts;

struct client_counts *client_counts_new(void);         /* NULL: out of memory */
void client_counts_free(struct client_counts *counts); /* NULL is allowed */

/* How many the client (network_client_key()) has. */
int client_counts_get(struct client_counts *counts, uint64_t client, enum client_share share);

/* Counts one more. PAUA_OK; PAUA_CONFLICT: there are `most` already; or PAUA_NO_MEMORY. */
paua_status client_counts_add(struct client_counts *counts, uint64_t client,
                              enum client_share share, int most);
/* One fewer; only what was added. */
void client_counts_drop(struct client_counts *counts, uint64_t client, enum client_share share);

#endif /* HTTP_CLIENT_COUNT_H */
