/* review.c - reviews of whole games: for each move one search for the best move, and where another
 * was played a second one of that move alone (limits.only), to the same depth. The difference of
 * expectations grades the move (<paua/explain.h>). */
#include <stdlib.h>
#include <string.h>

#include "search/explain.h"

/* The move played may take this many times the nodes, so that it is searched as deep as the
 * best. */
enum { MORE_NODES = 4 };

static const struct {
    const char *name;
    int glyph;
    double loss;
} grades[PAUA_GRADES] = {
#define X(grade, name, glyph, loss) {name, glyph, loss},
    PAUA_GRADE_MAP(X)
#undef X
};

const char *paua_grade_name(paua_grade grade)
{
    return (unsigned)grade < PAUA_GRADES ? grades[grade].name : NULL;
}

int paua_grade_glyph(paua_grade grade)
{
    return (unsigned)grade < PAUA_GRADES ? grades[grade].glyph : 0;
}

paua_grade paua_grade_of_loss(double loss)
{
    int grade = PAUA_GRADES - 1;
    while (grade > (int)PAUA_GRADE_GOOD && loss < grades[grade].loss)
        grade--;
    return (paua_grade)grade;
}

double explain_accuracy(double losses, double expectations)
{
    double share = expectations > 0.0 ? losses / expectations : 0.0;
    return 100.0 / (1.0 + share / PAUA_ACCURACY_HALF);
}

int explain_turning(paua_side loser, paua_side first, const double *expectations, int count)
{
    int last = -1; /* moves played when the loser was last at least even */
    for (int i = 0; i <= count; i++) {
        bool his_turn = (i % PAUA_SIDES == 0) == (loser == first);
        double his = his_turn ? expectations[i] : 1.0 - expectations[i];
        if (his >= 0.5)
            last = i;
    }
    return last == count ? 0 : last + 1;
}

struct review {
    paua_engine *engine;    /* borrowed */
    const paua_game *whole; /* borrowed */
    paua_game *game;        /* owned; the part reviewed so far */
    double *expectations;   /* owned */
    paua_limits limits;
    paua_review_callback callback;
    void *context;
    paua_review *out;
    bool stopped;
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

/* Sets loss and grade from the two scores. */
static void grade_move(paua_review_move *move)
{
    move->loss = paua_score_expectation(move->score) - paua_score_expectation(move->after);
    move->grade = move->score == move->after ? PAUA_GRADE_BEST : paua_grade_of_loss(move->loss);
}

/* Reviews move i: the best move, then the move played. */
static paua_status review_move(struct review *review, int i, paua_review_move *move)
{
    paua_search_info info;
    *move = (paua_review_move){.played = paua_game_move(review->whole, i)};
    paua_status status = search_position(review, &review->limits, &move->best, &info);
    if (status != PAUA_OK || review->stopped)
        return status;
    move->score = move->after = info.score;
    move->depth = info.depth;
    move->line_count = info.pv_count < PAUA_REVIEW_LINE ? info.pv_count : PAUA_REVIEW_LINE;
    memcpy(move->line, info.pv, (size_t)move->line_count * sizeof *info.pv);
    review->expectations[i] = paua_score_expectation(info.score);
    if (move->best != move->played)
        status = search_played(review, move);
    grade_move(move);
    return status;
}

/* The expectation of the side to move after the last move of the game. */
static paua_status expect_end(struct review *review, int count)
{
    paua_search_info info;
    paua_move best;
    paua_outcome outcome = paua_game_outcome(review->game);
    int side = paua_game_position(review->game)->to_move;
    double *last = &review->expectations[count];
    if (outcome.result != PAUA_ONGOING) {
        *last = outcome.result == PAUA_DRAW ? 0.5 : (int)outcome.result - PAUA_BLACK_WINS == side;
        return PAUA_OK;
    }
    paua_status status = search_position(review, &review->limits, &best, &info);
    if (status == PAUA_OK && !review->stopped)
        *last = paua_score_expectation(info.score);
    return status;
}

/* Grades, accuracy by side, and the turning point. */
static void fill_summary(struct review *review, paua_result result, const paua_review_move *moves)
{
    paua_review *out = review->out;
    int first = paua_game_start(review->whole)->to_move;
    double losses[PAUA_SIDES] = {0}, expectations[PAUA_SIDES] = {0};
    for (int i = 0; i < out->moves; i++) {
        int side = (first + i) % PAUA_SIDES;
        out->grades[side][moves[i].grade]++;
        losses[side] += moves[i].loss;
        expectations[side] += paua_score_expectation(moves[i].score);
    }
    for (int side = 0; side < PAUA_SIDES; side++)
        out->accuracy[side] = explain_accuracy(losses[side], expectations[side]);
    if (!review->stopped && (result == PAUA_BLACK_WINS || result == PAUA_WHITE_WINS))
        out->turning = explain_turning(result == PAUA_BLACK_WINS ? PAUA_WHITE : PAUA_BLACK,
                                       (paua_side)first, review->expectations, out->moves);
}

/* Reviews move by move until the end, or until stopped. */
static paua_status review_moves(struct review *review, paua_review_move *moves)
{
    int count = paua_game_moves(review->whole);
    paua_status status = PAUA_OK;
    for (int i = 0; i < count && status == PAUA_OK; i++) {
        status = review_move(review, i, &moves[i]);
        if (status != PAUA_OK || review->stopped)
            return status;
        review->out->moves++;
        status = paua_game_play(review->game, moves[i].played);
    }
    return status == PAUA_OK ? expect_end(review, count) : status;
}

paua_status paua_review_game(paua_engine *engine, const paua_game *game, paua_result result,
                             const paua_limits *limits, paua_review_move *moves, paua_review *out,
                             paua_review_callback callback, void *context)
{
    const paua_position *start = paua_game_start(game);
    paua_review summary = {.moves = 0};
    struct review review = {.engine = engine,
                            .whole = game,
                            .limits = *limits,
                            .callback = callback,
                            .context = context,
                            .out = &summary};
    if (start->players != PAUA_SIDES)
        return PAUA_UNSUPPORTED;
    if (!limits->depth && !limits->nodes && !limits->time_ms)
        return PAUA_BAD_ARGUMENT;
    review.limits.level = 0;
    review.limits.method = PAUA_METHOD_DEFAULT;
    review.limits.multipv = 0;
    review.limits.only = PAUA_NO_MOVE;
    review.expectations = calloc((size_t)paua_game_moves(game) + 1, sizeof *review.expectations);
    paua_status status =
        review.expectations
            ? paua_game_new(paua_game_board(game), paua_game_rules(game), start, &review.game)
            : PAUA_NO_MEMORY;
    if (status == PAUA_OK) {
        paua_engine_clear(engine);
        status = review_moves(&review, moves);
        paua_game_free(review.game);
    }
    if (status == PAUA_OK) {
        fill_summary(&review, result, moves);
        *out = summary;
    }
    free(review.expectations);
    return status;
}
