/* review.c - reviews of whole games: for each move one search for the best move, and where another
 * was played a second one of that move alone (limits.only), to the same depth. The difference of
 * expectations grades the move (<paua/review.h>). What each player can expect of a position comes
 * from the search of the move played and that of the next move, which both have seen it. */
#include <stdlib.h>
#include <string.h>

#include <paua/lab/passivity.h>

#include "base/options.h"
#include "search/expectation.h"
#include "search/review.h"

/* The move played may take this many times the nodes, so that it is searched as deep as the
 * best. */
enum { MORE_NODES = 4 };

static const struct {
    const char *name;
    int glyph;
    double loss;
} grades[PAUA_GRADE_COUNT] = {
#define X(grade, name, glyph, loss) {name, glyph, loss},
    PAUA_GRADE_MAP(X)
#undef X
};

const char *paua_grade_name(paua_grade grade)
{
    return (unsigned)grade < PAUA_GRADE_COUNT ? grades[grade].name : NULL;
}

int paua_grade_glyph(paua_grade grade)
{
    return (unsigned)grade < PAUA_GRADE_COUNT ? grades[grade].glyph : 0;
}

paua_grade paua_grade_of_loss(double loss)
{
    int grade = PAUA_GRADE_COUNT - 1;
    while (grade > (int)PAUA_GRADE_GOOD && loss < grades[grade].loss)
        grade--;
    return (paua_grade)grade;
}

double review_accuracy(double losses, double expectations)
{
    double share = expectations > 0.0 ? losses / expectations : 0.0;
    return 100.0 / (1.0 + share / PAUA_ACCURACY_HALF);
}

/* The largest expectation of these players, a bit for each. */
static double most_of(const double expectation[PAUA_PLAYERS_MAX], unsigned players)
{
    double most = 0.0;
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        if (players >> side & 1 && expectation[side] > most)
            most = expectation[side];
    return most;
}

int review_turning(const paua_review *review, const paua_review_move *moves, unsigned winners)
{
    enum { NOBODY, WINNER, ANOTHER } leader = NOBODY; /* who had a clear lead last */
    bool level = false;                               /* the winner has not been ahead since */
    int turning = 0;
    double lead = 0.0, before = 1.0;
    for (int i = 0; i <= review->moves; i++) {
        const double *expectation = i ? moves[i - 1].expectation : review->expectation;
        double own = most_of(expectation, winners);
        bool leap = own - before >= grades[PAUA_GRADE_BLUNDER].loss;
        lead = own - most_of(expectation, ~winners);
        if (lead <= -PAUA_CLEAR_LEAD) {
            leader = ANOTHER;
            turning = 0;
        } else if (lead >= PAUA_CLEAR_LEAD && (leader != WINNER || level)) {
            if (leader == ANOTHER || leap)
                turning = i;
            leader = WINNER;
            level = false;
        }
        level = level || lead <= 0.0;
        before = own;
    }
    return leader == WINNER && lead > 0.0 ? turning : 0;
}

struct review {
    paua_engine *engine;    /* borrowed */
    const paua_game *whole; /* borrowed */
    paua_game *game;        /* owned; the part reviewed so far */
    paua_limits limits;
    paua_review_callback callback;
    void *context;
    paua_review_move *moves; /* the caller's */
    paua_review *out;
    bool stopped;
    int parties; /* in the game when the last move was made */
    /* sums over the moves of each player */
    double losses[PAUA_PLAYERS_MAX], expectations[PAUA_PLAYERS_MAX];
    paua_passivity passivity[PAUA_PLAYERS_MAX];
    int scores[PAUA_DEPTH_MAX + 1]; /* of each depth of the current search */
};

/* Reports progress; false when the caller has stopped the review. */
static bool review_continues(struct review *review)
{
    if (!review->stopped && review->callback &&
        !review->callback(review->out->moves, paua_game_moves(review->whole), review->context))
        review->stopped = true;
    return !review->stopped;
}

