/* multiplayer.c - searches for any number of players.
 *
 * Best-reply search (Schadd and Winands, 2011): between two moves of the player who searches, only
 * one of the others moves, the one whose reply hurts most. So the tree has two kinds of layers, and
 * alpha-beta holds for them.
 *
 * Paranoid search (Sturtevant and Korf, 2000): players move in turn, and all but the root's team
 * try to lower its score. Between two teams that is minimax, and so the default there.
 *
 * Both are searched by the same functions, minimax_...(): scores are from the view of whoever
 * chooses, the root's player or team ("mine") or all the others together.
 *
 * Max^n (Luckhardt and Irani, 1986): players move in turn, and each maximises its own component of
 * the value.
 */
#include <string.h>

#include "search/level.h"
#include "search/order.h"
#include "search/search.h"

#include "base/bits.h"
#include "rules/key.h"
#include "rules/nearness.h"
#include "rules/teams.h"

enum {
    CONTEMPT = 50,    /* a draw is this much worse than 0 for the root's player */
    EVAL_MAX = 28000, /* below every forced score */
};

#define KEY_OTHERS UINT64_C(0x6c62272e07bb0142) /* the others choose */
#define KEY_METHOD UINT64_C(0xd1b54a32d192ed03) /* separates these TT entries from alpha-beta's */

/* A move and whose it is. */
struct reply {
    paua_move move;
    uint8_t side;
    int score; /* of move ordering */
};

struct replies {
    int count;
    /* room for all players together: each line of marbles has one trailing marble */
    struct reply list[PAUA_MOVES_MAX];
};

static int clamp_score(int score)
{
    return score > EVAL_MAX ? EVAL_MAX : score < -EVAL_MAX ? -EVAL_MAX : score;
}

/* Gives a player the turn out of order; the position is sound as long as that player can move. */
static void set_side_to_move(struct worker *worker, int side)
{
    paua_position *position = &worker->position;
    position->key ^= key_of_turn(position->to_move) ^ key_of_turn(side);
    position->to_move = (uint8_t)side;
}

/* Whether a player is the root's player or its partner (R19). */
static bool is_in_root_team(const struct worker *worker, int side)
{
    return paua_position_team(&worker->position, (paua_side)worker->root_side) >> side & 1;
}

/* Whether players move in turn, and not one reply of anybody's between two moves of the root's
 * player. */
static bool is_turn_by_turn(const struct worker *worker)
{
    return worker->method == PAUA_METHOD_PARANOID;
}

/* Whether the game ends here for another reason than a lack of moves; *winner is then a player, or
 * -1 for a draw. */
static bool is_terminal(const struct worker *worker, int ply, int *winner)
{
    const paua_position *position = &worker->position;
    const paua_rules *rules = &worker->rules;
    *winner = teams_winner(position, rules->win);
    if (*winner >= 0)
        return true;
    if ((rules->quiet && position->quiet >= rules->quiet) || plies_played(position, rules->plies) ||
        nearness_due(position, nearness_turn(rules))) {
        paua_result result = paua_position_outcome(worker->board, rules, position).result;
        if (result != PAUA_RESULT_ONGOING && result != PAUA_RESULT_DRAW)
            *winner = (int)result - (int)PAUA_RESULT_BLACK_WINS;
        if (result != PAUA_RESULT_ONGOING) /* nearness does not decide after an ejection */
            return true;
    }
    return ply > 0 && rules->repetition && search_is_repetition(worker, ply, 1, 1);
}

/* The value of an ended game for the root's player. */
static int outcome_score(const struct worker *worker, int ply, int winner)
{
    if (winner < 0)
        return -CONTEMPT;
    return is_in_root_team(worker, winner) ? PAUA_SCORE_WIN - ply : ply - PAUA_SCORE_WIN;
}

/* Whether a side that is stuck loses (R12), and does not draw. */
static bool stuck_side_loses(const struct worker *worker)
{
    return worker->rules.stuck_loses && worker->position.players == PAUA_SIDES;
}

