/* sharing.h - several servers with one store: what the others have changed reaches what is kept in
 * memory here, and the streams of this server's clients. */
#ifndef SERVICE_SHARING_H
#define SERVICE_SHARING_H

#include <paua/status.h>

struct service;

/* Begins to hear of others; after everything was read from the store. PAUA_OK or PAUA_NO_MEMORY. */
paua_status sharing_start(struct service *service);
void sharing_stop(struct service *service);

#endif /* SERVICE_SHARING_H */
