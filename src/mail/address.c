/* address.c - checks, masks, extends and splits mail addresses. */
#include "mail/address.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Whether a text consists of pieces separated by single dots, each of letters, digits and the
 * characters in `others`. */
static bool is_dotted(const char *text, size_t size, const char *others)
{
    bool in_piece = false;

    for (size_t i = 0; i < size; i++) {
        const unsigned char c = (unsigned char)text[i];

        if (c == '.') {
            if (!in_piece)
                return false;
            in_piece = false;
        } else if (c < 0x80 && (isalnum(c) || strchr(others, c))) {
            in_piece = true;
        } else {
            return false;
        }
    }
    return in_piece;
}

bool mail_address_valid(const char *address)
{
    const char *at = strrchr(address, '@');
    size_t size = strlen(address);

    if (!at || size >= MAIL_ADDRESS_SIZE || at - address > MAIL_LOCAL_MAX || at[1] == '-')
        return false;
    return is_dotted(address, (size_t)(at - address), "!#$%&'*+-/=?^_`{|}~") &&
           is_dotted(at + 1, strlen(at + 1), "-") && *address != '-';
}

bool mail_address_is_public(const char *address)
{
    const char *domain = strrchr(address, '@'), *last = strrchr(address, '.');
    const bool has_dot = domain && last && last > domain;
    bool has_letter = false;

    for (const char *at = has_dot ? last : ""; *at; at++)
        has_letter |= isalpha((unsigned char)*at) != 0;
    return has_letter && *address != '|' && *address != '/';
}

bool mail_address_same(const char *address, const char *other)
{
    const size_t local = strcspn(address, "+@");

    return strcspn(other, "+@") == local && strncasecmp(address, other, local) == 0 &&
           strcasecmp(address + strcspn(address, "@"), other + strcspn(other, "@")) == 0;
}

void mail_address_mask(const char *address, char out[MAIL_MASKED_SIZE])
{
    const char *at = strrchr(address, '@');

    snprintf(out, MAIL_MASKED_SIZE, "%.1s***%s", address, at ? at : "");
}

bool mail_address_extend(const char *address, const char *extension, char out[MAIL_ADDRESS_SIZE])
{
    const int local = (int)strcspn(address, "@");
    int size =
        snprintf(out, MAIL_ADDRESS_SIZE, "%.*s+%s%s", local, address, extension, address + local);

    return size > 0 && size < MAIL_ADDRESS_SIZE && mail_address_valid(out);
}

bool mail_address_extension(const char *address, char *out, size_t size)
{
    const char *plus = strchr(address, '+');
    size_t length = plus ? strcspn(plus + 1, "@") : 0;

    if (!plus || length == 0 || length >= size || plus[1 + length] != '@')
        return false;
    memcpy(out, plus + 1, length);
    out[length] = '\0';
    return true;
}
