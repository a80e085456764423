/* cluster.h - several servers with one store: applies the changes of other servers to the memory of
 * this one and to the streams of its clients. */
#ifndef SERVICE_CLUSTER_H
#define SERVICE_CLUSTER_H

#include <paua/status.h>

struct service;

/* Begins to receive changes. Call it after the other parts have read the store. PAUA_OK or
 * PAUA_ERROR_NO_MEMORY. */
paua_status cluster_start(struct service *service);
void cluster_stop(struct service *service);

#endif /* SERVICE_CLUSTER_H */
