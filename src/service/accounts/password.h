/* password.h - hashes of passwords, argon2id of libsodium: each takes some 50 milliseconds and
 * 64 MiB, so they are computed one after the other, on a thread of their own. */
#ifndef SERVICE_PASSWORD_H
#define SERVICE_PASSWORD_H

#include <stdbool.h>

#define PASSWORD_MIN       8    /* characters */
#define PASSWORD_MAX_BYTES 1000 /* of UTF-8 */
#define PASSWORDS_WAITING  32   /* at most; one more is turned away */
#define PASSWORD_HASH_SIZE 128  /* bytes of the text, with its NUL */
#define PASSWORD_SALT_SIZE 16   /* bytes */

/* What the text of a hash says. */
struct password_hash {
    unsigned memory_kib, passes; /* that it takes to compute it */
    unsigned char salt[PASSWORD_SALT_SIZE], bytes[32];
};

struct passwords;

enum password_result {
    PASSWORD_RIGHT, /* or: hashed */
    PASSWORD_WRONG,
    PASSWORD_NO_MEMORY
};

/* Called once, on the thread of the hashes. `hash` is of the password, "" for one that was
 * verified. */
typedef void (*password_done)(enum password_result result, const char *hash, void *context);

/* Whether a text may be chosen as a password. */
bool password_valid(const char *text);

/* Hashes a password at once. False: out of memory. */
bool password_hash(const char *password, char hash[PASSWORD_HASH_SIZE]);

/* Reads a hash as libsodium writes it. False: it is not one. */
bool password_decode(const char *text, struct password_hash *out);

/* NULL: out of memory. */
struct passwords *passwords_new(void);
/* Completes what waits, then ends the thread. Nothing more may be queued. NULL is allowed. */
void passwords_free(struct passwords *self);

/* Queue a password, which is copied. False: too many wait, or memory is out; then `done` is not
 * called. To verify with "" as the hash takes as long as with one, and the password is wrong. */
bool passwords_hash(struct passwords *self, const char *password, password_done done,
                    void *context);
bool passwords_verify(struct passwords *self, const char *password, const char *hash,
                      password_done done, void *context);

/* How many wait, for the metrics. */
int passwords_waiting(struct passwords *self);

#endif
