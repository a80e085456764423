/* A fuzzing match: short games of an engine in which all is random - board, position, players,
 * rules, limits, method, threads, parameters, tablebases, interrupts - and after each search a check
 * of what must hold whatever they are.
 *
 *   test_fuzz_match [--games N] [--seed S]
 *
 * Each round has a board, an engine and one to three games, and is drawn from its own seed, which a
 * failure names: `--games 1 --seed S` repeats the round, up to the moment of an interrupt.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp, nanosleep */
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include <paua/lab/solve.h>

#include "folder.h"
#include "random_positions.h"
#include "search/level.h"

#if SANITIZED
#include <sanitizer/common_interface_defs.h>
#endif

enum {
    GAMES = SANITIZED ? 400 : 2000,
    GAMES_PER_ROUND = 3,
    PLIES = 6,          /* searched, of a game */
    NODES = 400,        /* of a search */
    FAILURES = 10,      /* after which the match ends */
    ROUND_SECONDS = 60, /* of processor time: none takes so long */
    REPORT_GAMES = 1000 /* between two lines of progress */
};

static int games_asked = GAMES;
static uint64_t first_seed = 1;

/* A small solved board. */
struct solved_board {
    int sides[3];
    paua_solve_options options;
    paua_table *table;
};

static struct solved_board solved_boards[] = {
    {{2, 2, 2}, {.marbles = 2, .win = 1, .threads = 1}, NULL},
    {{2, 2, 3}, {.marbles = 3, .win = 1, .threads = 1}, NULL},
    {{2, 2, 3}, {.marbles = 3, .win = 2, .stuck_loses = true, .threads = 1}, NULL},
};

/* What a round is made of. */
struct round {
    uint64_t seed, state;
    paua_board *board;
    paua_engine *engine;
    const char *eval;
    const paua_net *net;
    const paua_table *tables[LENGTH(solved_boards)];
    int table_count; /* of those that the engine was given */
    size_t tt_bytes;
    int threads;
    int parameters[64]; /* by paua_parameter_at(); those that were set differ from their value */
    bool failed;
    /* The current game. */
    paua_game *game;
    /* The current search. */
    paua_limits limits;
    bool interrupted; /* by another thread or the callback, at a time that is not reproducible */
    int depth, line, score, stop_at_depth;
    uint64_t nodes;
};

static struct match_count {
    int64_t games, plies, searches, interrupts, wins, repeated;
    int failures;
} counts;

static uint64_t current_seed; /* of the round being played, for those who find the program dead */

/* A number 0 .. n-1; 0 where there is no choice. */
static int below(struct round *round, int n)
{
    return n > 0 ? random_below(&round->state, n) : 0;
}

static bool one_in(struct round *round, int n)
{
    return below(round, n) == 0;
}

/* Prints a number without anything that a signal handler may not call. */
static void print_seed(void)
{
    static const char text[] = "test_fuzz_match: died in --games 1 --seed ";
    char digits[24];
    size_t at = sizeof digits;
    digits[--at] = '\n';
    for (uint64_t left = current_seed; left || at == sizeof digits - 1; left /= 10)
        digits[--at] = (char)('0' + left % 10);
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    written += write(STDERR_FILENO, digits + at, sizeof digits - at);
    (void)written;
}

