/* postgres.h - the backend of PostgreSQL databases. */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include "store/core/backend.h"

extern const store_backend store_postgres;

#endif /* STORE_POSTGRES_H */