/* The evaluation for the root's player. */
static int static_score(const struct worker *worker)
{
    int scores[PAUA_PLAYERS_MAX];
    eval_players(worker->eval, &worker->position, scores);
    return clamp_score(scores[worker->root_side]);
}

/* Appends one player's moves, without those that its level overlooks; that player then has the
 * turn. */
static void append_replies(struct worker *worker, int side, bool ejections, int ply,
                           paua_move tt_move, struct replies *replies)
{
    paua_move_list list;
    int scores[PAUA_MOVES_MAX];
    set_side_to_move(worker, side);
    if (ejections)
        worker->kernel->generate_ejections(worker->board, &worker->position, &list);
    else
        worker->kernel->generate(worker->board, &worker->position, &list);
    level_overlook_moves(worker, &list);
    order_score_moves(worker, &list, ply, tt_move, scores);
    for (int i = 0; i < list.count && replies->count < PAUA_MOVES_MAX; i++)
        replies->list[replies->count++] = (struct reply){list.moves[i], (uint8_t)side, scores[i]};
}

/* The moves of the player whose turn it is; in best-reply search those of the root's player, or of
 * all opponents who are still in the game. */
static void generate_replies(struct worker *worker, bool mine, bool ejections, int ply,
                             paua_move tt_move, struct replies *replies)
{
    const paua_position *position = &worker->position;
    replies->count = 0;
    if (is_turn_by_turn(worker)) {
        append_replies(worker, position->to_move, ejections, ply, tt_move, replies);
        return;
    }
    if (mine) {
        append_replies(worker, worker->root_side, ejections, ply, tt_move, replies);
    } else {
        for (int side = 0; side < position->players; side++)
            if (!is_in_root_team(worker, side) && !(position->out >> side & 1))
                append_replies(worker, side, ejections, ply, tt_move, replies);
    }
    set_side_to_move(worker, worker->root_side);
}

/* Swaps the best reply from index `from` on to this index. */
static struct reply select_reply(struct replies *replies, int from)
{
    int best = from;
    for (int i = from + 1; i < replies->count; i++)
        if (replies->list[i].score > replies->list[best].score)
            best = i;
    struct reply reply = replies->list[best];
    replies->list[best] = replies->list[from];
    replies->list[from] = reply;
    return reply;
}

/* Whether the move just made at the root repeats a position of the game. Best-reply search does not
 * notice it one ply later, since it gives the move to another player than the game does. */
static bool repeats_game(const struct worker *worker)
{
    return worker->rules.repetition && search_is_repetition(worker, 1, 1, 1);
}

static int minimax_node(struct worker *worker, int ply, int depth, int alpha, int beta, bool mine);

/* Whether whoever chooses here has no legal move; the layers of the others in best-reply search are
 * one player's where two play. */
static bool is_stuck(struct worker *worker, int ply, bool mine)
{
    const int turn = worker->position.to_move;
    if (!mine && !is_turn_by_turn(worker))
        set_side_to_move(worker, 1 - turn);
    const bool stuck = search_is_stuck(worker, ply);
    set_side_to_move(worker, turn);
    return stuck;
}

/* The score of a stuck side, for that side. */
static int stuck_score(const struct worker *worker, int ply, bool mine)
{
    if (stuck_side_loses(worker))
        return ply - PAUA_SCORE_WIN;
    return mine ? -CONTEMPT : CONTEMPT;
}

/* The score of one reply, for the side that chooses it. */
static int minimax_score_after(struct worker *worker, struct reply reply, int ply, int depth,
                               int alpha, int beta, bool mine)
{
    paua_undo undo;
    set_side_to_move(worker, reply.side);
    worker->kernel->make(worker->board, &worker->position, reply.move, &undo);
    bool mine_next = !mine;
    int score;
    if (is_turn_by_turn(worker))
        mine_next = is_in_root_team(worker, worker->position.to_move);
    if (ply == 0 && repeats_game(worker)) {
        search_enter_node(worker, 1, worker->position.key);
        score = -CONTEMPT;
    } else {
        if (!is_turn_by_turn(worker))
            set_side_to_move(worker, worker->root_side);
        score = mine_next == mine
                    ? minimax_node(worker, ply + 1, depth - 1, alpha, beta, mine)
                    : -minimax_node(worker, ply + 1, depth - 1, -beta, -alpha, mine_next);
    }
    worker->kernel->unmake(worker->board, &worker->position, reply.move, &undo);
    return score;
}

