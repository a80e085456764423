/* selfplay.c - plays an engine against itself and writes the positions as samples. Games run on a
 * pool of threads and are written in the order of their numbers, so that the file does not depend
 * on the number of threads.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/pool.h"
#include "base/random.h"
#include "eval/eval.h"
#include "train/samples.h"

enum {
    LAYOUTS_MAX = 128,
    MARBLES = 14,
    OPENING_LEAST = 6,
    OPENING_MOST = 10,
    QUIET_LEAST = 40, /* plies without an ejection that are a draw */
    QUIET_MOST = 200,
    BY_SCORE_LEAST = 150, /* plies of a game that the score decides there; others get the most */
    BY_SCORE_MOST = 400,
    CONTEMPT = 50,      /* so that level positions are played on (search.h) */
    AGREED = 6,         /* plies before a game is adjudicated */
    TT_BYTES = 1 << 20, /* small: it is cleared for each game */
    WINDOW = 64,        /* games that may be ahead of the next one to be written */
    CALL_MS = 100,
};

struct selfplay_game {
    bool done;
    paua_result result;
    int count;
    uint64_t nodes;
    bool adjudicated;
    paua_samples_game about;
    paua_sample positions[BY_SCORE_MOST];
};

struct selfplay {
    const paua_board *board;
    const paua_selfplay_options *options;
    paua_selfplay_callback callback;
    void *context;
    struct samples_order order;
    paua_position starts[LAYOUTS_MAX];
    int start_count;
    atomic_bool stop;

    pthread_mutex_t lock; /* of all below */
    pthread_cond_t written;
    uint64_t next; /* game to be played */
    struct selfplay_game *window;
    struct samples_writer *writer;
    paua_selfplay_progress progress;
    paua_status status;
    int why; /* errno of a failed write */
};

struct selfplay_worker {
    struct selfplay *all;
    paua_engine *engine;
    struct selfplay_game *game;
    uint64_t random;
    int64_t called_ms;
    bool calls;  /* it is the caller's thread */
    bool failed; /* memory ran out */
};

/* The layouts for two of 14 marbles each and no others. */
static void find_starts(struct selfplay *all)
{
    for (int i = 0; i < paua_layout_count() && all->start_count < LAYOUTS_MAX; i++) {
        const paua_layout *layout = paua_layout_at(i);
        paua_position *start = &all->starts[all->start_count];
        paua_set sets[PAUA_SIDES] = {0};
        int place = 0;
        if (layout->players != PAUA_SIDES || layout->special || layout->sides[0] != 5 ||
            layout->sides[1] != 5 || layout->sides[2] != 5)
            continue;
        for (const char *c = layout->rows; *c; c++) {
            if (*c == 'b' || *c == 'w')
                sets[*c == 'w'] |= PAUA_SET(all->order.cell[place++]);
            else if (*c != '/')
                place += *c - '0';
        }
        if (bits_count(sets[0]) == MARBLES && bits_count(sets[1]) == MARBLES &&
            paua_position_setup(all->board, sets[0], sets[1], PAUA_BLACK, start) == PAUA_OK)
            all->start_count++;
    }
}

/* Selects a legal move at random, each with the same probability. */
static paua_move draw_move(struct selfplay_worker *player, const paua_move_list *list)
{
    return list->moves[random_below(&player->random, (uint64_t)list->count)];
}

/* How many plies without an ejection are a draw: none, 100 or 200 as the presets of rules have, or
 * any number from 40 to 200, each in a third of the games. */
static uint16_t draw_quiet_limit(struct selfplay_worker *player)
{
    switch (random_below(&player->random, 3)) {
    case 0:
        return 0;
    case 1:
        return random_below(&player->random, 2) ? QUIET_MOST : QUIET_MOST / 2;
    default:
        return (uint16_t)(QUIET_LEAST +
                          random_below(&player->random, QUIET_MOST - QUIET_LEAST + 1));
    }
}

