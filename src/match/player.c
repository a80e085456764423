#include "match/player.h"

#include "search/budget.h"

paua_status player_begin(struct player *player, const paua_match_setup *setup,
                         const paua_contender *contender)
{
    *player = (struct player){.contender = contender, .setup = setup};
    return pthread_mutex_init(&player->lock, NULL) == 0 ? PAUA_OK : PAUA_NO_MEMORY;
}

void player_end(struct player *player)
{
    paua_engine_free(player->engine);
    pthread_mutex_destroy(&player->lock);
}

paua_status player_meet(struct player *player, const paua_game *game)
{
    const paua_contender *contender = player->contender;
    int64_t hash_mb = contender->hash_mb ? contender->hash_mb : player->setup->hash_mb;
    paua_status status;

    if (player->engine && player->board == paua_game_board(game)) {
        paua_engine_clear(player->engine);
        return PAUA_OK;
    }
    paua_engine_free(player->engine);
    player->engine = NULL;
    player->board = paua_game_board(game);
    status = paua_engine_new(player->board, (size_t)hash_mb << 20,
                             *contender->eval ? contender->eval : NULL, &player->engine);
    return status;
}

/* The shorter of two times of which 0 is none. */
static int64_t shorter(int64_t a, int64_t b)
{
    return a && (!b || a < b) ? a : b;
}

static paua_limits limits_of(const struct player *player, const struct turn *turn)
{
    const paua_limits *own = &player->contender->limits;
    const paua_limits *common = &player->setup->limits;
    paua_limits limits = *own;

    limits.depth = own->depth ? own->depth : common->depth;
    limits.nodes = own->nodes ? own->nodes : common->nodes;
    limits.time_ms = own->time_ms ? own->time_ms : common->time_ms;
    limits.seed = turn->seed;
    if (turn->clock)
        limits.time_ms =
            shorter(limits.time_ms, budget_share(turn->left_ms, player->setup->gain_ms));
    return limits;
}

paua_status player_think(struct player *player, const struct turn *turn, struct answer *answer)
{
    paua_limits limits = limits_of(player, turn);
    paua_search_info info = {0};
    paua_status status;

    *answer = (struct answer){0};
    pthread_mutex_lock(&player->lock);
    player->searching = true;
    pthread_mutex_unlock(&player->lock);
    status =
        paua_engine_search(player->engine, turn->game, &limits, &answer->move, &info, NULL, NULL);
    pthread_mutex_lock(&player->lock);
    player->searching = false;
    pthread_mutex_unlock(&player->lock);
    answer->score = info.score;
    return status;
}

void player_hurry(struct player *player)
{
    pthread_mutex_lock(&player->lock);
    if (player->searching)
        paua_engine_stop(player->engine);
    pthread_mutex_unlock(&player->lock);
}
