/* table.h - GET /table: probes the tablebases of the server. Thread-safe. */
#ifndef SERVICE_TABLE_H
#define SERVICE_TABLE_H

#include <paua/table.h>

#include "http/http.h"

struct boards;
struct env;
struct table_probes;

/* Readers of these tables, which are borrowed with the list. NULL: out of memory. */
struct table_probes *table_probes_new(struct env *env, struct boards *boards,
                                      const paua_table *const *tables, int count);
void table_probes_free(struct table_probes *probes); /* NULL is allowed */

/* Responds with the value of the position of the request and of its moves. */
void table_probes_respond(struct table_probes *probes, http_request *request);

#endif /* SERVICE_TABLE_H */
