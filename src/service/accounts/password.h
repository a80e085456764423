/* password.h - hashes of passwords, argon2id of libsodium. Each takes some 50 milliseconds and
 * 64 MiB, so one background thread computes them one after the other. Clients take turns
 * (work_pool.h). */
#ifndef SERVICE_PASSWORD_H
#define SERVICE_PASSWORD_H

#include <stdbool.h>
#include <stdint.h>

#include "http/client.h"

#define PASSWORD_MIN             8    /* characters */
#define PASSWORD_MAX_BYTES       1000 /* of UTF-8 */
#define PASSWORDS_WAITING        32   /* at most in the queue, */
#define PASSWORDS_CLIENT_WAITING 16   /* of these, of one client */
#define PASSWORD_HASH_SIZE       128  /* bytes of the text, with its NUL */
#define PASSWORD_SALT_SIZE       16   /* bytes */

/* A parsed hash. */
struct password_hash {
    unsigned memory_kib, passes; /* the cost of computing it */
    unsigned char salt[PASSWORD_SALT_SIZE], bytes[32];
};

struct passwords;

enum password_result {
    PASSWORD_RIGHT, /* or hashed */
    PASSWORD_WRONG,
    PASSWORD_NO_MEMORY,
    PASSWORD_BUSY /* it has lost its place to another client, or the server stops */
};

/* Called once, on the background thread; PASSWORD_BUSY on any thread. `hash` is that of a new
 * password, "" after a verification. */
typedef void (*password_done)(enum password_result result, const char *hash, void *context);

/* Whether a text is long enough, and not too long, for a new password. */
bool password_valid(const char *text);

/* Hashes a password on this thread. False: out of memory. */
bool password_hash(const char *password, char hash[PASSWORD_HASH_SIZE]);

/* Parses a hash in the format of libsodium. False: not a hash. */
bool password_decode(const char *text, struct password_hash *out);

/* NULL: out of memory. */
struct passwords *passwords_new(void);
/* Completes the one in progress, refuses the others and ends the thread. Nothing may be queued any
 * more. NULL is allowed. */
void passwords_free(struct passwords *self);

/* Queue a password of a client, which is copied. False: the queue is full, or
 * out of memory; then `done` is not called. Verifying against the hash "" takes as long and says
 * PASSWORD_WRONG. */
bool passwords_hash(struct passwords *self, const http_client *client, const char *password,
                    password_done done, void *context);
bool passwords_verify(struct passwords *self, const http_client *client, const char *password,
                      const char *hash, password_done done, void *context);

/* The length of the queue, for the metrics. */
int passwords_waiting(struct passwords *self);

#endif