/* An assertion failed, or a round does not end. */
static void on_death(int signal_number)
{
    print_seed();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Notes that something does not hold: what, and all that is needed to look into it. */
static void check(struct round *round, bool holds, const char *what)
{
    if (holds || round->failed)
        return;
    fflush(stdout);
    char text[PAUA_POSITION_TEXT_MAX] = "", rules[PAUA_RULES_TEXT_MAX] = "";
    const paua_limits *limits = &round->limits;
    round->failed = true;
    counts.failures++;
    if (round->game) {
        paua_position_format(round->board, paua_game_position(round->game), text, sizeof text);
        paua_rules_format(round->board, paua_game_rules(round->game), rules, sizeof rules);
    }
    fprintf(stderr,
            "seed %llu: not so: %s\n  %s, players %d, moves %d, rules %s\n  eval %s, threads %d, "
            "net %d, tables %d\n  depth %d nodes %llu time %lld plan %lld level %d seed %llu "
            "multipv %d method %s order %d last %d contempt %d only %d, interrupted %d\n"
            "  last line: depth %d number %d score %d; outcome %s %s\n",
            (unsigned long long)round->seed, what, text,
            round->game ? paua_game_position(round->game)->players : 0,
            round->game ? paua_game_moves(round->game) : 0, rules,
            round->eval ? round->eval : "default", round->threads, round->net != NULL,
            round->table_count, limits->depth, (unsigned long long)limits->nodes,
            (long long)limits->time_ms, (long long)limits->plan_ms, limits->level,
            (unsigned long long)limits->seed, limits->multipv, paua_method_name(limits->method),
            limits->order, limits->last, limits->contempt, limits->only, round->interrupted,
            round->depth, round->line, round->score,
            round->game ? paua_result_text(paua_game_outcome(round->game).result) : "",
            round->game ? paua_reason_name(paua_game_outcome(round->game).reason) : "");
}

#define CHECK(condition) check(round, condition, #condition)

/* Random set-up. */

/* What the rules may depend on: scores, plies and turns near those of the position. */
static paua_rules random_rules(struct round *round, const paua_position *position)
{
    static const uint8_t repetitions[] = {0, 0, 1, 2, 3, 3, 5};
    paua_rules rules = paua_rules_default(round->board);
    const int turn = (position->ply - 1) / position->players;
    int most = 0;
    for (int side = 0; side < position->players; side++)
        most = position->ejected[side] > most ? position->ejected[side] : most;
    if (one_in(round, 8)) {
        paua_rules_preset(round->board, paua_preset_name(below(round, paua_preset_count())),
                          &rules);
        return rules;
    }
    rules.win =
        (uint8_t)(one_in(round, 6) ? 1 + below(round, PAUA_CELLS_MAX) : most + 1 + below(round, 3));
    rules.repetition = repetitions[below(round, LENGTH(repetitions))];
    rules.stuck_loses = one_in(round, 2);
    rules.quiet = (uint16_t)(one_in(round, 2)   ? 0
                             : one_in(round, 2) ? position->quiet + 1 + below(round, 8)
                                                : 200);
    rules.plies = (uint16_t)(one_in(round, 2) ? 0 : position->ply + below(round, 8));
    rules.score_decides = one_in(round, 2);
    if (one_in(round, 5))
        rules.centre_turn = (uint16_t)(turn + below(round, 5));
    if (one_in(round, 5))
        rules.line_turn = (uint16_t)(turn + below(round, 5));
    if (one_in(round, 5))
        rules.passive = (uint16_t)(1 + below(round, 4));
    rules.ko = one_in(round, 5);
    return rules;
}

/* The start of a layout of this board, if there is one. */
static bool random_layout(struct round *round, paua_position *out)
{
    const int first = below(round, paua_layout_count());
    for (int i = 0; i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at((first + i) % paua_layout_count());
        int side = 0;
        while (side < 3 && layout->sides[side] == paua_board_side(round->board, side))
            side++;
        if (side == 3)
            return paua_position_parse(round->board, layout->name, out, NULL) == PAUA_OK;
    }
    return false;
}

/* As many marbles of both sides as a table has. */
static bool scatter_marbles(struct round *round, const paua_table *table, paua_position *out)
{
    paua_set sets[PAUA_SIDES] = {0, 0};
    for (int i = 0; i < PAUA_SIDES * paua_table_about(table)->marbles; i++) {
        paua_set cell;
        do
            cell = PAUA_SET(below(round, paua_board_cells(round->board)));
        while (cell & (sets[0] | sets[1]));
        sets[i % 2] |= cell;
    }
    return paua_position_setup(round->board, sets[0], sets[1], (paua_side)below(round, 2), out) ==
           PAUA_OK;
}

/* A game with a short past. */
static void start_game(struct round *round)
{
    paua_position position;
    paua_rules rules;
    const paua_table *table = round->table_count && !one_in(round, 3) ? round->tables[0] : NULL;
    if (!(table ? scatter_marbles(round, table, &position)
                : one_in(round, 3) && random_layout(round, &position)))
        position = random_position(&round->state, round->board, one_in(round, 2) ? 2 : 0);
    rules = random_rules(round, &position);
    if (table && !one_in(round, 3)) {
        rules.win = (uint8_t)paua_table_about(table)->win;
        rules.stuck_loses = paua_table_about(table)->stuck_loses;
        rules.ko = false;
    }
    paua_status status = paua_game_new(round->board, &rules, &position, &round->game);
    CHECK(status == PAUA_OK);
    if (round->failed)
        return;
    for (int i = below(round, 10); i > 0; i--) {
        paua_move_list list;
        paua_game_generate(round->game, &list);
        if (list.count == 0)
            return;
        CHECK(paua_game_play(round->game, list.moves[below(round, list.count)]) == PAUA_OK);
        if (paua_game_outcome(round->game).result != PAUA_RESULT_ONGOING && !one_in(round, 10))
            paua_game_takeback(round->game);
    }
}

static void set_random_parameters(struct round *round)
{
    int count = 0;
    while (paua_parameter_at(count))
        count++;
    assert_true(count <= (int)LENGTH(round->parameters));
    for (int n = 1 + below(round, 4); n > 0; n--) {
        const int i = below(round, count);
        const paua_parameter *parameter = paua_parameter_at(i);
        round->parameters[i] =
            parameter->least + below(round, parameter->most - parameter->least + 1);
        CHECK(paua_engine_set_parameter(round->engine, parameter->name, round->parameters[i]) ==
              PAUA_OK);
    }
}

/* A new engine with the settings of the round, of one thread. */
static paua_engine *engine_of(struct round *round)
{
    paua_engine *engine = NULL;
    CHECK(paua_engine_new(round->board, round->tt_bytes, round->eval, &engine) == PAUA_OK);
    for (int i = 0; !round->failed && paua_parameter_at(i); i++)
        CHECK(paua_engine_set_parameter(engine, paua_parameter_at(i)->name, round->parameters[i]) ==
              PAUA_OK);
    if (round->net)
        CHECK(paua_engine_use_net(engine, round->net) == PAUA_OK);
    if (round->table_count)
        CHECK(paua_engine_use_tables(engine, round->tables, round->table_count) == PAUA_OK);
    return engine;
}

static void set_random_threads(struct round *round)
{
    round->threads = one_in(round, 3) ? 2 + below(round, 2) : 1;
    CHECK(paua_engine_use_threads(round->engine, round->threads) == PAUA_OK);
}

/* Board and engine of a round. */
static void start_round(struct round *round, uint64_t seed)
{
    static const char *const evals[] = {
        NULL,     "fitted", "net",          "abla/w1=3/w2=-3",
        "abapro", "chorus", "papadopoulos", "abla-combined/ejected=99"};
    *round = (struct round){.seed = seed, .state = (seed + 1) * 0x9e3779b97f4a7c15u | 1};
    for (int i = 0; i < 4; i++)
        random_bits(&round->state); /* neighbouring seeds begin alike */
    const struct solved_board *solved =
        one_in(round, 6) ? &solved_boards[below(round, LENGTH(solved_boards))] : NULL;
    const int *sides = solved ? solved->sides : random_boards[below(round, LENGTH(random_boards))];
    round->board = board_of(sides[0], sides[1], sides[2]);
    round->eval = evals[below(round, LENGTH(evals))];
    for (int i = 0; paua_parameter_at(i); i++)
        round->parameters[i] = paua_parameter_at(i)->value;
    for (size_t i = 0; solved && i < LENGTH(solved_boards); i++)
        if (&solved_boards[i] == solved || one_in(round, 2))
            round->tables[round->table_count++] = solved_boards[i].table;
    if (solved) /* the one that positions are made for */
        round->tables[0] = solved->table;
    const bool full = sides[0] == 5 && sides[1] == 5 && sides[2] == 5;
    round->net = full && one_in(round, 2) ? paua_net_embedded() : NULL;
    round->tt_bytes = (size_t)1 << (16 + below(round, 4));
    round->engine = engine_of(round);
    if (one_in(round, 3))
        set_random_parameters(round);
    set_random_threads(round);
}

static void end_round(struct round *round)
{
    paua_engine_free(round->engine);
    paua_board_free(round->board);
}

/* Limits that keep a search short. Depth 1 has no limit of nodes, and a low depth needs none. */
static paua_limits random_limits(struct round *round, const paua_move_list *legal)
{
    paua_limits limits = {.size = sizeof(paua_limits), .seed = random_bits(&round->state)};
    limits.nodes = 1 + (uint64_t)below(round, one_in(round, 3) ? 20 : NODES);
    if (one_in(round, 3))
        limits.depth = 1 + below(round, one_in(round, 4) ? PAUA_DEPTH_MAX : 4);
    if (one_in(round, 8))
        limits.time_ms = 1 + below(round, 2);
    if (one_in(round, 8))
        limits.plan_ms = 1 + below(round, 2);
    if (one_in(round, 5))
        limits.level = 1 + below(round, PAUA_LEVELS);
    if (one_in(round, 4))
        limits.multipv = one_in(round, 6) ? 1000000 : 2 + below(round, 4);
    if (one_in(round, 2))
        limits.method = below(round, PAUA_METHOD_COUNT);
    limits.order = below(round, PAUA_ORDER_COUNT);
    limits.last = one_in(round, 2);
    if (one_in(round, 4))
        limits.contempt = one_in(round, 2) ? PAUA_CONTEMPT : below(round, 10001);
    if (legal->count && one_in(round, 8))
        limits.only = legal->moves[below(round, legal->count)];
    return limits;
}

/* Checks after a search. */

static bool is_alpha_beta(const struct round *round)
{
    return paua_game_position(round->game)->players == PAUA_SIDES &&
           (round->limits.method == PAUA_METHOD_DEFAULT ||
            round->limits.method == PAUA_METHOD_FULL);
}

/* Levels that overlook moves, and "random", which looks at none. */
static bool overlooks(const struct round *round)
{
    return level_errs(round->limits.level) || round->limits.method == PAUA_METHOD_RANDOM;
}

/* Whether the side that has just moved has won, by a rule that its method of search knows. */
static bool has_won(const struct round *round, unsigned team)
{
    const paua_outcome outcome = paua_game_outcome(round->game);
    const int winner = (int)outcome.result - (int)PAUA_RESULT_BLACK_WINS;
    if (winner < 0 || winner >= PAUA_PLAYERS_MAX || outcome.reason == PAUA_REASON_PASSIVE)
        return false;
    return team >> winner & 1 && (is_alpha_beta(round) || outcome.reason == PAUA_REASON_EJECTIONS ||
                                  outcome.reason == PAUA_REASON_CENTRAL);
}

/* Whether the side to move has a move that wins at once. */
static bool can_win(struct round *round)
{
    paua_game *game = round->game;
    const paua_position *position = paua_game_position(game);
    const unsigned team = paua_position_team(position, (paua_side)position->to_move);
    paua_move_list list;
    bool won = false;
    paua_game_generate(game, &list);
    for (int i = 0; i < list.count && !won; i++) {
        CHECK(paua_game_play(game, list.moves[i]) == PAUA_OK);
        won = has_won(round, team);
        CHECK(paua_game_takeback(game) == PAUA_OK);
    }
    return won;
}

/* Whether the side to move, of two, loses within two plies, whatever it plays. */
static bool must_lose(struct round *round)
{
    paua_move_list list;
    const unsigned other = 1u << (1 - paua_game_position(round->game)->to_move);
    bool lost = true;
    paua_game_generate(round->game, &list);
    for (int i = 0; i < list.count && lost; i++) {
        if (round->limits.only && list.moves[i] != round->limits.only)
            continue;
        CHECK(paua_game_play(round->game, list.moves[i]) == PAUA_OK);
        /* the search does not know of passive play, which may end the game sooner */
        lost = has_won(round, other) || can_win(round) ||
               paua_game_outcome(round->game).reason == PAUA_REASON_PASSIVE;
        CHECK(paua_game_takeback(round->game) == PAUA_OK);
    }
    return lost;
}

/* The moves of a line are legal up to the end of the game, and the game does not end before the
 * line does, except by what the method of search does not know. */
static void check_line(struct round *round, const paua_search_info *info)
{
    paua_game *game = round->game;
    int played = 0;
    for (; played < info->pv_count && !round->failed; played++) {
        const paua_outcome outcome = paua_game_outcome(game);
        if (outcome.result != PAUA_RESULT_ONGOING) {
            CHECK(!is_alpha_beta(round) || outcome.reason == PAUA_REASON_PASSIVE);
            break;
        }
        if (played > 0 && !is_alpha_beta(round) && paua_game_rules(game)->ko &&
            !paua_game_legal(game, info->pv[played]))
            break; /* best-reply search keeps ko at the root alone */
        CHECK(paua_game_play(game, info->pv[played]) == PAUA_OK);
    }
    for (; played > 0 && paua_game_moves(game) > 0 && !round->failed; played--)
        CHECK(paua_game_takeback(game) == PAUA_OK);
}

/* A report is sound by itself. The game is left alone: other threads may be searching it. */
static void check_info(struct round *round, const paua_search_info *info)
{
    CHECK(info->depth >= 1 && info->depth <= PAUA_DEPTH_MAX);
    CHECK(!round->limits.depth || info->depth <= round->limits.depth);
    CHECK(info->multipv >= 1 && info->seldepth >= 0);
    CHECK(abs(info->score) < PAUA_SCORE_WIN);
    CHECK(info->nodes >= 1 && info->time_ms >= 0);
    CHECK(info->hashfull >= 0 && info->hashfull <= 1000);
    CHECK(info->pv_count >= 1 && info->pv_count <= PAUA_DEPTH_MAX);
    paua_position position = *paua_game_position(round->game);
    for (int i = 0; i < info->pv_count && !round->failed; i++) {
        paua_undo undo;
        CHECK(paua_move_legal(round->board, &position, info->pv[i]));
        if (!round->failed)
            paua_position_make(round->board, &position, info->pv[i], &undo);
    }
}

/* Lines come depth by depth, best first. */
static void watch_search(const paua_search_info *info, void *context)
{
    struct round *round = context;
    CHECK(info->multipv == 1 ? info->depth > round->depth : info->depth == round->depth);
    CHECK(info->multipv == 1 || (info->multipv == round->line + 1 && info->score <= round->score));
    CHECK(info->multipv <= 1 || info->multipv <= round->limits.multipv);
    CHECK(info->nodes >= round->nodes);
    round->depth = info->depth;
    round->line = info->multipv;
    round->score = info->score;
    round->nodes = info->nodes;
    check_info(round, info);
    if (round->stop_at_depth && info->depth >= round->stop_at_depth)
        paua_engine_stop(round->engine);
}

/* A win in one move is found, and what is reported as one is one; so is a loss in two plies. */
static void check_forced(struct round *round, paua_move best, int score)
{
    const paua_position *position = paua_game_position(round->game);
    const unsigned team = paua_position_team(position, (paua_side)position->to_move);
    if (round->limits.method == PAUA_METHOD_RANDOM)
        return;
    if (score == PAUA_SCORE_WIN - 1) {
        CHECK(paua_game_play(round->game, best) == PAUA_OK);
        const paua_outcome outcome = paua_game_outcome(round->game);
        const int winner = (int)outcome.result - (int)PAUA_RESULT_BLACK_WINS;
        CHECK(paua_game_takeback(round->game) == PAUA_OK);
        /* best-reply search gives turns out of order, and cannot say whose lack of moves ends it */
        CHECK(outcome.reason == PAUA_REASON_PASSIVE ||
              (!is_alpha_beta(round) && outcome.reason == PAUA_REASON_STUCK) ||
              (winner >= 0 && winner < PAUA_PLAYERS_MAX && team >> winner & 1));
        counts.wins++;
    } else if (!overlooks(round) && !round->limits.only) {
        CHECK(!can_win(round));
    }
    if (is_alpha_beta(round) && !overlooks(round) && score <= 2 - PAUA_SCORE_WIN)
        CHECK(must_lose(round));
}

/* What must hold after a search, but for what it leaves unchanged. */
static void check_search(struct round *round, paua_move best, const paua_search_info *info)
{
    const paua_limits *limits = &round->limits;
    if (paua_game_outcome(round->game).result != PAUA_RESULT_ONGOING) {
        CHECK(best == PAUA_NO_MOVE && info->pv_count == 0 && info->nodes == 0);
        return;
    }
    CHECK(paua_game_legal(round->game, best));
    CHECK(!limits->only || best == limits->only || overlooks(round));
    check_info(round, info);
    check_line(round, info);
    CHECK(info->multipv == 1 && info->pv_count > 0 && info->pv[0] == best);
    CHECK(round->threads > 1 || !limits->nodes || info->depth == 1 || overlooks(round) ||
          info->nodes <= limits->nodes);
    if (!round->failed)
        check_forced(round, best, info->score);
}

/* An interrupt from another thread. */
struct interrupt {
    paua_engine *engine;
    long delay_us;
};

static void *interrupt_search(void *context)
{
    const struct interrupt *interrupt = context;
    const struct timespec pause = {.tv_nsec = interrupt->delay_us * 1000};
    nanosleep(&pause, NULL);
    paua_engine_stop(interrupt->engine);
    return NULL;
}

/* One search, perhaps interrupted; the line of *info is copied into `line`. */
static paua_move search_once(struct round *round, paua_engine *engine, paua_search_info *info,
                             paua_move line[PAUA_DEPTH_MAX])
{
    paua_move best = PAUA_NO_MOVE;
    round->depth = round->line = round->score = 0;
    round->nodes = 0;
    CHECK(paua_engine_search(engine, round->game, &round->limits, &best, info, watch_search,
                             round) == PAUA_OK);
    for (int i = 0; i < info->pv_count; i++)
        line[i] = info->pv[i];
    info->pv = line;
    counts.searches++;
    return best;
}

/* A search that another thread ends, or the callback, or a stop that came before. */
static paua_move search_interrupted(struct round *round, paua_search_info *info,
                                    paua_move line[PAUA_DEPTH_MAX])
{
    struct interrupt interrupt = {round->engine, below(round, 3000)};
    pthread_t thread;
    const int kind = below(round, 4);
    round->interrupted = true;
    counts.interrupts++;
    if (kind == 0)
        paua_engine_stop(round->engine);
    if (kind == 1)
        round->stop_at_depth = 1 + below(round, 3);
    if (kind == 2) { /* no other limit */
        round->limits.time_ms = round->limits.depth = 0;
        round->limits.nodes = 0;
    }
    if (kind >= 2)
        assert_int_equal(pthread_create(&thread, NULL, interrupt_search, &interrupt), 0);
    paua_move best = search_once(round, round->engine, info, line);
    if (kind >= 2)
        assert_int_equal(pthread_join(thread, NULL), 0);
    if (kind == 0 && is_alpha_beta(round) && !overlooks(round))
        CHECK(info->depth <= 1);
    paua_engine_resume(round->engine);
    round->stop_at_depth = 0;
    return best;
}

/* With one thread, and limits of depth and nodes, a search after a clear is that of a new engine. */
static void check_reproducible(struct round *round)
{
    paua_search_info infos[2] = {{0}};
    paua_move lines[2][PAUA_DEPTH_MAX], moves[2];
    round->limits.time_ms = round->limits.plan_ms = 0;
    paua_engine *fresh = engine_of(round);
    paua_engine_clear(round->engine);
    for (int i = 0; i < 2 && !round->failed; i++) {
        moves[i] = search_once(round, i ? fresh : round->engine, &infos[i], lines[i]);
        check_search(round, moves[i], &infos[i]);
    }
    if (!round->failed) {
        CHECK(moves[0] == moves[1] && infos[0].score == infos[1].score);
        CHECK(infos[0].depth == infos[1].depth && infos[0].nodes == infos[1].nodes);
        CHECK(infos[0].seldepth == infos[1].seldepth && infos[0].pv_count == infos[1].pv_count);
        CHECK(memcmp(lines[0], lines[1], (size_t)infos[0].pv_count * sizeof lines[0][0]) == 0);
    }
    paua_engine_free(fresh);
    counts.repeated++;
}

/* A copy of all that a search may not change. */
struct game_copy {
    paua_position position;
    paua_rules rules;
    int moves;
    uint64_t keys;
};

static struct game_copy copy_game(const paua_game *game)
{
    struct game_copy copy;
    memset(&copy, 0, sizeof copy);
    copy.position = *paua_game_position(game);
    copy.rules = *paua_game_rules(game);
    copy.moves = paua_game_moves(game);
    for (int i = 0; i < copy.moves; i++)
        copy.keys = copy.keys * 31 + paua_game_keys(game)[i] + paua_game_move(game, i);
    return copy;
}

/* Searches the position of the game with random limits. */
static paua_move search_position(struct round *round)
{
    const struct game_copy before = copy_game(round->game);
    paua_move line[PAUA_DEPTH_MAX], best;
    paua_search_info info = {0};
    paua_move_list legal;
    paua_game_generate(round->game, &legal);
    round->limits = random_limits(round, &legal);
    round->interrupted = false;
    best = one_in(round, 4) ? search_interrupted(round, &info, line)
                            : search_once(round, round->engine, &info, line);
    check_search(round, best, &info);
    const struct game_copy after = copy_game(round->game);
    CHECK(paua_position_same(&before.position, &after.position) &&
          before.position.key == after.position.key && before.position.ply == after.position.ply &&
          before.position.quiet == after.position.quiet);
    CHECK(paua_rules_same(&before.rules, &after.rules));
    CHECK(before.moves == after.moves && before.keys == after.keys);
    if (round->limits.nodes && (round->threads == 1 || !is_alpha_beta(round)) &&
        !round->interrupted && one_in(round, 3))
        check_reproducible(round);
    return best;
}

/* What happens in games between two moves. */
static void interfere_with_game(struct round *round)
{
    paua_game *game = round->game;
    const int players = paua_game_position(game)->players;
    if (one_in(round, 20))
        paua_game_takeback(game);
    if (one_in(round, 20) && players > PAUA_SIDES)
        paua_game_resign(game, (paua_side)below(round, players));
    if (one_in(round, 20))
        paua_engine_clear(round->engine);
    if (one_in(round, 20))
        set_random_parameters(round);
    if (one_in(round, 20))
        set_random_threads(round);
}

static void play_game(struct round *round)
{
    start_game(round);
    for (int ply = 1 + below(round, PLIES); ply > 0 && !round->failed; ply--) {
        const paua_move best = search_position(round);
        paua_move_list list;
        paua_game_generate(round->game, &list);
        if (best == PAUA_NO_MOVE || round->failed)
            break;
        const bool stray = one_in(round, 4);
        const paua_move move = stray ? list.moves[below(round, list.count)] : best;
        CHECK(paua_game_play(round->game, move) == PAUA_OK);
        counts.plies++;
        interfere_with_game(round);
    }
    paua_game_free(round->game);
    round->game = NULL;
    counts.games++;
}

static void solve_boards(void)
{
    for (size_t i = 0; i < LENGTH(solved_boards); i++) {
        struct solved_board *solved = &solved_boards[i];
        paua_board *board = board_of(solved->sides[0], solved->sides[1], solved->sides[2]);
        paua_solve *solve;
        assert_int_equal(paua_solve_new(board, &solved->options, &solve), PAUA_OK);
        assert_int_equal(paua_solve_run(solve, NULL, NULL), PAUA_OK);
        assert_int_equal(paua_solve_write(solve, "table"), PAUA_OK);
        paua_solve_free(solve);
        paua_board_free(board);
        assert_int_equal(paua_table_open("table", &solved->table, NULL), PAUA_OK);
        unlink("table"); /* still open */
    }
}

static void report_counts(void)
{
    fprintf(stderr,
            "%lld games, %lld plies, %lld searches, %lld interrupts, %lld wins in one, %lld "
            "repeated, %d failed, next seed %llu\n",
            (long long)counts.games, (long long)counts.plies, (long long)counts.searches,
            (long long)counts.interrupts, (long long)counts.wins, (long long)counts.repeated,
            counts.failures, (unsigned long long)current_seed + 1);
}

/* Ends the program after so much processor time; 0: not any more. */
static void limit_time(int seconds)
{
    const struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

static void nothing_fails(void **state)
{
    (void)state;
    int64_t reported = 0;
    solve_boards();
    for (uint64_t seed = first_seed; counts.games < games_asked && counts.failures < FAILURES;
         seed++) {
        struct round round;
        current_seed = seed;
        limit_time(ROUND_SECONDS);
        start_round(&round, seed);
        for (int i = below(&round, GAMES_PER_ROUND); i >= 0 && !round.failed; i--)
            play_game(&round);
        end_round(&round);
        if (counts.games - reported >= REPORT_GAMES) {
            reported = counts.games;
            report_counts();
        }
    }
    limit_time(0);
    report_counts();
    for (size_t i = 0; i < LENGTH(solved_boards); i++)
        paua_table_close(solved_boards[i].table);
    assert_int_equal(counts.failures, 0);
}

static int remove_folder(void **context)
{
    (void)context;
    return leave_folder(NULL, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_fails)};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--games") == 0)
            games_asked = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--seed") == 0)
            first_seed = strtoull(argv[i + 1], NULL, 10);
    }
    signal(SIGABRT, on_death);
    signal(SIGPROF, on_death);
#if SANITIZED
    __sanitizer_set_death_callback(print_seed);
#endif
    return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
