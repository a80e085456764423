/* keys.c - ids of games and keys of seats. */
#include <string.h>
#include <strings.h>

#include <sodium.h>

#include "service/internal.h"

/* Letters and digits that are not taken for one another when read aloud or typed. */
static const char id_letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz";

void id_make(char id[ID_SIZE + 1])
{
    for (int i = 0; i < ID_SIZE; i++)
        id[i] = id_letters[randombytes_uniform(sizeof id_letters - 1)];
    id[ID_SIZE] = '\0';
}

bool id_valid(const char *id)
{
    return strlen(id) == ID_SIZE && strspn(id, id_letters) == ID_SIZE;
}

void key_make(char key[KEY_SIZE + 1])
{
    unsigned char random[KEY_SIZE / 4 * 3];

    randombytes_buf(random, sizeof random);
    sodium_bin2base64(key, KEY_SIZE + 1, random, sizeof random,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(random, sizeof random);
}

/* Keys are 192 random bits: a plain hash keeps them secret, no slow one is needed. */
void key_hash(const char *key, unsigned char hash[KEY_HASH_SIZE])
{
    crypto_generichash(hash, KEY_HASH_SIZE, (const unsigned char *)key, strlen(key), NULL, 0);
}

int key_seat(const struct setup *setup, const http_request *request)
{
    const char *shown = http_header(request, "Authorization");
    unsigned char hash[KEY_HASH_SIZE];
    int who = NOBODY;

    if (!shown || strncasecmp(shown, "Bearer ", 7) != 0 || strlen(shown + 7) != KEY_SIZE)
        return NOBODY;
    key_hash(shown + 7, hash);
    for (int side = 0; side < PAUA_SIDES; side++) {
        bool same = sodium_memcmp(hash, setup->seats[side].key_hash, sizeof hash) == 0;

        if (same && !seat_is_computer(&setup->seats[side]))
            who = side;
    }
    return who;
}
