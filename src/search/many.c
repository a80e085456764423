/* many.c - searches for any number of players.
 *
 * Best-reply search (Schadd and Winands, 2011): between two moves of the player who searches only one of
 * the others moves, the one whose reply hurts most. So the tree has two kinds of layers, and alpha-beta holds
 * for them. Scores are from the view of whoever chooses: the root's player, or all the others.
 *
 * Max^n (Luckhardt and Irani, 1986): players move in turn, and each chooses what is best for himself.
 */
#include <string.h>

#include "search/search.h"

#include "rules/key.h"
#include "rules/teams.h"

enum {
    CONTEMPT = 50,    /* a draw is a little worse than nothing for the root's player */
    EVAL_MAX = 28000, /* below every forced score */
};

#define KEY_OTHERS UINT64_C(0x6c62272e07bb0142) /* the others choose */
#define KEY_METHOD UINT64_C(0xd1b54a32d192ed03) /* keeps apart what alpha-beta has found */

/* A move and whose it is. */
struct choice {
    paua_move move;
    uint8_t side;
    int score; /* the higher, the earlier it is tried */
};

struct choices {
    int count;
    struct choice
        list[PAUA_MOVES_MAX]; /* of all players together: each line has one trailing marble */
};

static int clamp(int score)
{
    return score > EVAL_MAX ? EVAL_MAX : score < -EVAL_MAX ? -EVAL_MAX : score;
}

/* Makes it a player's turn out of order; can he move, the position is still a sound one. */
static void give_turn(struct worker *worker, int side)
{
    paua_position *position = &worker->position;
    position->key ^= key_of_turn(position->to_move) ^ key_of_turn(side);
    position->to_move = (uint8_t)side;
}

static bool is_friend(const struct worker *worker, int side)
{
    return paua_position_team(&worker->position, (paua_side)worker->root_side) >> side & 1;
}

/* Whether the game is over here; *winner is then a player or -1 for a draw. A lack of moves is not looked for. */
static bool over(const struct worker *worker, int ply, int *winner)
{
    const paua_position *position = &worker->position;
    const paua_rules *rules = &worker->rules;
    *winner = teams_winner(position, rules->win);
    if (*winner >= 0)
        return true;
    if ((rules->quiet && position->quiet >= rules->quiet) ||
        (rules->plies && position->ply > rules->plies) ||
        (rules->centre_turn && position->ply > rules->centre_turn * position->players)) {
        paua_result result = paua_position_outcome(worker->board, rules, position).result;
        if (result != PAUA_ONGOING && result != PAUA_DRAW)
            *winner = (int)result - (int)PAUA_BLACK_WINS;
        return result != PAUA_ONGOING;
    }
    return ply > 0 && rules->repetition && search_repeats(worker, ply, 1, 1);
}

/* From the root's player's view. */
static int result_score(const struct worker *worker, int ply, int winner)
{
    if (winner < 0)
        return -CONTEMPT;
    return is_friend(worker, winner) ? PAUA_SCORE_WIN - ply : ply - PAUA_SCORE_WIN;
}

static int static_score(const struct worker *worker)
{
    int scores[PAUA_PLAYERS_MAX];
    eval_players(worker->eval, &worker->position, scores);
    return clamp(scores[worker->root_side]);
}

/* Adds one player's moves; it becomes his turn. */
static void add_choices(struct worker *worker, int side, bool ejections, int ply, paua_move first,
                        struct choices *choices)
{
    paua_move_list list;
    int scores[PAUA_MOVES_MAX];
    give_turn(worker, side);
    if (ejections)
        worker->kernel->generate_ejections(worker->board, &worker->position, &list);
    else
        worker->kernel->generate(worker->board, &worker->position, &list);
    level_overlook(worker, &list);
    order_moves(worker, &list, ply, first, scores);
    for (int i = 0; i < list.count && choices->count < PAUA_MOVES_MAX; i++)
        choices->list[choices->count++] = (struct choice){list.moves[i], (uint8_t)side, scores[i]};
}

/* The moves of the root's player, or those of everybody else who is in the game. */
static void collect(struct worker *worker, bool mine, bool ejections, int ply, paua_move first,
                    struct choices *choices)
{
    const paua_position *position = &worker->position;
    choices->count = 0;
    if (mine) {
        add_choices(worker, worker->root_side, ejections, ply, first, choices);
        return;
    }
    for (int side = 0; side < position->players; side++)
        if (!is_friend(worker, side) && !(position->out >> side & 1))
            add_choices(worker, side, ejections, ply, first, choices);
}

