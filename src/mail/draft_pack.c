/* draft_pack.c - packs a draft for another process of this machine: the date, then the texts, each
 * with its NUL. */
#include "mail/draft.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"

#define DATE_BYTES 8

/* The texts of a draft, in their order. */
static const size_t texts[] = {
    offsetof(struct mail_draft, from),        offsetof(struct mail_draft, to),
    offsetof(struct mail_draft, reply_to),    offsetof(struct mail_draft, message_id),
    offsetof(struct mail_draft, in_reply_to), offsetof(struct mail_draft, references),
    offsetof(struct mail_draft, thread),      offsetof(struct mail_draft, position),
    offsetof(struct mail_draft, move),        offsetof(struct mail_draft, subject),
    offsetof(struct mail_draft, body),        offsetof(struct mail_draft, automatic),
    offsetof(struct mail_draft, unsubscribe), offsetof(struct mail_draft, unsubscribe_url)};
enum { TEXTS = sizeof texts / sizeof *texts };

static const char *text_at(const struct mail_draft *draft, int index)
{
    const char *text;

    memcpy(&text, (const char *)draft + texts[index], sizeof text);
    return text;
}

unsigned char *mail_draft_pack(const struct mail_draft *draft, size_t *size)
{
    size_t sizes[TEXTS], used = DATE_BYTES;

    *size = DATE_BYTES;
    for (int i = 0; i < TEXTS; i++)
        *size += sizes[i] = strlen(text_at(draft, i)) + 1;
    unsigned char *bytes = *size <= MAIL_DRAFT_MAX ? malloc(*size) : NULL;
    if (!bytes)
        return NULL;
    bytes_put(bytes, (uint64_t)draft->date_ms, DATE_BYTES);
    for (int i = 0; i < TEXTS; i++) {
        memcpy(bytes + used, text_at(draft, i), sizes[i]);
        used += sizes[i];
    }
    return bytes;
}

bool mail_draft_unpack(const unsigned char *bytes, size_t size, struct mail_draft *out)
{
    size_t at = DATE_BYTES;

    if (size < DATE_BYTES || size > MAIL_DRAFT_MAX)
        return false;
    *out = (struct mail_draft){.date_ms = (int64_t)bytes_get(bytes, DATE_BYTES)};
    for (int i = 0; i < TEXTS; i++) {
        const char *text = (const char *)bytes + at;
        const unsigned char *end = at < size ? memchr(text, '\0', size - at) : NULL;

        if (!end)
            return false;
        memcpy((char *)out + texts[i], &text, sizeof text);
        at = (size_t)(end - bytes) + 1;
    }
    return at == size;
}
