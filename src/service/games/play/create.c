/* create.c - stores a new game, then adds it to the cache. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/games/play/cache.h"
#include "service/games/play/create.h"
#include "service/games/play/game_change.h"
#include "service/games/play/games.h"
#include "store/core/batch.h"
#include "store/tables/accounts.h"
#include "store/tables/games.h"
#include "store/tables/sendings.h"

#define HOUR_MS ((int64_t)60 * 60 * 1000)

/* A game that is being stored. */
struct game_creation {
    struct games *games;
    struct game *game;
    game_created done;
    void *context;
};

/* Adds the game to the cache and returns it. If another server has changed it already, this one may
 * have loaded it meanwhile: then returns that one. */
static struct game *add_to_cache(struct games *games, struct game *game)
{
    struct game *found = cache_find(games->cache, game->id);

    if (!found) {
        cache_add(games->cache, game);
        return game;
    }
    live_game_free(game);
    return found;
}

void game_creation_end(struct game_creation *creation, paua_status status)
{
    struct games *games = creation->games;
    struct game *game = creation->game;

    if (status == PAUA_OK) {
        atomic_fetch_add(&games->env->counters.games_created, 1);
        game = add_to_cache(games, game);
        pthread_mutex_lock(&game->mutex);
        game_change_create(games, game);
        pthread_mutex_unlock(&game->mutex);
    } else {
        live_game_free(game);
        if (status != PAUA_ERROR_CONFLICT)
            env_log_store_failure(games->env);
    }
    if (creation->done)
        creation->done(status, status == PAUA_OK ? game : NULL, creation->context);
    if (status == PAUA_OK)
        cache_release(games->cache, game);
    free(creation);
}

void game_creation_drop(struct game_creation *creation)
{
    if (!creation)
        return;
    live_game_free(creation->game);
    free(creation);
}

/* Adds the game and the seats of its accounts. */
static void add_game(store_batch *batch, struct game *game, const store_game *row)
{
    const struct setup *setup = &game->setup;

    batch_create_game(batch, row, &game->number);
    for (int side = 0; side < setup->start.players; side++) {
        const struct seat *seat = &setup->seats[side];
        bool listed = seat->kind == SEAT_USER;

        /* A computer's account lists only public games, because nobody signs in as a computer. */
        if (seat_is_computer(seat) && seat->account[0])
            listed = setup_is_public(setup);
        if (listed)
            batch_seat_account(batch, row->id, side, seat->account);
    }
}

/* Adds the game to what is to be stored. False: out of memory. */
static bool add_game_row(struct env *env, store_batch *batch, struct game *game)
{
    char *text = setup_store(&game->setup);
    int64_t idle_ms = game_idle_ms(game);
    game->closes_ms = idle_ms ? env_end_ms(env, game->created_ms, idle_ms) : 0;
    store_game row = {.id = game->id,
                      .created_ms = game->created_ms,
                      .clock_ms = game->clock_ms,
                      .setup = text,
                      .state = {.result = "*",
                                .reason = "",
                                .pending = game_computer_to_move(game) != NULL,
                                .listing = game_listing(game),
                                .closes_ms = game->closes_ms,
                                .deadline_ms = game_deadline(game)}};

    if (text)
        add_game(batch, game, &row);
    free(text);
    return text != NULL;
}

/* As game_creation_begin(), with this id. */
static struct game_creation *begin_with_id(struct games *games, const struct setup *setup,
                                           const char *id, store_batch *batch)
{
    struct game_creation *creation = malloc(sizeof *creation);

    if (!creation)
        return NULL;
    *creation = (struct game_creation){
        .games = games, .game = game_new(id, env_now_ms(), env_running_ms(games->env), setup)};
    if (creation->game && live_game_attach(creation->game) &&
        add_game_row(games->env, batch, creation->game)) {
        listeners_storing(&games->listeners, creation->game, NULL, false, batch);
        return creation;
    }
    game_creation_drop(creation);
    return NULL;
}

struct game_creation *game_creation_begin(struct games *games, const struct setup *setup,
                                          char id[ID_SIZE + 1], store_batch *batch)
{
    id_make(id);
    return begin_with_id(games, setup, id, batch);
}

/* On the store's thread: the game is on disk, or could not be written. */
static void on_game_stored(paua_status status, void *context)
{
    game_creation_end(context, status);
}

static const store_challenge_limits limits = {
    .waiting = CHALLENGES_WAITING_MAX, .one = CHALLENGES_ONE, .strangers = CHALLENGES_STRANGERS};

store_challenge challenge_now(const char *challenger, const char *target)
{
    const int64_t now_ms = env_now_ms();

    return (store_challenge){challenger, target, now_ms - SENDING_KEPT_MS, now_ms - HOUR_MS,
                             now_ms + SENDING_DATES_DIFFER_MS};
}