/* The rules of a game: a limit of plies, at which the score decides or it is drawn, and maybe one
 * of plies without an ejection. */
static paua_rules draw_rules(struct selfplay_worker *player)
{
    paua_rules rules = paua_rules_default(player->all->board);
    rules.score_decides =
        random_below(&player->random, 100) < (uint32_t)player->all->options->by_score;
    rules.quiet = draw_quiet_limit(player);
    rules.plies = BY_SCORE_MOST;
    if (rules.score_decides)
        rules.plies = (uint16_t)(BY_SCORE_LEAST +
                                 random_below(&player->random, BY_SCORE_MOST - BY_SCORE_LEAST + 1));
    return rules;
}

/* A game after the random opening. NULL: out of memory. */
static paua_game *open_game(struct selfplay_worker *player, const paua_rules *rules)
{
    const struct selfplay *all = player->all;
    paua_position start = all->starts[random_below(&player->random, (uint64_t)all->start_count)];
    int plies =
        OPENING_LEAST + (int)random_below(&player->random, OPENING_MOST - OPENING_LEAST + 1);
    int ejections = 0;
    paua_game *game;
    start.to_move = (uint8_t)random_below(&player->random, PAUA_SIDES);
    start.key = paua_position_key(all->board, &start);
    if (paua_game_new(all->board, rules, &start, &game) != PAUA_OK)
        return NULL;
    while (plies > 0) {
        paua_move_list list;
        paua_game_generate(game, &list);
        if (list.count == 0)
            return game; /* no layout leads here */
        paua_move move = draw_move(player, &list);
        if (paua_move_ejects(move) && ejections++ > 0)
            continue;
        if (paua_game_play(game, move) != PAUA_OK) {
            paua_game_free(game);
            return NULL;
        }
        plies--;
    }
    return game;
}

/* Records the position before its move as a sample; the score is the side to move's. */
static void note_position(const struct selfplay_worker *player, const paua_game *game,
                          const paua_move_list *list, paua_move best, paua_move move, int score)
{
    const paua_position *position = paua_game_position(game);
    const struct samples_order *order = &player->all->order;
    int own = position->to_move, other = 1 - own, flags = 0;
    if (paua_move_ejects(best))
        flags |= PAUA_SAMPLE_EJECTS;
    if (paua_move_pushed(best))
        flags |= PAUA_SAMPLE_PUSHES;
    if (paua_move_ejects(list->moves[0])) /* ejections come first */
        flags |= PAUA_SAMPLE_HANGING;
    if (move != best)
        flags |= PAUA_SAMPLE_RANDOM;
    player->game->positions[player->game->count++] = (paua_sample){
        .own = samples_to_text(order, position->marbles[own]),
        .other = samples_to_text(order, position->marbles[other]),
        .score = (int16_t)score,
        .ejected = position->ejected[own],
        .ejected_by_other = position->ejected[other],
        .result = (int8_t)own, /* whose it is, until it is known */
        .ply = position->ply,
        .flags = (uint8_t)flags,
    };
}

/* Plies in a row whose scores say that Black is far ahead, or as a negative number that White
 * is. */
static int count_agreement(int agreed, int score, int bound)
{
    if (score >= bound)
        return agreed > 0 ? agreed + 1 : 1;
    if (score <= -bound)
        return agreed < 0 ? agreed - 1 : -1;
    return 0;
}

/* Reports progress at most every CALL_MS, on the caller's thread alone; false from the callback
 * stops all games. */
static void call_back(struct selfplay_worker *player)
{
    struct selfplay *all = player->all;
    if (!player->calls || !all->callback || clock_now_ms() - player->called_ms < CALL_MS)
        return;
    pthread_mutex_lock(&all->lock);
    paua_selfplay_progress now = all->progress;
    pthread_mutex_unlock(&all->lock);
    if (!all->callback(&now, all->context))
        atomic_store(&all->stop, true);
    player->called_ms = clock_now_ms();
}

