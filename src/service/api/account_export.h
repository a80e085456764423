/* account_export.h - everything that is stored about an account, but for secrets, as JSON. */
#ifndef SERVICE_ACCOUNT_EXPORT_H
#define SERVICE_ACCOUNT_EXPORT_H

#include <jansson.h>

#include "service/api/instance.h"

/* Reads all of it. PAUA_OK with new JSON, or why the store cannot be read, with NULL. */
paua_status account_export_json(struct service *service, const struct login *login, json_t **out);

#endif /* SERVICE_ACCOUNT_EXPORT_H */