/* Counts the challenges of a new game, and lets the batch conflict if the account has challenged
 * others too often. */
static void count_challenges(store_batch *batch, const struct setup *setup, const char *challenger,
                             const char *id)
{
    for (int side = 0; challenger[0] && side < setup->start.players; side++) {
        const struct seat *seat = &setup->seats[side];

        if (seat->kind != SEAT_USER || !seat->is_challenge)
            continue;
        const store_challenge challenge = challenge_now(challenger, seat->account);
        batch_expect_challenges(batch, &challenge, &limits);
        batch_add_sending(batch, &(store_sending){.sender = challenger,
                                                  .recipient = seat->account,
                                                  .kind = STORE_SENDING_CHALLENGE,
                                                  .at_ms = env_now_ms(),
                                                  .id = id});
    }
}

paua_status game_create(struct games *games, const struct setup *setup, const char *challenger,
                        const char *id, game_created done, void *context)
{
    store_batch *batch = store_batch_new();

    for (int side = 0; side < setup->start.players; side++) {
        if (setup->seats[side].kind == SEAT_USER)
            batch_expect_account(batch, setup->seats[side].account);
    }
    count_challenges(batch, setup, challenger, id);
    struct game_creation *creation = begin_with_id(games, setup, id, batch);

    if (!creation) {
        store_batch_free(batch);
        return PAUA_ERROR_NO_MEMORY;
    }
    creation->done = done;
    creation->context = context;
    paua_status status = store_commit(games->env->store, batch, on_game_stored, creation);
    if (status != PAUA_OK)
        game_creation_drop(creation);
    return status;
}

/* A seat of the game as it is in the next game: whoever has taken it keeps it. */
static struct seat seat_in_next_game(const struct game *game, int side)
{
    const struct seated_player *player = &game->players[side];
    struct seat seat = game->setup.seats[side];

    if (seat_is_computer(&seat) || !player->seated)
        return seat;
    seat.kind = player->account[0] ? SEAT_USER : SEAT_PERSON;
    seat.listed = seat.is_challenge = false;
    seat.rating_min = seat.rating_max = 0;
    memcpy(seat.name, player->name, sizeof seat.name);
    memcpy(seat.account, player->account, sizeof seat.account);
    memcpy(seat.key_hash, player->key_hash, sizeof seat.key_hash);
    return seat;
}

void game_rematch_setup(const struct game *game, struct setup *out)
{
    int players = game->setup.start.players;

    *out = game->setup;
    out->is_public = setup_is_public(&game->setup);
    out->remote = setup_is_remote(&game->setup) || game->setup.tournament[0];
    out->tournament[0] = '\0';
    out->request = 0;
    for (int side = 0; side < players; side++)
        out->seats[(side + 1) % players] = seat_in_next_game(game, side);
}

/* The layout of the same family for this number of players, as bowl-4 after bowl-5; or NULL. After
 * standard-3 it is standard-2, not standard: whoever is first stays at the top. */
static const paua_layout *find_relative(const char *name, int players)
{
    char family[sizeof((struct setup *)NULL)->layout], numbered[sizeof family + 12];

    if (players < PAUA_SIDES)
        return NULL;
    snprintf(family, sizeof family, "%s", name);
    size_t length = strlen(family);
    if (length > 2 && family[length - 2] == '-')
        family[length - 2] = '\0';
    snprintf(numbered, sizeof numbered, "%s-%d", family, players);
    const paua_layout *layout = paua_layout_find(numbered);
    return layout ? layout : paua_layout_find_for(family, players);
}

bool game_decline_setup(const struct game *game, struct boards *boards, int side, struct setup *out)
{
    unsigned gone = paua_game_position(game->play)->out | 1u << side;
    int players = 0;
    bool has_person = false;

    *out = game->setup;
    memset(out->seats, 0, sizeof out->seats);
    out->request = 0;
    out->is_public = setup_is_public(&game->setup);
    out->remote = setup_is_remote(&game->setup);
    for (int other = 0; other < game->setup.start.players; other++) {
        if (gone >> other & 1)
            continue;
        out->seats[players++] = seat_in_next_game(game, other);
        has_person |= !seat_is_computer(&game->setup.seats[other]);
    }
    const paua_layout *layout = find_relative(game->setup.layout, players);
    if (!layout || !has_person || game->setup.start.teams != PAUA_TEAMS_NONE)
        return false;
    snprintf(out->layout, sizeof out->layout, "%s", layout->name);
    out->board = boards_get(boards, layout->sides);
    return out->board &&
           paua_position_parse(out->board, layout->name, &out->start, NULL) == PAUA_OK;
}