/* Searches, records and plays one ply. Returns the new value of `agreed`. */
static int play_ply(struct selfplay_worker *player, paua_game *game, int agreed)
{
    const paua_selfplay_options *options = player->all->options;
    const paua_limits limits = {
        .size = sizeof(paua_limits), .nodes = options->nodes, .contempt = CONTEMPT};
    const bool white = paua_game_position(game)->to_move == PAUA_WHITE;
    paua_move_list list;
    paua_search_info info;
    paua_move best;
    paua_game_generate(game, &list);
    player->failed =
        paua_engine_search(player->engine, game, &limits, &best, &info, NULL, NULL) != PAUA_OK;
    if (player->failed)
        return 0;
    paua_move move = best;
    if (random_below(&player->random, 100) < (uint32_t)options->random)
        move = draw_move(player, &list);
    player->game->nodes += info.nodes;
    note_position(player, game, &list, best, move, info.score);
    player->failed = paua_game_play(game, move) != PAUA_OK;
    if (!player->game->adjudicated)
        return 0;
    return count_agreement(agreed, white ? -info.score : info.score, options->adjudicate);
}

/* Labels every position with the result and the final lead for its side to move. */
static void label_results(struct selfplay_game *played, paua_result result,
                          const paua_position *last)
{
    int black_lead = last->ejected[PAUA_BLACK] - last->ejected[PAUA_WHITE];
    played->result = result;
    for (int i = 0; i < played->count; i++) {
        bool white = played->positions[i].result == PAUA_WHITE;
        int black_won = (result == PAUA_RESULT_BLACK_WINS) - (result == PAUA_RESULT_WHITE_WINS);
        played->positions[i].result = (int8_t)(white ? -black_won : black_won);
        played->positions[i].lead = (int8_t)(white ? -black_lead : black_lead);
    }
}

/* Plays one game. False when it was stopped or memory ran out. */
static bool play_game(struct selfplay_worker *player, uint64_t number)
{
    struct selfplay *all = player->all;
    uint64_t seed = all->options->seed;
    int agreed = 0;
    player->random = random_next(&seed) ^ number;
    player->random = random_next(&player->random);
    const paua_rules rules = draw_rules(player);
    player->game->about = (paua_samples_game){.number = (uint32_t)number,
                                              .plies = rules.plies,
                                              .score_decides = rules.score_decides,
                                              .quiet = rules.quiet};
    player->game->adjudicated =
        all->options->adjudicate > 0 &&
        random_below(&player->random, 100) >= (uint32_t)all->options->play_out;
    player->game->count = 0;
    player->game->nodes = 0;
    paua_engine_clear(player->engine);
    paua_game *game = open_game(player, &rules);
    player->failed = !game;
    if (!game)
        return false;
    while (!player->failed && abs(agreed) < AGREED && !atomic_load(&all->stop) &&
           paua_game_outcome(game).result == PAUA_RESULT_ONGOING) {
        agreed = play_ply(player, game, agreed);
        call_back(player);
    }
    paua_result result = paua_game_outcome(game).result;
    if (result == PAUA_RESULT_ONGOING)
        result = agreed > 0 ? PAUA_RESULT_BLACK_WINS : PAUA_RESULT_WHITE_WINS;
    label_results(player->game, result, paua_game_position(game));
    paua_game_free(game);
    return !player->failed && !atomic_load(&all->stop);
}

/* Whether the number of games or positions that was asked for is reached. */
static bool has_enough(const struct selfplay *all)
{
    const paua_selfplay_options *options = all->options;
    return (options->games && all->progress.games >= options->games) ||
           (options->positions && all->progress.positions >= options->positions);
}

