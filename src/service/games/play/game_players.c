/* game_players.c - reads accounts and ratings of the players of a game from the store. */
#include "service/games/play/game_players.h"

#include <string.h>

#include "service/accounts/settings.h"
#include "service/games/model/fair_play.h"
#include "service/games/model/rated.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"

static void on_account(const store_account *account, void *context)
{
    *(bool *)context = account_is_bot(account);
}

void game_bots_refresh(store *db, struct game *game)
{
    for (int side = 0; side < game->setup.start.players; side++) {
        struct seated_player *player = &game->players[side];

        player->bot = player->account[0] && seat_is_computer(&game->setup.seats[side]);
        if (player->account[0] && !player->bot)
            store_account_by_id(db, player->account, on_account, &player->bot);
    }
}

/* Sets how the game has changed a rating. */
static bool on_rating_change(const store_rating *row, void *context)
{
    struct game *game = context;

    for (int side = 0; side < game->setup.start.players; side++) {
        struct seat_rating *shown = &game->players[side].rating;

        if (strcmp(game->players[side].account, row->account) != 0)
            continue;
        shown->rating = row->rating - row->change;
        shown->change = row->change;
        shown->is_changed = true;
    }
    return true;
}

/* Sets what the end of a rated game has made of the ratings, or why nothing. */
static void refresh_changes(store *db, struct game *game)
{
    if (store_game_ratings(db, game->id, on_rating_change, game) != PAUA_OK || game->closed)
        return;
    for (int side = 0; side < game->setup.start.players; side++) {
        if (game->players[side].rating.is_changed)
            return;
    }
    game->uncounted = UNCOUNTED_FEW_MOVES;
    if (rated_game_counts(&game->setup, game->play) &&
        uncounted_read(db, game->id, game->events[game->end_event - 1].at_ms, &game->uncounted) !=
            PAUA_OK)
        game->uncounted = UNCOUNTED_NOT;
}

/* The rating of an account at a time; known if the store can be read and it has played `games_min`
 * rated games. */
static struct seat_rating read_rating(store *db, const char *account, const char *category,
                                      int64_t at_ms, int games_min)
{
    struct rating rating;

    if (!account[0] || rating_read(db, account, category, at_ms, &rating) != PAUA_OK ||
        rating.games < games_min)
        return (struct seat_rating){.is_known = false};
    return (struct seat_rating){.is_known = true,
                                .rating = rating.glicko.rating,
                                .is_provisional = rating_is_provisional(&rating, at_ms)};
}

void game_ratings_refresh(store *db, struct game *game)
{
    int64_t at_ms = game->began_ms ? game->began_ms : env_now_ms();
    char category[RATING_CATEGORY_SIZE];

    if (!game->setup.rated ||
        !rating_category_of(game->setup.start.players, &game->setup.rules, category))
        return;
    for (int side = 0; side < game->setup.start.players; side++) {
        struct seated_player *player = &game->players[side];

        player->rating = read_rating(db, player->account, category, at_ms, 0);
    }
    if (game->end_event)
        refresh_changes(db, game);
}

struct seat_rating game_rating_now(store *db, const struct game *game, const char *account)
{
    char category[RATING_CATEGORY_SIZE];

    if (!rating_category_of(game->setup.start.players, &game->setup.rules, category))
        return (struct seat_rating){.is_known = false};
    return read_rating(db, account, category, env_now_ms(), 1);
}

void game_ratings_begin_update(const struct game *game, const struct event *event,
                               const struct game_outcome *end, struct rating_update *out)
{
    const paua_position *start = &game->setup.start;
    const int moves = paua_game_moves(game->play) + (event->type == EVENT_MOVE);

    *out = (struct rating_update){.players = start->players,
                                  .best = end->best,
                                  .drawn = end->outcome.result == PAUA_RESULT_DRAW,
                                  .is_short = moves < RATED_SHORT_ROUNDS * start->players};
    rating_category_of(start->players, &game->setup.rules, out->category);
    for (int side = 0; side < start->players; side++) {
        memcpy(out->accounts[side], game->players[side].account, sizeof out->accounts[side]);
        out->teams[side] = paua_position_team(start, (paua_side)side);
        out->same_address[side] = game->live->same_address[side];
        out->lag_ms[side] = fair_play_lag(game, side);
    }
    fair_play_pauses(game, event->clock_ms, &out->paused_ms);
}
