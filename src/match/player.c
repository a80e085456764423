/* player.c - an engine that plays in a match: dispatches to the in-process or the external kind. */
#include "match/player.h"

#include <stdlib.h>

/* A configuration with a command is an external engine's. */
static bool is_external(const struct player *player)
{
    return player->config->command[0] != '\0';
}

paua_status player_init(struct player *player, const paua_match_setup *setup,
                        const paua_engine_config *config, const paua_net *net, int log_fd,
                        const atomic_bool *stop)
{
    *player = (struct player){
        .config = config, .setup = setup, .net = net, .log_fd = log_fd, .stop = stop};
    return pthread_mutex_init(&player->lock, NULL) == 0 ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
}

void player_quit(struct player *player)
{
    if (is_external(player))
        external_quit(player);
}

void player_free(struct player *player)
{
    paua_engine_free(player->engine);
    free(player->text);
    pthread_mutex_destroy(&player->lock);
}

paua_status player_new_game(struct player *player, const paua_game *game, struct move_reply *reply)
{
    *reply = (struct move_reply){0};
    return is_external(player) ? external_new_game(player, game, reply)
                               : in_process_new_game(player, game);
}

paua_status player_find_move(struct player *player, const struct move_request *request,
                             struct move_reply *reply)
{
    *reply = (struct move_reply){0};
    return is_external(player) ? external_find_move(player, request, reply)
                               : in_process_find_move(player, request, reply);
}

void player_stop_search(struct player *player)
{
    pthread_mutex_lock(&player->lock);
    if (player->searching)
        paua_engine_stop(player->engine);
    pthread_mutex_unlock(&player->lock);
}

paua_limits player_limits(const struct player *player)
{
    const paua_limits *common = &player->setup->limits;
    paua_limits limits = player->config->limits;
    limits.size = sizeof limits;
    if (!limits.depth)
        limits.depth = common->depth;
    if (!limits.nodes)
        limits.nodes = common->nodes;
    if (!limits.time_ms)
        limits.time_ms = common->time_ms;
    return limits;
}

int64_t player_tt_mb(const struct player *player)
{
    return player->config->tt_mb ? player->config->tt_mb : player->setup->tt_mb;
}

int player_threads(const struct player *player)
{
    return player->config->threads ? player->config->threads : player->setup->threads;
}