/* Writes the finished games that are next by number; the lock is held. */
static void write_games(struct selfplay *all)
{
    struct selfplay_game *played;
    while (!has_enough(all) && (played = &all->window[all->progress.games % WINDOW])->done &&
           all->status == PAUA_OK) {
        paua_selfplay_progress *progress = &all->progress;
        all->status = samples_append(all->writer, &played->about, played->positions, played->count);
        if (all->status != PAUA_OK) {
            all->why = errno;
            break;
        }
        played->done = false;
        progress->games++;
        progress->positions += (uint64_t)played->count;
        progress->played += (uint64_t)played->count;
        progress->nodes += played->nodes;
        progress->black += played->result == PAUA_RESULT_BLACK_WINS;
        progress->white += played->result == PAUA_RESULT_WHITE_WINS;
        progress->draws += played->result == PAUA_RESULT_DRAW;
    }
    if (has_enough(all) || all->status != PAUA_OK)
        atomic_store(&all->stop, true);
    pthread_cond_broadcast(&all->written);
}

/* A worker thread: plays games by number and hands them over for writing, at most WINDOW games
 * ahead of the file. */
static void play_games(int number, void *context)
{
    struct selfplay_worker *player = &((struct selfplay_worker *)context)[number];
    struct selfplay *all = player->all;
    pthread_mutex_lock(&all->lock);
    while (!atomic_load(&all->stop)) {
        uint64_t game = all->next++;
        pthread_mutex_unlock(&all->lock);
        bool whole = play_game(player, game);
        pthread_mutex_lock(&all->lock);
        while (whole && !atomic_load(&all->stop) && game >= all->progress.games + WINDOW)
            pthread_cond_wait(&all->written, &all->lock);
        if (whole && !atomic_load(&all->stop)) {
            all->window[game % WINDOW] = *player->game;
            all->window[game % WINDOW].done = true;
        }
        if (player->failed)
            all->status = PAUA_ERROR_NO_MEMORY;
        write_games(all);
    }
    pthread_cond_broadcast(&all->written);
    pthread_mutex_unlock(&all->lock);
}

/* One engine a thread. */
static paua_status make_player(struct selfplay *all, struct selfplay_worker *player)
{
    player->all = all;
    player->called_ms = clock_now_ms();
    player->game = malloc(sizeof *player->game);
    if (!player->game)
        return PAUA_ERROR_NO_MEMORY;
    paua_status status = paua_engine_new(all->board, TT_BYTES, all->options->eval, &player->engine);
    if (status == PAUA_OK && all->options->net)
        status = paua_engine_use_net(player->engine, all->options->net);
    return status;
}

/* Creates an engine a thread and plays on a pool. errno is that of a failed write. */
static paua_status run_players(struct selfplay *all, struct selfplay_worker *players)
{
    for (int i = 0; i < all->options->threads; i++) {
        paua_status status = make_player(all, &players[i]);
        if (status != PAUA_OK)
            return status;
    }
    struct pool *pool = pool_new(all->options->threads);
    if (!pool)
        return PAUA_ERROR_NO_MEMORY;
    players[0].calls = true;
    pool_run(pool, play_games, players);
    pool_free(pool);
    errno = all->why;
    return all->status;
}

/* Allocates what the workers share, plays all games and frees it; keeps errno. */
static paua_status play_all(struct selfplay *all)
{
    int count = all->options->threads;
    struct selfplay_worker *players = calloc((size_t)count, sizeof *players);
    paua_status status = PAUA_ERROR_NO_MEMORY;
    all->window = calloc(WINDOW, sizeof *all->window);
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->written, NULL);
    if (players && all->window)
        status = has_enough(all) ? PAUA_OK : run_players(all, players);
    int why = errno;
    pthread_cond_destroy(&all->written);
    pthread_mutex_destroy(&all->lock);
    for (int i = 0; players && i < count; i++) {
        paua_engine_free(players[i].engine);
        free(players[i].game);
    }
    free(players);
    free(all->window);
    errno = why;
    return status;
}

