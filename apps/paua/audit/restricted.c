/* restricted.c - makes room for a restricted game and has it solved, layer by layer, by the kernel
 * that suits the processor (restricted_source.h). */
#include "audit/restricted.h"

#include <stdlib.h>

#include "audit/restricted_game.h"
#include "board/shape.h"

/* Numbers the positions of all layers, and makes room for them. */
static paua_status make_layers(struct restricted *game, const paua_board *board, int win)
{
    paua_status status =
        win > RESTRICTED_WIN_MAX ? PAUA_ERROR_UNSUPPORTED : index_board_init(&game->base, board);
    for (int i = 0; i < win * win && status == PAUA_OK; i++)
        status = index_layer_init(&game->index[i / win][i % win], &game->base,
                                  game->least + i / win, game->least + i % win);
    for (int i = 0; i < win * win && status == PAUA_OK; i++) {
        struct restricted_layer *layer = &game->layers[i / win][i % win];
        layer->to_win = &game->index[i / win][i % win];
        layer->to_reply = &game->index[i % win][i / win];
        if (layer->to_win->slots > UINT32_MAX || layer->to_reply->slots > UINT32_MAX)
            return PAUA_ERROR_UNSUPPORTED;
        layer->won = calloc(layer->to_win->slots, sizeof *layer->won);
        layer->open = calloc(layer->to_reply->slots, sizeof *layer->open);
        status = layer->won && layer->open ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
    }
    return status;
}

static const struct restricted_kernel *kernel_for(const paua_board *board)
{
#if defined(__x86_64__)
    if (board->cpu_v3)
        return &restricted_kernel_v3;
#endif
    (void)board;
    return &restricted_kernel_any;
}

struct restricted *restricted_new(struct judging *judging, paua_side winner, paua_set forbidden)
{
    const paua_oracle *oracle = &judging->game->oracle;
    struct restricted *game = calloc(1, sizeof *game);
    if (!game) {
        audit_worked(judging, PAUA_ERROR_NO_MEMORY);
        return NULL;
    }
    game->judging = judging;
    game->kernel = kernel_for(oracle->board);
    game->winner = winner;
    game->forbidden = (uint32_t)forbidden;
    game->least = oracle->marbles - oracle->win + 1;
    game->most = oracle->marbles;
    bool worked = audit_worked(judging, make_layers(game, oracle->board, oracle->win));
    for (int own = 0; own < oracle->win && worked; own++)
        for (int other = 0; other < oracle->win && worked; other++)
            worked = game->kernel->solve_layer(game, own, other);
    if (worked)
        return game;
    restricted_free(game);
    return NULL;
}

bool restricted_won(const struct restricted *game, paua_constellation at)
{
    return game->kernel->won(game, (uint32_t)audit_own(at, game->winner),
                             (uint32_t)audit_own(at, PAUA_OTHER(game->winner)));
}

void restricted_free(struct restricted *game)
{
    if (!game)
        return;
    for (int i = 0; i < RESTRICTED_WIN_MAX * RESTRICTED_WIN_MAX; i++) {
        index_layer_free(&game->index[i / RESTRICTED_WIN_MAX][i % RESTRICTED_WIN_MAX]);
        free(game->layers[i / RESTRICTED_WIN_MAX][i % RESTRICTED_WIN_MAX].won);
        free(game->layers[i / RESTRICTED_WIN_MAX][i % RESTRICTED_WIN_MAX].open);
    }
    free(game->stack);
    free(game);
}
