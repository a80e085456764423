/* group_commit.h - writes all batches that wait in one transaction, and so with one wait for the
 * disk. */
#ifndef STORE_GROUP_COMMIT_H
#define STORE_GROUP_COMMIT_H

#include "store/core/batch.h"

/* Commits a group of batches, NULL for the running time alone, and sets their status; for the
 * thread that writes. If the disk fails, all of them fail; that is reported only after the remains
 * of the commit are erased from the file. */
void group_commit(store *self, store_batch *group);

/* Why writes would be lost, or NULL. Checked now and then only: a check takes longer than writing a
 * move. */
const char *group_find_displaced(store *self);

/* Keeps why the store cannot be written, for store_failure(). */
void group_keep_failure(store *self, const char *why);

#endif
