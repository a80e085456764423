/* sharing.h - several servers with one store: what the others have changed reaches what is kept in
 * memory here, and the streams of this server's clients. */
#ifndef SERVICE_CLUSTER_H
#define SERVICE_CLUSTER_H

#include <paua/status.h>

struct service;

/* Begins to hear of others; after everything was read from the store. PAUA_OK or PAUA_NO_MEMORY. */
paua_status cluster_start(struct service *service);
void cluster_stop(struct service *service);

#endif /* SERVICE_CLUSTER_H */