/* The search callback: keeps the score of each depth. */
static void note_depth(const paua_search_info *info, void *context)
{
    struct review *review = context;
    review->scores[info->depth] = info->score;
    if (!review_continues(review))
        paua_engine_stop(review->engine);
}

/* Searches the position reached so far; *best is PAUA_NO_MOVE when the review was stopped. */
static paua_status search_position(struct review *review, const paua_limits *limits,
                                   paua_move *best, paua_search_info *info)
{
    *best = PAUA_NO_MOVE;
    *info = (paua_search_info){0};
    if (!review_continues(review))
        return PAUA_OK;
    return paua_engine_search(review->engine, review->game, limits, best, info, note_depth, review);
}

static bool is_forced(int score)
{
    return abs(score) >= PAUA_SCORE_FORCED;
}

/* Scores the move played, where it is not the best one, at the depth of the best one; both scores
 * are then those of the deepest depth that both searches have completed. */
static paua_status search_played(struct review *review, paua_review_move *move)
{
    int scores[PAUA_DEPTH_MAX + 1];
    paua_limits limits = review->limits;
    paua_search_info info;
    paua_move best;
    memcpy(scores, review->scores, sizeof scores);
    bool forced = is_forced(move->score); /* holds at any depth, so no depth limit is needed */
    limits.only = move->played;
    if (!forced)
        limits.depth = move->depth;
    limits.nodes = limits.nodes < UINT64_MAX / MORE_NODES ? limits.nodes * MORE_NODES : UINT64_MAX;
    paua_status status = search_position(review, &limits, &best, &info);
    if (status != PAUA_OK || review->stopped)
        return status;
    move->after = info.score;
    if (!forced && !is_forced(info.score)) {
        move->depth = info.depth;
        move->score = scores[info.depth];
    }
    if (move->after > move->score)
        move->score = move->after; /* the first search underrated it */
    return PAUA_OK;
}

/* Sets loss and grade from the two scores. An even share of a point is smaller the more play, and
 * so is the loss that makes a blunder. */
static void grade_move(paua_review_move *move, int parties)
{
    double scale = (double)parties / PAUA_SIDES;
    move->loss =
        paua_score_expectation(move->score, parties) - paua_score_expectation(move->after, parties);
    move->grade =
        move->score == move->after ? PAUA_GRADE_BEST : paua_grade_of_loss(move->loss * scale);
}

/* Takes out of the game who left it after i moves, unless that was its end. */
static paua_status follow_departures(struct review *review, int i)
{
    paua_status status = PAUA_OK;
    if (i == paua_game_moves(review->whole))
        return PAUA_OK;
    for (int k = 0; k < paua_game_departures(review->whole) && status == PAUA_OK; k++) {
        paua_reason reason;
        int moves;
        paua_side side = paua_game_departure(review->whole, k, &moves, &reason);
        if (moves == i)
            status = paua_game_resign(review->game, side);
    }
    return status;
}

/* Searches the position after i moves for its best move, which it notes unless all have been
 * played, and for what all players can expect of it. */
static paua_status review_position(struct review *review, int i)
{
    const paua_position *position = paua_game_position(review->game);
    const paua_outcome outcome = paua_game_outcome(review->game);
    double *expectation = i ? review->moves[i - 1].expectation : review->out->expectation;
    struct scored_view views[] = {{(paua_side)position->to_move, 0}, {0}};
    paua_search_info info;
    paua_move best;
    if (outcome.result != PAUA_RESULT_ONGOING) {
        expectation_of_result(position, outcome.result, expectation);
        return PAUA_OK;
    }
    paua_status status = search_position(review, &review->limits, &best, &info);
    if (status != PAUA_OK || review->stopped)
        return status;
    views[0].score = info.score;
    if (i)
        views[1] = (struct scored_view){review->moves[i - 1].side, review->moves[i - 1].after};
    expectation_share(review->engine, position, views, i ? 2 : 1, expectation);
    if (i == paua_game_moves(review->whole))
        return PAUA_OK;
    paua_review_move *move = &review->moves[i];
    *move = (paua_review_move){.side = views[0].side,
                               .played = paua_game_move(review->whole, i),
                               .best = best,
                               .score = info.score,
                               .after = info.score,
                               .depth = info.depth};
    move->line_count = info.pv_count < PAUA_REVIEW_LINE ? info.pv_count : PAUA_REVIEW_LINE;
    memcpy(move->line, info.pv, (size_t)move->line_count * sizeof *info.pv);
    return PAUA_OK;
}