/* Settings as the header has them; a resumed run must have the same. */
static void describe_settings(const struct selfplay *all, paua_samples_info *info)
{
    const paua_selfplay_options *options = all->options;
    char judge[64], name[PAUA_NET_NAME_MAX];
    *info = (paua_samples_info){
        .sides = {5, 5, 5}, .win = paua_rules_default(all->board).win, .seed = options->seed};
    if (options->net)
        snprintf(judge, sizeof judge, "net %s", paua_net_name(options->net, name));
    else
        snprintf(judge, sizeof judge, "eval %s", options->eval ? options->eval : paua_eval_name(0));
    snprintf(info->settings, sizeof info->settings,
             "%s, nodes %llu, random %d%%, by score %d%%, adjudicated from %d but for %d%%", judge,
             (unsigned long long)options->nodes, options->random, options->by_score,
             options->adjudicate, options->play_out);
}

/* Creates the file, or with `resume` opens the one that is there to continue after its last whole
 * game. */
static paua_status open_file(struct selfplay *all, const char *path, paua_error *error)
{
    paua_samples_info info;
    paua_selfplay_progress *progress = &all->progress;
    describe_settings(all, &info);
    paua_status status = PAUA_ERROR_NOT_FOUND;
    if (all->options->resume)
        status = samples_continue(all->writer, path, &info, &progress->games, &progress->positions,
                                  error);
    if (status != PAUA_ERROR_NOT_FOUND)
        return status;
    status = samples_create(all->writer, path, &info);
    if (status == PAUA_ERROR_CONFLICT)
        error_write(error, status, 0, "there is such a file already");
    else if (status != PAUA_OK)
        error_write(error, status, 0, "%s", file_error_text(errno));
    return status;
}

static bool options_make_sense(const paua_selfplay_options *options)
{
    return options->nodes > 0 && options->random >= 0 && options->random <= 100 &&
           options->by_score >= 0 && options->by_score <= 100 && options->adjudicate >= 0 &&
           options->adjudicate < PAUA_SCORE_WIN && options->play_out >= 0 &&
           options->play_out <= 100 && options->games <= UINT32_MAX && options->threads >= 1 &&
           options->threads <= PAUA_SELFPLAY_THREADS_MAX;
}

/* Plays all games into the file at `path` and closes it. */
static paua_status play_into(struct selfplay *all, const char *path, paua_error *error)
{
    paua_status status = open_file(all, path, error);
    if (status != PAUA_OK)
        return status;
    all->next = all->progress.games;
    status = play_all(all);
    if (status != PAUA_OK)
        error_write(error, status, 0, "%s",
                    status == PAUA_ERROR_IO ? strerror(errno) : paua_status_text(status));
    if (samples_end(all->writer) != PAUA_OK && status == PAUA_OK)
        status = error_fill(error, PAUA_ERROR_IO, 0, "%s", strerror(errno));
    return status;
}

paua_status paua_selfplay_run(const paua_board *board, const char *path,
                              const paua_selfplay_options *options, paua_selfplay_callback callback,
                              void *context, paua_selfplay_progress *total, paua_error *error)
{
    if (!options_make_sense(options))
        return error_fill(error, PAUA_ERROR_BAD_ARGUMENT, 0, "options out of range");
    for (int i = 0; i < 3; i++)
        if (paua_board_side(board, i) != 5)
            return error_fill(error, PAUA_ERROR_UNSUPPORTED, 0, "games are played on 5x5x5");
    struct eval eval;
    if (eval_prepare(board, options->eval, &eval) != PAUA_OK)
        return error_fill(error, PAUA_ERROR_NOT_FOUND, 0, "no such evaluation");
    struct selfplay *all = calloc(1, sizeof *all);
    struct samples_writer *writer = malloc(sizeof *writer);
    paua_status status = PAUA_ERROR_NO_MEMORY;
    if (all && writer) {
        *all = (struct selfplay){.board = board,
                                 .options = options,
                                 .callback = callback,
                                 .context = context,
                                 .writer = writer};
        samples_order(board, &all->order);
        find_starts(all);
        status = play_into(all, path, error);
        if (total)
            *total = all->progress;
    } else {
        error_write(error, status, 0, "out of memory");
    }
    int why = errno;
    free(writer);
    free(all);
    errno = why;
    return status;
}
