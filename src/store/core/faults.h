/* faults.h - what is wrong with the rows of a store, and what of it is whole, on any database. */
#ifndef STORE_FAULTS_H
#define STORE_FAULTS_H

#include "store/core/sql.h"

/* Calls `each` for the id of every game, by age, until it returns false. */
paua_status faults_list_games(struct sql *sql, bool (*each)(const char *id, void *context),
                              void *context);

/* Calls `each` for every fault: rows that belong to nothing, imported games that have changed.
 * *more: the caller wants more. PAUA_OK, also where much is wrong, or PAUA_IO. */
paua_status faults_find(struct sql *sql, bool (*each)(const char *fault, void *context),
                        void *context, bool *more);

/* Calls `each` for every imported game that is as its identity says. PAUA_OK, or PAUA_IO. */
paua_status faults_list_texts(struct sql *sql,
                              bool (*each)(const char *text, size_t length, void *context),
                              void *context);

#endif /* STORE_FAULTS_H */
