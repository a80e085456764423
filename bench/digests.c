/* digests.c - fills a store with pairs of accounts in copies of a correspondence game of two
 * accounts, A0000000 and B0000000: what bench/digests.py lets a server write digests of.
 *
 *   bench_digests STORE GAME PAIRS
 */
#define _GNU_SOURCE
#include "stored_games.h"

#include "store/tables/accounts.h"

enum { PLAYERS = 2, NAME_BYTES = 9, ADDRESS_BYTES = 40 };

/* The accounts of a game. */
struct account_pair {
    char ids[PLAYERS][STORED_ID_SIZE + 1], names[PLAYERS][NAME_BYTES];
};

static bool on_seat(int side, const char *account, void *context)
{
    struct account_pair *pair = context;

    if (side < PLAYERS)
        snprintf(pair->ids[side], sizeof pair->ids[side], "%s", account);
    return true;
}

static void on_account(const store_account *account, void *context)
{
    snprintf(context, NAME_BYTES, "%s", account->name);
}

/* Replaces each `from` in a text by `to`, which is as long. */
static void replace_all(char *text, const char *from, const char *to)
{
    for (char *at = strstr(text, from); at; at = strstr(at + strlen(from), from))
        memcpy(at, to, strlen(from));
}

/* A copy of a text that names another pair. */
static char *copy_for(const char *text, const struct account_pair *from,
                      const struct account_pair *to)
{
    char *copy = strdup(text);

    for (int side = 0; copy && side < PLAYERS; side++) {
        replace_all(copy, from->ids[side], to->ids[side]);
        replace_all(copy, from->names[side], to->names[side]);
    }
    return copy;
}

/* Adds the accounts of a pair, and its game. */
static bool add_pair(store_batch *batch, const struct stored_game *game,
                     const struct account_pair *from, unsigned long number)
{
    struct stored_game copy = *game;
    char id[STORED_ID_SIZE + 1], key[NAME_BYTES], address[ADDRESS_BYTES];
    struct account_pair to;
    bool good = true;

    stored_write_id(3 * number, id);
    for (unsigned side = 0; side < PLAYERS; side++) {
        stored_write_id(3 * number + side + 1, to.ids[side]);
        snprintf(to.names[side], NAME_BYTES, "%c%07lu", "AB"[side], number % 10000000);
        snprintf(key, sizeof key, "%c%s", "ab"[side], to.names[side] + 1);
        snprintf(address, sizeof address, "%s@example.org", key);
        good &= batch_add_account(batch, &(store_account){.id = to.ids[side],
                                                          .name = to.names[side],
                                                          .key = key,
                                                          .password = "",
                                                          .mail = address,
                                                          .settings = ""});
    }
    copy.game.setup = copy_for(game->game.setup, from, &to);
    for (int i = 0; i < copy.count; i++)
        copy.events[i].text = copy_for(game->events[i].text, from, &to);
    good &= stored_add(batch, &copy, id);
    for (int side = 0; side < PLAYERS; side++)
        good &= batch_seat_account(batch, id, side, to.ids[side]);
    free((char *)copy.game.setup);
    for (int i = 0; i < copy.count; i++)
        free((char *)copy.events[i].text);
    return good;
}

/* Adds the pairs, some in a transaction. */
static bool add_pairs(store *to, const struct stored_game *game, const struct account_pair *from,
                      long pairs)
{
    bool good = true;

    for (long made = 0; good && made < pairs;) {
        store_batch *batch = store_batch_new();

        for (int i = 0; i < STORED_BATCH && made < pairs; i++)
            good &= add_pair(batch, game, from, (unsigned long)++made);
        good = store_commit_durably(to, batch) == PAUA_OK && good;
    }
    return good;
}

int main(int argc, char **argv)
{
    static struct stored_game game;
    const store_reader reader = {stored_on_game, stored_on_event};
    char message[STORE_MESSAGE_MAX] = "";
    struct account_pair from = {.ids = {""}};
    store *to = NULL;

    if (argc != 4) {
        fprintf(stderr, "usage: bench_digests STORE GAME PAIRS\n");
        return 2;
    }
    bool good = store_open(argv[1], &to, message) == PAUA_OK &&
                store_load(to, argv[2], &reader, &game, message) == PAUA_OK &&
                store_game_seats(to, argv[2], on_seat, &from) == PAUA_OK;
    for (int side = 0; good && side < PLAYERS; side++)
        good = store_account_by_id(to, from.ids[side], on_account, from.names[side]) == PAUA_OK;
    good = good && add_pairs(to, &game, &from, atol(argv[3]));
    store_close(to);
    if (!good)
        fprintf(stderr, "the games could not be stored: %s\n", message);
    return good ? 0 : 1;
}