static struct choice pick(struct choices *choices, int from)
{
    int best = from;
    for (int i = from + 1; i < choices->count; i++)
        if (choices->list[i].score > choices->list[best].score)
            best = i;
    struct choice choice = choices->list[best];
    choices->list[best] = choices->list[from];
    choices->list[from] = choice;
    return choice;
}

static int reply_node(struct worker *worker, int ply, int depth, int alpha, int beta, bool mine);

/* The score, for whoever chooses, of one choice. */
static int reply_after(struct worker *worker, struct choice choice, int ply, int depth, int alpha,
                       int beta, bool mine)
{
    paua_undo undo;
    give_turn(worker, choice.side);
    worker->kernel->make(worker->board, &worker->position, choice.move, &undo);
    give_turn(worker, worker->root_side);
    int score = -reply_node(worker, ply + 1, depth - 1, -beta, -alpha, !mine);
    worker->kernel->unmake(worker->board, &worker->position, choice.move, &undo);
    return score;
}

/* Tries choices until one is too good; *best_move is what raised alpha. */
static int reply_choices(struct worker *worker, struct choices *choices, int ply, int depth,
                         int alpha, int beta, bool mine, int best, paua_move *best_move)
{
    bool first = true;
    for (int i = 0; i < choices->count; i++) {
        struct choice choice = pick(choices, i);
        if (search_excluded(worker, ply, choice.move))
            continue;
        int score = 0;
        if (!first)
            score = reply_after(worker, choice, ply, depth, alpha, alpha + 1, mine);
        if (!worker->stopped && (first || (score > alpha && score < beta)))
            score = reply_after(worker, choice, ply, depth, alpha, beta, mine);
        if (worker->stopped)
            return 0;
        first = false;
        if (score <= best)
            continue;
        best = score;
        if (score > alpha) {
            alpha = score;
            *best_move = choice.move;
            search_extend_pv(worker, ply, choice.move);
        }
        if (score >= beta) {
            if (depth > 0)
                order_credit(worker, choice.side, choice.move, ply, depth);
            break;
        }
    }
    return best;
}

/* Ejections alone; whoever chooses may decline. */
static int reply_quiesce(struct worker *worker, int ply, int alpha, int beta, bool mine)
{
    struct choices choices;
    paua_move move;
    int best = mine ? static_score(worker) : -static_score(worker);
    if (best >= beta || ply >= SEARCH_PLIES)
        return best;
    collect(worker, mine, true, ply, PAUA_NO_MOVE, &choices);
    give_turn(worker, worker->root_side);
    return reply_choices(worker, &choices, ply, 0, best > alpha ? best : alpha, beta, mine, best,
                         &move);
}

/* Nobody of those who would choose here can move: the others go on, if they can. */
static int pass(struct worker *worker, int ply, int depth, int alpha, int beta, bool mine)
{
    struct choices choices;
    collect(worker, !mine, false, ply, PAUA_NO_MOVE, &choices);
    give_turn(worker, worker->root_side);
    if (choices.count == 0)
        return mine ? -CONTEMPT : CONTEMPT;
    return -reply_node(worker, ply, depth - 1, -beta, -alpha, !mine);
}

/* It is the turn of the root's player in worker->position, on every layer. */
static int reply_node(struct worker *worker, int ply, int depth, int alpha, int beta, bool mine)
{
    struct choices choices;
    paua_move best_move = PAUA_NO_MOVE, first = PAUA_NO_MOVE;
    uint64_t key = worker->position.key ^ (mine ? 0 : KEY_OTHERS);
    int winner, old_alpha = alpha;

    search_enter(worker, ply, key);
    if (worker->stopped)
        return 0;
    if (over(worker, ply, &winner)) {
        int score = result_score(worker, ply, winner);
        return mine ? score : -score;
    }
    if (depth <= 0 || ply >= SEARCH_PLIES)
        return reply_quiesce(worker, ply, alpha, beta, mine);

    struct tt_hit hit;
    if (tt_probe(worker->tt, key ^ KEY_METHOD ^ worker->sight, &hit)) {
        int score = score_from_tt(hit.score, ply);
        first = hit.move;
        if (ply > 0 && tt_cuts_off(&hit, score, depth, alpha, beta))
            return score;
    }
    collect(worker, mine, false, ply, first, &choices);
    give_turn(worker, worker->root_side);
    if (choices.count == 0)
        return pass(worker, ply, depth, alpha, beta, mine);
    int best = reply_choices(worker, &choices, ply, depth, alpha, beta, mine, -SEARCH_INFINITE,
                             &best_move);
    if (worker->stopped)
        return 0;
    enum tt_bound bound = best >= beta ? TT_LOWER : best > old_alpha ? TT_EXACT : TT_UPPER;
    tt_store(worker->tt, key ^ KEY_METHOD ^ worker->sight,
             (struct tt_hit){.move = best_move,
                             .score = (int16_t)score_to_tt(best, ply),
                             .eval = TT_NO_EVAL,
                             .depth = (uint8_t)depth,
                             .bound = (uint8_t)bound});
    return best;
}

