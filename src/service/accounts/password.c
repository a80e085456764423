/* password.c - hashes and verifies passwords on a pool of one thread, which clients share. */
#include "service/accounts/password.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "service/core/work_pool.h"

_Static_assert(PASSWORD_HASH_SIZE == crypto_pwhash_STRBYTES, "the size of a hash");
_Static_assert(PASSWORD_SALT_SIZE == crypto_pwhash_SALTBYTES, "the size of a salt");

/* Who waits for a move comes first: a hash takes tens of milliseconds. */
#define HASH_NICE 5

struct password_job {
    struct work work; /* first */
    bool verifies;
    char hash[PASSWORD_HASH_SIZE];
    password_done done;
    void *context;
    size_t length;
    char password[];
};

struct passwords {
    struct work_pool *pool; /* owned */
};

bool password_valid(const char *text)
{
    size_t characters = 0;

    for (const char *at = text; *at; at++)
        characters += (*at & 0xc0) != 0x80;
    return characters >= PASSWORD_MIN && strlen(text) <= PASSWORD_MAX_BYTES;
}

bool password_hash(const char *password, char hash[PASSWORD_HASH_SIZE])
{
    return crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

bool password_decode(const char *text, struct password_hash *out)
{
    int used = 0;

    if (sscanf(text, "$argon2id$v=19$m=%u,t=%u,p=1$%n", &out->memory_kib, &out->passes, &used) !=
            2 ||
        used == 0)
        return false;
    const char *end = text + used;
    size_t size;
    return sodium_base642bin(out->salt, sizeof out->salt, end, strlen(end), NULL, &size, &end,
                             sodium_base64_VARIANT_ORIGINAL_NO_PADDING) == 0 &&
           size == sizeof out->salt && *end++ == '$' &&
           sodium_base642bin(out->bytes, sizeof out->bytes, end, strlen(end), NULL, &size, &end,
                             sodium_base64_VARIANT_ORIGINAL_NO_PADDING) == 0 &&
           size == sizeof out->bytes && *end == '\0';
}

/* Computes the hash again, because crypto_pwhash_str_verify() reports a wrong password and
 * a lack of memory alike. */
static enum password_result password_job_verify(const struct password_job *job)
{
    struct password_hash hash;
    unsigned char bytes[sizeof hash.bytes];

    if (!password_decode(job->hash, &hash))
        return PASSWORD_WRONG;
    if (crypto_pwhash(bytes, sizeof bytes, job->password, job->length, hash.salt, hash.passes,
                      (size_t)hash.memory_kib * 1024, crypto_pwhash_ALG_ARGON2ID13) != 0)
        return PASSWORD_NO_MEMORY;
    bool same = sodium_memcmp(bytes, hash.bytes, sizeof bytes) == 0;
    sodium_memzero(bytes, sizeof bytes);
    return same ? PASSWORD_RIGHT : PASSWORD_WRONG;
}

static enum password_result password_job_hash(struct password_job *job)
{
    return password_hash(job->password, job->hash) ? PASSWORD_RIGHT : PASSWORD_NO_MEMORY;
}

/* Hashes or verifies, and calls back. */
static void password_job_run(struct password_job *job)
{
    enum password_result result;

    if (!job->verifies) {
        result = password_job_hash(job);
        job->done(result, result == PASSWORD_RIGHT ? job->hash : "", job->context);
        return;
    }
    if (job->hash[0]) {
        result = password_job_verify(job);
    } else { /* no such account: hash anyway, in the same time */
        result = password_job_hash(job);
        result = result == PASSWORD_RIGHT ? PASSWORD_WRONG : result;
    }
    job->done(result, "", job->context);
}

/* The secret does not stay in freed memory. */
static void password_job_free(struct password_job *job)
{
    sodium_memzero(job->hash, sizeof job->hash);
    sodium_memzero(job->password, job->length);
    free(job);
}

static void on_run(struct work *work)
{
    struct password_job *job = (struct password_job *)work;

    password_job_run(job);
    password_job_free(job);
}

static void on_refused(struct work *work)
{
    struct password_job *job = (struct password_job *)work;

    job->done(PASSWORD_BUSY, "", job->context);
    password_job_free(job);
}

struct passwords *passwords_new(void)
{
    struct passwords *self = calloc(1, sizeof *self);

    if (!self)
        return NULL;
    self->pool =
        work_pool_new(&(struct work_pool_config){.workers = 1,
                                                 .nice = HASH_NICE,
                                                 .jobs_max = PASSWORDS_WAITING,
                                                 .client_jobs_max = PASSWORDS_CLIENT_WAITING});
    if (self->pool)
        return self;
    free(self);
    return NULL;
}

void passwords_free(struct passwords *self)
{
    if (!self)
        return;
    work_pool_free(self->pool);
    free(self);
}

/* Queues a job and takes it over. False: there is no place for it, or `job` is NULL. */
static bool password_job_queue(struct passwords *self, const http_client *client,
                               struct password_job *job)
{
    if (!job)
        return false;
    job->work = (struct work){.share.client = *client, .run = on_run, .refused = on_refused};
    if (work_pool_add(self->pool, &job->work) == WORK_ADMITTED)
        return true;
    password_job_free(job);
    return false;
}

/* Copies the password. NULL: out of memory. */
static struct password_job *password_job_new(const char *password, password_done done,
                                             void *context)
{
    const size_t length = strlen(password);
    struct password_job *job = malloc(sizeof *job + length + 1);

    if (!job)
        return NULL;
    *job = (struct password_job){.done = done, .context = context, .length = length};
    memcpy(job->password, password, length + 1);
    return job;
}

bool passwords_hash(struct passwords *self, const http_client *client, const char *password,
                    password_done done, void *context)
{
    return password_job_queue(self, client, password_job_new(password, done, context));
}

bool passwords_verify(struct passwords *self, const http_client *client, const char *password,
                      const char *hash, password_done done, void *context)
{
    struct password_job *job = password_job_new(password, done, context);

    if (job) {
        job->verifies = true;
        snprintf(job->hash, sizeof job->hash, "%s", hash);
    }
    return password_job_queue(self, client, job);
}

int passwords_waiting(struct passwords *self)
{
    return work_pool_jobs(self->pool);
}