/* The move loop: principal variation search until a beta cutoff. *best_move is the last move that
 * raised alpha. */
static int minimax_search_replies(struct worker *worker, struct replies *replies, int ply,
                                  int depth, int alpha, int beta, bool mine, int best,
                                  paua_move *best_move)
{
    bool first = true;
    for (int i = 0; i < replies->count; i++) {
        struct reply reply = select_reply(replies, i);
        if (search_is_excluded(worker, ply, reply.move) ||
            (ply > 0 && is_turn_by_turn(worker) && search_breaks_ko(worker, ply, reply.move)))
            continue;
        int score = 0;
        if (!first)
            score = minimax_score_after(worker, reply, ply, depth, alpha, alpha + 1, mine);
        if (!worker->stopped && (first || (score > alpha && score < beta)))
            score = minimax_score_after(worker, reply, ply, depth, alpha, beta, mine);
        if (worker->stopped)
            return 0;
        first = false;
        if (score <= best)
            continue;
        best = score;
        if (score > alpha) {
            alpha = score;
            *best_move = reply.move;
            search_update_pv(worker, ply, reply.move);
        }
        if (score >= beta) {
            if (depth > 0)
                order_reward_move(worker, reply.side, reply.move, ply, depth);
            break;
        }
    }
    return best;
}

/* Quiescence search: ejections alone; whoever chooses may decline (stand pat). */
static int minimax_quiesce(struct worker *worker, int ply, int alpha, int beta, bool mine)
{
    struct replies replies;
    paua_move best_move;
    if (stuck_side_loses(worker) && is_stuck(worker, ply, mine))
        return stuck_score(worker, ply, mine);
    int best = mine ? static_score(worker) : -static_score(worker);
    if (best >= beta || ply >= SEARCH_PLIES || search_is_crowded(worker))
        return best;
    generate_replies(worker, mine, true, ply, PAUA_NO_MOVE, &replies);
    return minimax_search_replies(worker, &replies, ply, 0, best > alpha ? best : alpha, beta, mine,
                                  best, &best_move);
}

/* Nobody who would choose here has a move, or sees one. Between two, and where players move in
 * turn, a stuck side ends the game. Where they do, a side that overlooks all its moves takes the
 * position for what it is; in best-reply search the other layer moves instead, a draw if it
 * cannot. */
static int minimax_pass(struct worker *worker, int ply, int depth, int alpha, int beta, bool mine)
{
    struct replies replies;
    const bool turn_by_turn = is_turn_by_turn(worker);
    if ((turn_by_turn || worker->position.players == PAUA_SIDES) && is_stuck(worker, ply, mine))
        return stuck_score(worker, ply, mine);
    if (turn_by_turn)
        return mine ? static_score(worker) : -static_score(worker);
    generate_replies(worker, !mine, false, ply, PAUA_NO_MOVE, &replies);
    if (replies.count == 0)
        return mine ? -CONTEMPT : CONTEMPT;
    return -minimax_node(worker, ply, depth - 1, -beta, -alpha, !mine);
}

/* The key under which the transposition table keeps a node. What a position is worth depends on the
 * root's team where players move in turn. */
static uint64_t tt_key_of(const struct worker *worker, uint64_t key)
{
    uint64_t team = 0;
    if (is_turn_by_turn(worker))
        team = bits_rotate(key_of_turn(teams_first(&worker->position, worker->root_side)), 32);
    return key ^ team ^ KEY_METHOD ^ worker->overlook_key;
}

/* A node of best-reply or paranoid search. In best-reply search it is the turn of the root's player
 * in worker->position, on every layer. */
