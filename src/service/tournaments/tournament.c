/* tournament.c - adds, removes and seeds the players of a tournament, and advances it from round to
 * round. */
#define _GNU_SOURCE
#include "service/tournaments/tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/core/env.h"
#include "service/games/model/computer_account.h"
#include "service/ratings/ratings.h"

static const char *const systems[TOURNAMENT_SYSTEMS] = {
    [TOURNAMENT_SWISS] = "swiss",
    [TOURNAMENT_ROUND_ROBIN] = "round-robin",
    [TOURNAMENT_DOUBLE_ROUND_ROBIN] = "double-round-robin",
};

const char *tournament_system_name(enum tournament_system system)
{
    return systems[system];
}

int tournament_system_find(const char *name)
{
    for (int i = 0; name && i < TOURNAMENT_SYSTEMS; i++) {
        if (strcmp(systems[i], name) == 0)
            return i;
    }
    return -1;
}

void tournament_free(struct tournament *self)
{
    if (!self)
        return;
    free(self->games);
    free(self->game_ids);
    free(self);
}

/* Whether the sender of the request may decide about the player. */
static bool check_sender(const struct tournament *self, const struct login *who,
                         const struct contestant *player, struct api_error *error)
{
    return strcmp(who->account, player->account) == 0 || strcmp(who->account, self->owner) == 0 ||
           api_error_set(error, 403, "not_owner", "this is the tournament of somebody else");
}

bool tournament_join(struct tournament *self, const struct login *who,
                     const struct contestant *player, struct api_error *error)
{
    if (!check_sender(self, who, player, error))
        return false;
    const int known = tournament_player(self, player->account);
    if (known != PAIRING_NOBODY && !self->players[known].left)
        return true;
    if (self->status != TOURNAMENT_OPEN)
        return api_error_set(error, 409, "too_late", "the tournament has begun");
    if (player->bot && !self->bots)
        return api_error_set(error, 403, "no_bots", "this tournament is for people");
    if (self->player_count == self->players_max)
        return api_error_set(error, 409, "tournament_full", "the tournament is full");
    self->players[self->player_count++] = *player;
    return true;
}

bool tournament_leave(struct tournament *self, const struct login *who,
                      const struct contestant *leaving, struct api_error *error)
{
    int player = tournament_player(self, leaving->account);

    if (!check_sender(self, who, leaving, error))
        return false;
    if (self->status == TOURNAMENT_OVER)
        return api_error_set(error, 409, "too_late", "the tournament is over");
    if (player == PAIRING_NOBODY)
        return true;
    if (self->status == TOURNAMENT_RUNNING) {
        self->players[player].left = true;
        return true;
    }
    self->player_count--;
    memmove(&self->players[player], &self->players[player + 1],
            (size_t)(self->player_count - player) * sizeof self->players[0]);
    return true;
}

void tournament_seat(const struct contestant *player, struct seat *out)
{
    if (computer_account_find(player->name, out))
        return;
    *out = (struct seat){.kind = SEAT_USER};
    snprintf(out->name, sizeof out->name, "%s", player->name);
    memcpy(out->account, player->account, sizeof out->account);
}

paua_status tournament_seed(store *db, struct tournament *self)
{
    const int64_t now_ms = env_now_ms();
    double ratings[PAIRING_PLAYERS_MAX];
    char category[RATING_CATEGORY_SIZE];
    struct rating rating;

    if (!rating_category_of(PAUA_SIDES, &self->setup.rules, category))
        return PAUA_OK;
    for (int i = 0; i < self->player_count; i++) {
        const struct contestant player = self->players[i];
        int at = i;

        paua_status status = rating_read(db, player.account, category, now_ms, &rating);
        if (status != PAUA_OK)
            return status;
        const double own = rating.glicko.rating;
        for (; at > 0 && ratings[at - 1] < own; at--) {
            ratings[at] = ratings[at - 1];
            self->players[at] = self->players[at - 1];
        }
        ratings[at] = own;
        self->players[at] = player;
    }
    return PAUA_OK;
}

/* Reserves memory for more games. */
static bool reserve_games(struct tournament *self, int more)
{
    const int count = self->game_count + more;

    if (count <= self->game_capacity)
        return true;
    const size_t capacity = 2 * (size_t)count;
    struct paired_game *games = realloc(self->games, capacity * sizeof *games);
    if (games)
        self->games = games;
    char(*ids)[ID_SIZE + 1] = realloc(self->game_ids, capacity * sizeof *ids);
    if (ids)
        self->game_ids = ids;
    if (!games || !ids)
        return false;
    self->game_capacity = (int)capacity;
    return true;
}