/* Max^n: fills in what the position is worth for each player. */
static void max_n_node(struct worker *worker, int ply, int depth, int values[PAUA_PLAYERS_MAX])
{
    paua_position *position = &worker->position;
    paua_move_list list;
    paua_undo undo;
    int child[PAUA_PLAYERS_MAX], winner, side = position->to_move;

    search_enter(worker, ply, position->key);
    if (worker->stopped)
        return;
    eval_players(worker->eval, position, values);
    if (over(worker, ply, &winner)) {
        for (int player = 0; player < position->players; player++) {
            bool won = winner >= 0 && paua_position_team(position, (paua_side)winner) >> player & 1;
            values[player] = winner < 0 ? -CONTEMPT
                             : won      ? PAUA_SCORE_WIN - ply
                                        : ply - PAUA_SCORE_WIN;
        }
        return;
    }
    if (ply >= SEARCH_PLIES)
        return;
    if (depth <= 0) /* who moves may decline: what stands in `values` is the least he gets */
        worker->kernel->generate_ejections(worker->board, position, &list);
    else
        worker->kernel->generate(worker->board, position, &list);
    level_overlook(worker, &list);
    if (depth > 0 && list.count > 0)
        values[side] = -SEARCH_INFINITE;
    for (int i = 0; i < list.count; i++) {
        worker->kernel->make(worker->board, position, list.moves[i], &undo);
        max_n_node(worker, ply + 1, depth - 1, child);
        worker->kernel->unmake(worker->board, position, list.moves[i], &undo);
        if (worker->stopped)
            return;
        if (child[side] > values[side]) {
            memcpy(values, child, sizeof child);
            search_extend_pv(worker, ply, list.moves[i]);
        }
        if (values[side] >= PAUA_SCORE_WIN - ply - 1)
            break; /* nothing is better than to win at once */
    }
}

int many_after(struct worker *worker, paua_move move, int depth)
{
    paua_position *position = &worker->position;
    paua_undo undo;
    int score;
    worker->path[0] = position->key;
    if (worker->method == PAUA_METHOD_MAX_N) {
        int values[PAUA_PLAYERS_MAX];
        worker->kernel->make(worker->board, position, move, &undo);
        max_n_node(worker, 1, depth - 1, values);
        worker->kernel->unmake(worker->board, position, move, &undo);
        return values[worker->root_side];
    }
    struct choice choice = {move, (uint8_t)worker->root_side, 0};
    score = reply_after(worker, choice, 0, depth, -SEARCH_INFINITE, SEARCH_INFINITE, true);
    return score;
}

/* Cuts the line where it is not a sequence of legal moves any more, as best replies need not be. */
static void keep_playable(struct worker *worker)
{
    paua_position position = worker->position;
    paua_undo undo;
    int kept = 0;
    while (kept < worker->pv_length[0] &&
           paua_move_legal(worker->board, &position, worker->pv[0][kept]))
        paua_position_make(worker->board, &position, worker->pv[0][kept++], &undo);
    worker->pv_length[0] = kept;
}

int many_root(struct worker *worker, int depth)
{
    struct choices choices;
    paua_move_list list;
    paua_move best_move = PAUA_NO_MOVE;
    int scores[PAUA_MOVES_MAX], best = -SEARCH_INFINITE;
    paua_move first = worker->pv_length[0] ? worker->pv[0][0] : PAUA_NO_MOVE;

    search_enter(worker, 0, worker->position.key);
    paua_game_generate(worker->game, &list);
    order_moves(worker, &list, 0, first, scores);
    choices.count = 0;
    for (int i = 0; i < list.count; i++)
        choices.list[choices.count++] =
            (struct choice){list.moves[i], (uint8_t)worker->root_side, scores[i]};
    if (worker->method == PAUA_METHOD_BEST_REPLY) {
        best = reply_choices(worker, &choices, 0, depth, -SEARCH_INFINITE, SEARCH_INFINITE, true,
                             best, &best_move);
    } else {
        for (int i = 0; i < choices.count && !worker->stopped; i++) {
            paua_move move = pick(&choices, i).move;
            if (search_excluded(worker, 0, move))
                continue;
            int score = many_after(worker, move, depth);
            if (worker->stopped || score <= best)
                continue;
            best = score;
            search_extend_pv(worker, 0, move);
        }
    }
    keep_playable(worker);
    return best;
}