/* Judges and plays move i, whose position has been searched. */
static paua_status review_move(struct review *review, int i)
{
    paua_review_move *move = &review->moves[i];
    paua_status status = PAUA_OK;
    if (move->best != move->played)
        status = search_played(review, move);
    if (status != PAUA_OK || review->stopped)
        return status;
    review->parties = expectation_parties(paua_game_position(review->game));
    grade_move(move, review->parties);
    return paua_game_play(review->game, move->played);
}

/* Adds a complete move to the sums of its player. */
static void count_move(struct review *review, const paua_review_move *move)
{
    paua_passivity_follow(paua_game_board(review->game), paua_game_position(review->game),
                          move->side, move->played, review->passivity);
    review->out->moves++;
    review->out->grades[move->side][move->grade]++;
    review->losses[move->side] += move->loss;
    review->expectations[move->side] += paua_score_expectation(move->score, review->parties);
}

/* Reviews move by move until the end, or until stopped. A move is complete when the position after
 * it has been searched. */
static paua_status review_moves(struct review *review)
{
    int count = paua_game_moves(review->whole);
    for (int i = 0;; i++) {
        paua_status status = follow_departures(review, i);
        if (status == PAUA_OK)
            status = review_position(review, i);
        if (status != PAUA_OK || review->stopped)
            return status;
        if (i)
            count_move(review, &review->moves[i - 1]);
        if (i == count)
            return PAUA_OK;
        status = review_move(review, i);
        if (status != PAUA_OK || review->stopped)
            return status;
    }
}

/* Accuracy and passivity by player, and the turning point. */
static void fill_summary(struct review *review, paua_result result)
{
    paua_review *out = review->out;
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        const paua_passivity *passivity = &review->passivity[side];
        out->accuracy[side] = review_accuracy(review->losses[side], review->expectations[side]);
        out->played[side] = passivity->moves;
        out->passive[side] = passivity->passive;
        out->passive_run[side] = passivity->longest;
        out->passivity[side] = paua_passivity_share(passivity);
    }
    if (review->stopped || result == PAUA_RESULT_ONGOING || result == PAUA_RESULT_DRAW)
        return;
    paua_side winner = (paua_side)((int)result - (int)PAUA_RESULT_BLACK_WINS);
    out->turning = review_turning(out, review->moves,
                                  paua_position_team(paua_game_start(review->whole), winner));
}

paua_status paua_review_game(paua_engine *engine, const paua_game *game, paua_result result,
                             const paua_limits *limits, paua_review_move *moves, paua_review *out,
                             paua_review_callback callback, void *context)
{
    const paua_position *start = paua_game_start(game);
    paua_review summary = {.moves = 0};
    if (!OPTIONS_SIZED(limits) || (!limits->depth && !limits->nodes && !limits->time_ms))
        return PAUA_ERROR_BAD_ARGUMENT;
    struct review review = {.engine = engine,
                            .whole = game,
                            .limits = *limits,
                            .callback = callback,
                            .context = context,
                            .moves = moves,
                            .out = &summary};
    review.limits.level = 0;
    review.limits.method = PAUA_METHOD_DEFAULT;
    review.limits.multipv = 0;
    review.limits.only = PAUA_NO_MOVE;
    paua_status status =
        paua_game_new(paua_game_board(game), paua_game_rules(game), start, &review.game);
    if (status != PAUA_OK)
        return status;
    paua_passivity_begin(paua_game_board(game), start, review.passivity);
    paua_engine_clear(engine);
    status = review_moves(&review);
    paua_game_free(review.game);
    if (status == PAUA_OK) {
        fill_summary(&review, result);
        *out = summary;
    }
    return status;
}
