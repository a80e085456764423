/* networks.h - from which network each account has last played, for whoever wants to know whether
 * two play from the same one. No address is kept: only a number made of it with a secret of this
 * process, in memory, for a day. Of several servers each knows its own players. Thread-safe.
 */
#ifndef SERVICE_NETWORKS_H
#define SERVICE_NETWORKS_H

#include <stdbool.h>
#include <stdint.h>

struct networks;

/* NULL: out of memory. */
struct networks *networks_new(void);
void networks_free(struct networks *self); /* NULL is allowed */

/* An account has played from a network (http_client_network()); 0: an unknown one. */
void networks_note(struct networks *self, const char *account, uint64_t network);
/* Whether two accounts have last played from the same network, as far as it is known. */
bool networks_are_same(struct networks *self, const char *account, const char *other);

#endif /* SERVICE_NETWORKS_H */