struct tournament *tournament_copy(const struct tournament *from)
{
    struct tournament *copy = malloc(sizeof *copy);

    if (!copy)
        return NULL;
    *copy = *from;
    copy->next = NULL;
    copy->games = NULL;
    copy->game_ids = NULL;
    copy->game_count = copy->game_capacity = 0;
    if (!reserve_games(copy, from->game_count)) {
        tournament_free(copy);
        return NULL;
    }
    copy->game_count = from->game_count;
    if (from->game_count && copy->games && copy->game_ids) {
        memcpy(copy->games, from->games, (size_t)from->game_count * sizeof *copy->games);
        memcpy(copy->game_ids, from->game_ids, (size_t)from->game_count * sizeof *copy->game_ids);
    }
    return copy;
}

int tournament_player(const struct tournament *self, const char *account)
{
    for (int i = 0; i < self->player_count; i++) {
        if (strcmp(self->players[i].account, account) == 0)
            return i;
    }
    return PAIRING_NOBODY;
}

/* How many rounds the players can play at most: in a Swiss nobody meets anybody twice. */
static int rounds_max(const struct tournament *self)
{
    if (self->player_count < 2)
        return 0;
    return pairing_cycle_rounds(self->player_count, self->system == TOURNAMENT_DOUBLE_ROUND_ROBIN);
}

void tournament_begin(struct tournament *self)
{
    const int most = rounds_max(self);

    if (self->system != TOURNAMENT_SWISS || self->rounds > most)
        self->rounds = most;
    self->status = TOURNAMENT_RUNNING;
    self->round = 0;
}

/* Whether every game of the round has its points. */
static bool round_is_over(const struct tournament *self)
{
    for (int i = 0; i < self->game_count; i++) {
        if (self->games[i].black_points == PAIRING_PENDING)
            return false;
    }
    return true;
}

/* Who has left loses without a game; where both have, neither gets anything. */
static void forfeit_games(const struct tournament *self, struct paired_game *games, int count)
{
    for (int i = 0; i < count; i++) {
        struct paired_game *game = &games[i];

        if (game->white == PAIRING_NOBODY)
            continue;
        bool black_left = self->players[game->black].left,
             white_left = self->players[game->white].left;
        if (!black_left && !white_left)
            continue;
        game->black_points = black_left ? 0 : 2;
        game->white_points = white_left ? 0 : 2;
        game->played = false;
    }
}

/* Pairs the next round. As pairing_swiss(). */
static paua_status pair_round(struct tournament *self)
{
    bool is_in[PAIRING_PLAYERS_MAX];
    int players = 0, count = 0;
    paua_status status = PAUA_OK;

    if (!reserve_games(self, self->player_count))
        return PAUA_ERROR_NO_MEMORY;
    struct paired_game *out;
    out = self->games + self->game_count;
    for (int i = 0; i < self->player_count; i++) {
        is_in[i] = !self->players[i].left;
        players += is_in[i];
    }
    if (players < 2)
        return PAUA_ERROR_NOT_FOUND;
    if (self->system == TOURNAMENT_SWISS)
        status = pairing_swiss(self->player_count, is_in, self->games, self->game_count,
                               self->round + 1, out, &count);
    else
        pairing_cycle(self->player_count, self->round + 1, out, &count);
    if (status != PAUA_OK)
        return status;
    forfeit_games(self, out, count);
    for (int i = 0; i < count; i++)
        self->game_ids[self->game_count + i][0] = '\0';
    self->round++;
    self->game_count += count;
    return PAUA_OK;
}

paua_status tournament_advance(struct tournament *self)
{
    while (self->status == TOURNAMENT_RUNNING && round_is_over(self)) {
        paua_status status = self->round < self->rounds ? pair_round(self) : PAUA_ERROR_NOT_FOUND;

        if (status == PAUA_ERROR_NOT_FOUND)
            self->status = TOURNAMENT_OVER;
        else if (status != PAUA_OK)
            return status;
    }
    return PAUA_OK;
}

bool tournament_result(struct tournament *self, const char *game, int black, int white, bool played)
{
    for (int i = 0; i < self->game_count; i++) {
        struct paired_game *one = &self->games[i];

        if (one->black_points != PAIRING_PENDING || strcmp(self->game_ids[i], game) != 0)
            continue;
        one->black_points = black;
        one->white_points = white;
        one->played = played;
        return true;
    }
    return false;
}
