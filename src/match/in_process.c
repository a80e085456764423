/* in_process.c - a player that is an engine of this library; it searches on the calling thread. */
#include <stdio.h>

#include "base/clock.h"
#include "match/player.h"
#include "search/budget.h"

/* Sets the parameters of a configuration, which has been checked (engine_config.c). */
static void set_parameters(paua_engine *engine, const char *list)
{
    char name[64];
    int value, length;
    for (; sscanf(list, "%63[^=]=%d%n", name, &value, &length) == 2; list += length + 1) {
        paua_engine_set_parameter(engine, name, value);
        if (!list[length])
            return;
    }
}

/* Creates the engine by its configuration: evaluation, hash size, threads, network. */
static paua_status make_engine(struct player *player)
{
    const char *eval = player->config->eval;
    paua_status status = paua_engine_new(player->board, (size_t)player_tt_mb(player) << 20,
                                         *eval ? eval : NULL, &player->engine);
    if (status == PAUA_OK)
        status = paua_engine_use_threads(player->engine, player_threads(player));
    if (status == PAUA_OK)
        set_parameters(player->engine, player->config->parameters);
    /* on boards that the net is not for, the evaluation scores */
    if (status == PAUA_OK && player->net &&
        paua_engine_use_net(player->engine, player->net) == PAUA_ERROR_NO_MEMORY)
        status = PAUA_ERROR_NO_MEMORY;
    return status;
}

paua_status in_process_new_game(struct player *player, const paua_game *game)
{
    if (player->engine && player->board == paua_game_board(game)) {
        paua_engine_clear(player->engine);
        return PAUA_OK;
    }
    paua_engine_free(player->engine);
    player->engine = NULL;
    player->board = paua_game_board(game);
    return make_engine(player);
}

/* Locked, as another thread reads it in player_stop_search(). */
static void set_searching(struct player *player, bool searching)
{
    pthread_mutex_lock(&player->lock);
    player->searching = searching;
    pthread_mutex_unlock(&player->lock);
}

paua_status in_process_find_move(struct player *player, const struct move_request *request,
                                 struct move_reply *reply)
{
    paua_limits limits = player_limits(player);
    paua_search_info info = {0};
    int64_t began = clock_now_ms(), ran = clock_thread_ms();
    paua_status status;
    limits.seed = request->seed;
    limits.contempt = PAUA_CONTEMPT;
    if (request->clock)
        budget_clock(&limits, request->left_ms[paua_game_position(request->game)->to_move],
                     player->setup->gain_ms + player->setup->delay_ms);
    set_searching(player, true);
    status =
        paua_engine_search(player->engine, request->game, &limits, &reply->move, &info, NULL, NULL);
    set_searching(player, false);
    reply->spent_ms = clock_now_ms() - began;
    reply->delayed_ms = reply->spent_ms - (clock_thread_ms() - ran); /* a search never sleeps */
    reply->scored = true;
    reply->score = info.score;
    return status;
}