static int minimax_node(struct worker *worker, int ply, int depth, int alpha, int beta, bool mine)
{
    /* 1. Terminal positions and the horizon. */
    uint64_t key = worker->position.key ^ (mine || is_turn_by_turn(worker) ? 0 : KEY_OTHERS);
    int winner, score;
    search_enter_node(worker, ply, key);
    if (worker->stopped)
        return 0;
    if (is_terminal(worker, ply, &winner)) {
        score = outcome_score(worker, ply, winner);
        return mine ? score : -score;
    }
    if (depth <= 0 || ply >= SEARCH_PLIES)
        return minimax_quiesce(worker, ply, alpha, beta, mine);

    /* 2. The transposition table. */
    const uint64_t tt_key = tt_key_of(worker, key);
    struct tt_hit hit;
    paua_move tt_move = PAUA_NO_MOVE;
    if (tt_probe(worker->tt, tt_key, &hit)) {
        score = search_score_from_tt(hit.score, ply);
        tt_move = hit.move;
        if (ply > 0 && search_tt_cutoff(&hit, score, depth, alpha, beta))
            return score;
    }

    /* 3. All replies. */
    struct replies replies;
    generate_replies(worker, mine, false, ply, tt_move, &replies);
    if (replies.count == 0)
        return minimax_pass(worker, ply, depth, alpha, beta, mine);
    paua_move best_move = PAUA_NO_MOVE;
    int best = minimax_search_replies(worker, &replies, ply, depth, alpha, beta, mine,
                                      -SEARCH_INFINITE, &best_move);
    if (worker->stopped)
        return 0;
    if (best == -SEARCH_INFINITE) /* ko forbids all that are seen */
        return minimax_pass(worker, ply, depth, alpha, beta, mine);

    /* 4. Store. */
    enum tt_bound bound = best >= beta ? TT_LOWER : best > alpha ? TT_EXACT : TT_UPPER;
    tt_store(worker->tt, tt_key,
             (struct tt_hit){.move = best_move,
                             .score = (int16_t)search_score_to_tt(best, ply),
                             .eval = TT_NO_EVAL,
                             .depth = (uint8_t)depth,
                             .bound = (uint8_t)bound});
    return best;
}

/* The values of an ended game for all players; `winner` -1 is a draw. */
static void max_n_outcome(const paua_position *position, int ply, int winner,
                          int values[PAUA_PLAYERS_MAX])
{
    for (int player = 0; player < position->players; player++) {
        bool won = winner >= 0 && paua_position_team(position, (paua_side)winner) >> player & 1;
        values[player] = winner < 0 ? -CONTEMPT : won ? PAUA_SCORE_WIN - ply : ply - PAUA_SCORE_WIN;
    }
}

/* A node of max^n: fills in the value of the position for each player. */
static void max_n_node(struct worker *worker, int ply, int depth, int values[PAUA_PLAYERS_MAX])
{
    paua_position *position = &worker->position;
    const int side = position->to_move;
    int winner;
    search_enter_node(worker, ply, position->key);
    if (worker->stopped)
        return;
    eval_players(worker->eval, position, values);
    for (int player = 0; player < position->players; player++)
        values[player] = clamp_score(values[player]);
    if (is_terminal(worker, ply, &winner)) {
        max_n_outcome(position, ply, winner, values);
        return;
    }
    if (ply >= SEARCH_PLIES || (depth <= 0 && search_is_crowded(worker)))
        return;

    /* Beyond the depth only ejections, and the side to move may stand pat: it gets at least its
     * static value. */
    paua_move_list list;
    if (depth <= 0)
        worker->kernel->generate_ejections(worker->board, position, &list);
    else
        worker->kernel->generate(worker->board, position, &list);
    if (depth <= 0 ? search_loses_stuck(worker, ply)
                   : list.count == 0 || (worker->rules.ko && search_is_stuck(worker, ply))) {
        winner = stuck_side_loses(worker) ? 1 - side : -1;
        max_n_outcome(position, ply, winner, values);
        return;
    }
    level_overlook_moves(worker, &list);
    const int stand_pat = values[side];
    if (depth > 0)
        values[side] = -SEARCH_INFINITE;
    for (int i = 0; i < list.count; i++) {
        paua_undo undo;
        int child[PAUA_PLAYERS_MAX];
        if (search_breaks_ko(worker, ply, list.moves[i]))
            continue;
        worker->kernel->make(worker->board, position, list.moves[i], &undo);
        max_n_node(worker, ply + 1, depth - 1, child);
        worker->kernel->unmake(worker->board, position, list.moves[i], &undo);
        if (worker->stopped)
            return;
        if (child[side] > values[side]) {
            memcpy(values, child, sizeof child);
            search_update_pv(worker, ply, list.moves[i]);
        }
        if (values[side] >= PAUA_SCORE_WIN - ply - 1)
            break; /* nothing is better than to win at once */
    }
    if (values[side] == -SEARCH_INFINITE) /* no move is seen that may be played */
        values[side] = stand_pat;
}

int multiplayer_score_after(struct worker *worker, paua_move move, int depth)
{
    paua_position *position = &worker->position;
    worker->keys[0] = position->key;
    if (worker->method == PAUA_METHOD_MAX_N) {
        paua_undo undo;
        int values[PAUA_PLAYERS_MAX];
        worker->kernel->make(worker->board, position, move, &undo);
        max_n_node(worker, 1, depth - 1, values);
        worker->kernel->unmake(worker->board, position, move, &undo);
        return values[worker->root_side];
    }
    struct reply reply = {move, (uint8_t)worker->root_side, 0};
    return minimax_score_after(worker, reply, 0, depth, -SEARCH_INFINITE, SEARCH_INFINITE, true);
}

/* Cuts the principal variation where it stops being a sequence of legal moves, as best replies need
 * not be one. */
static void truncate_pv(struct worker *worker)
{
    paua_position position = worker->position;
    paua_undo undo;
    int kept = 0;
    while (kept < worker->pv_length[0] &&
           paua_move_legal(worker->board, &position, worker->pv[0][kept]))
        paua_position_make(worker->board, &position, worker->pv[0][kept++], &undo);
    worker->pv_length[0] = kept;
}

/* Max^n from the root: the best of the moves that are not excluded. */
static int max_n_root(struct worker *worker, struct replies *replies, int depth)
{
    int best = -SEARCH_INFINITE;
    for (int i = 0; i < replies->count && !worker->stopped; i++) {
        paua_move move = select_reply(replies, i).move;
        if (search_is_excluded(worker, 0, move))
            continue;
        int score = multiplayer_score_after(worker, move, depth);
        if (worker->stopped || score <= best)
            continue;
        best = score;
        search_update_pv(worker, 0, move);
    }
    return best;
}

int multiplayer_root(struct worker *worker, int depth)
{
    struct replies replies = {.count = 0};
    paua_move_list list;
    paua_move best_move = PAUA_NO_MOVE;
    int scores[PAUA_MOVES_MAX], best;
    /* Of the depth before. The best move has to come first: it is kept if this depth is stopped. */
    paua_move last_best = depth > 1 ? worker->lines[worker->excluded_count].moves[0] : PAUA_NO_MOVE;

    search_enter_node(worker, 0, worker->position.key);
    paua_game_generate(worker->game, &list);
    order_score_moves(worker, &list, 0, last_best, scores);
    for (int i = 0; i < list.count; i++)
        replies.list[replies.count++] =
            (struct reply){list.moves[i], (uint8_t)worker->root_side, scores[i]};
    if (worker->method != PAUA_METHOD_MAX_N)
        best = minimax_search_replies(worker, &replies, 0, depth, -SEARCH_INFINITE, SEARCH_INFINITE,
                                      true, -SEARCH_INFINITE, &best_move);
    else
        best = max_n_root(worker, &replies, depth);
    truncate_pv(worker);
    return best;
}
