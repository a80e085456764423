#define _GNU_SOURCE /* fopencookie */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <paua/lab/match.h>
#include <paua/opponent.h>

#include "base/clock.h"
#include "match/process.h"

#include "unit.h"

static paua_engine_config config_of(const char *text)
{
    paua_engine_config engine;
    paua_error error;

    if (paua_engine_config_parse(text, &engine, &error) != PAUA_OK)
        fail_msg("%s: byte %zu: %s", text, error.at, error.message);
    return engine;
}

static paua_openings *openings_of(const char *text, uint64_t seed)
{
    paua_openings *openings = NULL;

    assert_int_equal(paua_openings_parse(text, seed, &openings, NULL), PAUA_OK);
    return openings;
}

static void engine_configs_are_read(void **state)
{
    paua_engine_config engine = config_of("paua");

    (void)state;
    assert_string_equal(engine.name, "paua");
    assert_string_equal(engine.eval, "");
    assert_string_equal(engine.command, "");
    assert_int_equal(engine.limits.depth, 0);
    engine = config_of("paua:level=3,eval=abla-single,depth=5,nodes=70,time=20,hash=2,"
                       "threads=4,method=full-width,name=The old one");
    assert_string_equal(engine.name, "The old one");
    assert_string_equal(engine.eval, "abla-single");
    assert_int_equal(engine.limits.level, 3);
    assert_int_equal(engine.limits.depth, 5);
    assert_int_equal(engine.limits.nodes, 70);
    assert_int_equal(engine.limits.time_ms, 20);
    assert_int_equal(engine.limits.method, PAUA_METHOD_FULL);
    assert_int_equal(engine.tt_mb, 2);
    assert_int_equal(engine.threads, 4);
    assert_string_equal(config_of("paua:eval=abla-combined/5").eval, "abla-combined/5");
    assert_string_equal(config_of("paua:lmr_base=60,depth=2,rfp_depth=0").parameters,
                        "lmr_base=60,rfp_depth=0");
    engine = config_of("abla-single:3");
    assert_string_equal(engine.name, "abla-single:3");
    assert_string_equal(engine.eval, "abla-single");
    assert_int_equal(engine.limits.depth, 3);
    assert_int_equal(engine.limits.method, paua_opponent_find("abla-single")->method);
    engine = config_of("cmd:./old ugi --x=a,b:c");
    assert_string_equal(engine.command, "./old ugi --x=a,b:c");
    engine = config_of("cmd,name=Old,hash=8MB,time=1.5s,Level=3,Eval=abla-single:./old ugi");
    assert_string_equal(engine.name, "Old");
    assert_string_equal(engine.command, "./old ugi");
    assert_string_equal(engine.options, "Level=3,Eval=abla-single");
    assert_int_equal(engine.tt_mb, 8);
    assert_int_equal(engine.limits.time_ms, 1500);
    assert_int_equal(engine.memory_mb, 0);
    engine = config_of("cmd,memory=2G,cpu=3m:./old");
    assert_int_equal(engine.memory_mb, 2048);
    assert_int_equal(engine.cpu_s, 180);
}

static void wrong_engine_configs_are_refused(void **state)
{
    static const struct {
        const char *text;
        paua_status status;
        size_t at;
    } wrong[] = {
        {"", PAUA_ERROR_NOT_FOUND, 0},
        {"pau", PAUA_ERROR_NOT_FOUND, 0},
        {"paua:level", PAUA_ERROR_BAD_SYNTAX, 5},
        {"paua:=3", PAUA_ERROR_BAD_SYNTAX, 5},
        {"paua:level=0", PAUA_ERROR_BAD_SYNTAX, 11},
        {"paua:level=11", PAUA_ERROR_BAD_SYNTAX, 11},
        {"paua:depth=2,depth=-1", PAUA_ERROR_BAD_SYNTAX, 19},
        {"paua:depth=2,,", PAUA_ERROR_BAD_SYNTAX, 13},
        {"paua:nodes=99999999999999999999", PAUA_ERROR_BAD_SYNTAX, 11},
        {"paua:eval=nope", PAUA_ERROR_NOT_FOUND, 10},
        {"paua:eval=abapro/5", PAUA_ERROR_BAD_SYNTAX, 17},
        {"paua:eval=abla-single/100", PAUA_ERROR_BAD_SYNTAX, 22},
        {"paua:eval=abla/w5=1", PAUA_ERROR_BAD_SYNTAX, 15},
        {"paua:method=nope", PAUA_ERROR_NOT_FOUND, 12},
        {"paua:name=", PAUA_ERROR_BAD_SYNTAX, 10},
        {"paua:Level=3", PAUA_ERROR_BAD_SYNTAX, 5},
        {"abla-single:0", PAUA_ERROR_BAD_SYNTAX, SIZE_MAX},
        {"random:1", PAUA_ERROR_BAD_SYNTAX, SIZE_MAX},
        {"cmd", PAUA_ERROR_NOT_FOUND, 0},
        {"cmd:", PAUA_ERROR_BAD_SYNTAX, 3},
        {"cmd,hash=0:x", PAUA_ERROR_BAD_SYNTAX, 9},
        {"cmd,hash=1K:x", PAUA_ERROR_BAD_SYNTAX, 9},
        {"cmd,time=0s:x", PAUA_ERROR_BAD_SYNTAX, 9},
        {"cmd,time=1x:x", PAUA_ERROR_BAD_SYNTAX, 9},
        {"cmd,hash=1", PAUA_ERROR_BAD_SYNTAX, 10},
        {"cmd,memory=0:x", PAUA_ERROR_BAD_SYNTAX, 11},
        {"cmd,memory=1K:x", PAUA_ERROR_BAD_SYNTAX, 11},
        {"cmd,cpu=10:x", PAUA_ERROR_BAD_SYNTAX, 8},
        {"cmd,cpu=1.5s:x", PAUA_ERROR_BAD_SYNTAX, 8},
        {"paua:memory=2G", PAUA_ERROR_BAD_SYNTAX, 5},
        {"paua:lmr_base=", PAUA_ERROR_BAD_SYNTAX, 14},
        {"paua:lmr_base=x", PAUA_ERROR_BAD_SYNTAX, 14},
        {"paua:lmr_base=201", PAUA_ERROR_BAD_SYNTAX, 14},
        {"paua:lmr_base=50000000000000000000", PAUA_ERROR_BAD_SYNTAX, 14},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        paua_engine_config engine = {.tt_mb = 77};
        paua_error error = {.code = PAUA_OK};
        paua_status status = paua_engine_config_parse(wrong[i].text, &engine, &error);
        if (status != wrong[i].status || engine.tt_mb != 77 || !error.message[0] ||
            (wrong[i].at != SIZE_MAX && error.at != wrong[i].at))
            fail_msg("%s: %s at byte %zu: %s", wrong[i].text, paua_status_name(status), error.at,
                     error.message);
    }
}

static paua_game *game_of(const paua_openings *openings, int64_t number)
{
    paua_game *game = NULL;

    assert_int_equal(paua_openings_game(openings, number, NULL, 400, &game), PAUA_OK);
    return game;
}

static void there_are_sixty_layouts(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);

    (void)state;
    assert_int_equal(paua_openings_count(openings), 60);
    for (int i = 0; i < 60; i++) {
        paua_game *game = game_of(openings, i), *again = game_of(openings, i + 60);
        assert_int_equal(paua_game_moves(game), 0);
        assert_int_equal(paua_game_position(game)->to_move, PAUA_BLACK);
        assert_true(paua_position_same(paua_game_position(game), paua_game_position(again)));
        paua_game_free(game);
        paua_game_free(again);
    }
    paua_game *first = game_of(openings, 0);
    paua_position standard = position_of(paua_game_board(first), "standard");
    assert_true(paua_position_same(paua_game_position(first), &standard));
    assert_int_equal(paua_game_rules(first)->win, 6);
    assert_int_equal(paua_game_rules(first)->repetition, 3);
    assert_int_equal(paua_game_rules(first)->quiet, 0);
    assert_int_equal(paua_game_rules(first)->plies, 400);
    paua_game_free(first);
    paua_openings_free(openings);
}

/* Each round of 60 has every layout once; the moves eject nothing, and are other ones for another seed or number. */
static void random_openings_are_reproducible(void **state)
{
    paua_openings *one = openings_of("random:9", 5), *same = openings_of("random:9", 5),
                  *other = openings_of("random:9", 6);
    bool seen[60] = {false};
    int differ = 0, layouts_differ = 0;
    paua_openings *layouts = openings_of("layouts", 0);

    (void)state;
    assert_int_equal(paua_openings_count(one), 0);
    for (int i = 0; i < 60; i++) {
        paua_game *a = game_of(one, i), *b = game_of(same, i), *c = game_of(other, i),
                  *d = game_of(one, i + 60);
        assert_int_equal(paua_game_moves(a), 9);
        assert_true(paua_position_same(paua_game_position(a), paua_game_position(b)));
        assert_int_equal(paua_game_position(a)->quiet, 9);
        differ += !paua_position_same(paua_game_position(a), paua_game_position(c));
        layouts_differ += !paua_position_same(paua_game_start(a), paua_game_start(d));
        for (int j = 0; j < 60; j++) {
            paua_game *layout = game_of(layouts, j);
            if (paua_position_same(paua_game_start(a), paua_game_start(layout))) {
                assert_false(seen[j]);
                seen[j] = true;
            }
            paua_game_free(layout);
        }
        paua_game_free(a);
        paua_game_free(b);
        paua_game_free(c);
        paua_game_free(d);
    }
    for (int j = 0; j < 60; j++)
        assert_true(seen[j]);
    assert_int_equal(differ, 60);
    assert_true(layouts_differ > 40);
    paua_openings_free(one);
    paua_openings_free(same);
    paua_openings_free(other);
    paua_openings_free(layouts);
}

static void openings_are_read_from_files(void **state)
{
    static const char games[] = "[Event \"x\"]\n[Date \"????.??.??\"]\n[Black \"a\"]\n"
                                "[White \"b\"]\n[Variant \"belgian-daisy\"]\n[Result \"*\"]\n"
                                "[Notation \"Aba-Pro\"]\n\n1. a1b2 a5b5 2. a2b3 *\n";
    paua_openings *openings = NULL;
    paua_game *game;

    (void)state;
    assert_int_equal(
        paua_openings_read("# two\n\n  standard  \r\nww/3/bb w 0-0 3 8", &openings, NULL), PAUA_OK);
    assert_int_equal(paua_openings_count(openings), 2);
    game = game_of(openings, 1);
    assert_int_equal(paua_board_cells(paua_game_board(game)), 7);
    assert_int_equal(paua_game_position(game)->to_move, PAUA_WHITE);
    assert_int_equal(paua_game_position(game)->ply, 8);
    assert_int_equal(paua_game_rules(game)->win, 1);
    paua_game_free(game);
    paua_openings_free(openings);
    assert_int_equal(paua_openings_read(games, &openings, NULL), PAUA_OK);
    assert_int_equal(paua_openings_count(openings), 1);
    game = game_of(openings, 0);
    assert_int_equal(paua_game_moves(game), 3);
    assert_int_equal(paua_game_position(game)->to_move, PAUA_WHITE);
    paua_game_free(game);
    paua_openings_free(openings);
    /* what a game lacks is filled in, as by import */
    assert_int_equal(paua_openings_read("\xef\xbb\xbf"
                                        "1. a1b2 i5h5\n",
                                        &openings, NULL),
                     PAUA_OK);
    game = game_of(openings, 0);
    assert_int_equal(paua_game_moves(game), 2);
    paua_game_free(game);
    paua_openings_free(openings);
    /* a layout's name is one opening */
    openings = openings_of("Belgian daisy", 1);
    assert_int_equal(paua_openings_count(openings), 1);
    paua_openings_free(openings);
}

static void wrong_openings_are_refused(void **state)
{
    static const struct {
        const char *text, *reason;
    } wrong[] = {
        {"", "expected a position a line"},
        {"# nothing\n", "expected a position a line"},
        {"standard\nnope\n", "line 2: "},
        {"standard-3", "line 1: 3 play"},
        {"ww/3/bb b 1-0", "line 1: the game is over"},
        {"[Event \"x\"]\n\n1. a1b9 *\n", "game 1: a1b9: "},
        {"1. a1b2 i5h5 2. nope", "game 1: nope: "},
    };
    static const char *const names[] = {"",          "layout",     "random",    "random:",
                                        "random:-1", "random:101", "random:1x", "random::standard"};

    (void)state;
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        paua_openings *openings = NULL;
        paua_error error = {.code = PAUA_OK};
        assert_int_not_equal(paua_openings_read(wrong[i].text, &openings, &error), PAUA_OK);
        assert_null(openings);
        if (strncmp(error.message, wrong[i].reason, strlen(wrong[i].reason)) != 0)
            fail_msg("'%s': %s", wrong[i].text, error.message);
    }
    for (size_t i = 0; i < LENGTH(names); i++) {
        paua_openings *openings = NULL;
        assert_int_equal(paua_openings_parse(names[i], 1, &openings, NULL), PAUA_ERROR_BAD_SYNTAX);
        assert_null(openings);
    }
}

/* Every opening begins on the one layout, on its own board; a wrong name is not found. */
static void random_openings_of_one_layout(void **state)
{
    paua_openings *daisy = openings_of("random:4:belgian", 7),
                  *small = openings_of("random:1:b1", 7);
    (void)state;
    for (int i = 0; i < 20; i++) {
        paua_game *a = game_of(daisy, i), *b = game_of(small, i);
        paua_position start = position_of(paua_game_board(a), "belgian-daisy");
        assert_true(paua_position_same(paua_game_start(a), &start));
        assert_int_equal(paua_game_moves(a), 4);
        assert_int_equal(paua_board_cells(paua_game_board(b)), 7);
        assert_int_equal(paua_game_moves(b), 1);
        paua_game_free(a);
        paua_game_free(b);
    }
    paua_openings_free(daisy);
    paua_openings_free(small);
    static const char *const wrong[] = {"random:4:", "random:4:nothing", "random:4:standard-3"};
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        paua_openings *openings = NULL;
        assert_int_equal(paua_openings_parse(wrong[i], 1, &openings, NULL), PAUA_ERROR_NOT_FOUND);
        assert_null(openings);
    }
}

/* What the games of a match have been. */
enum { LOG_MAX = 64 };

struct log {
    const paua_match *match;
    int games, stop_after;
    bool idle_stops;
    char results[LOG_MAX][8];
    int black[LOG_MAX], plies[LOG_MAX];
    uint64_t start[LOG_MAX];
    const char *endings[LOG_MAX];
    char text[1 << 18];
};

static bool played(const paua_match_game *game, void *context)
{
    struct log *log = context;
    size_t used = strlen(log->text);
    int i = (int)game->number - 1;

    log->games++;
    snprintf(log->results[i], sizeof log->results[i], "%s", paua_result_text(game->result));
    log->black[i] = game->black;
    log->plies[i] = paua_game_moves(game->game);
    log->start[i] = paua_game_start(game->game)->key;
    log->endings[i] = game->ending;
    assert_true(game->black != game->white);
    used += (size_t)snprintf(log->text + used, sizeof log->text - used, "%s", used ? "\n" : "");
    used += paua_match_format(log->match, game, log->text + used, sizeof log->text - used);
    assert_true(used < sizeof log->text);
    return log->games != log->stop_after;
}

static bool idle(void *context)
{
    return !((struct log *)context)->idle_stops;
}

struct setting {
    paua_engine_config engines[3];
    paua_match_setup setup;
};

/* Two players at a fixed depth; a limit of 60 plies keeps it short. */
static void begin(struct setting *setting, const paua_openings *openings, int games)
{
    memset(setting, 0, sizeof *setting);
    setting->engines[0] = config_of("paua:depth=2");
    setting->engines[1] = config_of("paua:depth=1,eval=abla-single");
    setting->engines[2] = config_of("random");
    setting->setup = (paua_match_setup){.engines = setting->engines,
                                        .count = 2,
                                        .openings = openings,
                                        .games = games,
                                        .concurrency = 1,
                                        .seed = 1,
                                        .plies = 100,
                                        .patience_ms = 1000,
                                        .tt_mb = 1,
                                        .threads = 1};
}

/* paua_match_resume() with a text as the file. */
static paua_status resume_text(paua_match *match, const char *text, uint64_t *whole,
                               paua_error *error)
{
    uint64_t length = UINT64_MAX;
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    assert_non_null(file);
    paua_status status = paua_match_resume(match, file, whole, &length, error);
    fclose(file);
    if (status == PAUA_OK)
        assert_int_equal(length, strlen(text));
    return status;
}

static struct log *run(const paua_match_setup *setup, const char *before, int stop_after,
                       paua_match **out)
{
    struct log *log = calloc(1, sizeof *log);
    paua_match *match = NULL;
    const paua_match_host host = {played, idle, log};
    paua_error error;
    uint64_t whole;

    assert_non_null(log);
    assert_int_equal(paua_match_new(setup, &match, NULL), PAUA_OK);
    log->match = match;
    log->stop_after = stop_after;
    if (before)
        assert_int_equal(resume_text(match, before, &whole, &error), PAUA_OK);
    assert_int_equal(paua_match_run(match, &host, NULL), PAUA_OK);
    if (out)
        *out = match;
    else
        paua_match_free(match);
    return log;
}

static void colours_are_reversed(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);
    struct setting setting;
    paua_match *match;

    (void)state;
    begin(&setting, openings, 7);
    struct log *log = run(&setting.setup, NULL, 0, &match);
    const paua_tally tally = paua_match_tally(match, 0, 1), other = paua_match_tally(match, 1, 0);
    int64_t pairs = 0;
    assert_int_equal(log->games, 7);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(log->black[i], i % 2);
        assert_true(i % 2 == 0 || log->start[i] == log->start[i - 1]);
        assert_true(i % 2 == 1 || i == 0 || log->start[i] != log->start[i - 1]);
    }
    assert_int_equal(paua_tally_games(&tally), 7);
    assert_int_equal(tally.wins, other.losses);
    assert_int_equal(tally.draws, other.draws);
    for (int i = 0; i < PAUA_PAIR_SCORES; i++) {
        pairs += tally.pairs[i];
        assert_int_equal(tally.pairs[i], other.pairs[PAUA_PAIR_SCORES - 1 - i]);
    }
    assert_int_equal(pairs, 3);
    free(log);
    paua_match_free(match);
    paua_openings_free(openings);
}

/* The first pair begins where the setup says; another first opening is another match. */
static void openings_begin_anywhere(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);
    struct setting setting;
    (void)state;
    begin(&setting, openings, 6);
    struct log *all = run(&setting.setup, NULL, 0, NULL);
    begin(&setting, openings, 4);
    setting.setup.first_opening = 1;
    struct log *later = run(&setting.setup, NULL, 0, NULL);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(later->start[i], all->start[i + 2]);
        assert_int_equal(later->plies[i], all->plies[i + 2]);
    }
    assert_memory_not_equal(strstr(later->text, "[Event"), strstr(all->text, "[Event"), 30);
    free(all);
    free(later);
    paua_openings_free(openings);
}

/* What is counted is what was played. */
static void a_tally_tells_the_results(void **state)
{
    paua_openings *openings = openings_of("random:5", 3);
    struct setting setting;
    paua_match *match;
    int points[20];
    paua_tally wanted = {0};

    (void)state;
    begin(&setting, openings, 20);
    setting.engines[1] = setting.engines[2];
    setting.setup.plies = 400;
    setting.setup.concurrency = 3;
    struct log *log = run(&setting.setup, NULL, 0, &match);
    const paua_tally tally = paua_match_tally(match, 0, 1);
    for (int i = 0; i < 20; i++) {
        bool black_won = !strcmp(log->results[i], "1-0"), drawn = log->results[i][1] == '/';
        points[i] = drawn ? 1 : black_won == (log->black[i] == 0) ? 2 : 0;
        wanted.losses += points[i] == 0;
        wanted.draws += points[i] == 1;
        wanted.wins += points[i] == 2;
        if (i % 2)
            wanted.pairs[points[i - 1] + points[i]]++;
    }
    assert_memory_equal(&tally, &wanted, sizeof tally);
    assert_true(tally.wins > tally.losses);
    free(log);
    paua_match_free(match);
    paua_openings_free(openings);
}

static void concurrency_changes_nothing(void **state)
{
    paua_openings *openings = openings_of("random:4", 8);
    struct setting setting;

    (void)state;
    begin(&setting, openings, 12);
    setting.engines[1] = config_of("paua:level=2");
    struct log *one = run(&setting.setup, NULL, 0, NULL);
    setting.setup.concurrency = 4;
    struct log *four = run(&setting.setup, NULL, 0, NULL);
    for (int i = 0; i < 12; i++) {
        assert_string_equal(one->results[i], four->results[i]);
        assert_int_equal(one->plies[i], four->plies[i]);
    }
    free(one);
    free(four);
    paua_openings_free(openings);
}

static void everybody_meets_everybody(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);
    struct setting setting;
    paua_match *match;

    (void)state;
    begin(&setting, openings, 12);
    setting.setup.count = 3;
    setting.setup.concurrency = 2;
    struct log *log = run(&setting.setup, NULL, 0, &match);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const paua_tally tally = paua_match_tally(match, i, j);
            assert_int_equal(paua_tally_games(&tally), i == j ? 0 : 4);
        }
    /* three pairings from each opening */
    assert_true(log->start[0] == log->start[5] && log->start[5] != log->start[6]);
    free(log);
    paua_match_free(match);
    paua_openings_free(openings);
}

/* In a gauntlet the first engine meets each other one from the same opening, and these do not
 * meet; it is another match. */
static void the_first_meets_each_other_one(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);
    struct setting setting;
    paua_match *match;

    (void)state;
    begin(&setting, openings, 12);
    setting.setup.count = 3;
    struct log *everybody = run(&setting.setup, NULL, 0, NULL);
    setting.setup.gauntlet = true;
    setting.setup.concurrency = 2;
    struct log *log = run(&setting.setup, NULL, 0, &match);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const paua_tally tally = paua_match_tally(match, i, j);
            assert_int_equal(paua_tally_games(&tally), (i == 0) != (j == 0) ? 6 : 0);
        }
    assert_true(log->start[0] == log->start[3] && log->start[3] != log->start[4]);
    assert_memory_not_equal(strstr(log->text, "[Event"), strstr(everybody->text, "[Event"), 30);
    free(everybody);
    free(log);
    paua_match_free(match);
    paua_openings_free(openings);
}

/* Interrupted anywhere, cut off anywhere within its last game, and taken up again: the same results. */
static void a_match_is_taken_up_again(void **state)
{
    paua_openings *openings = openings_of("random:6", 2);
    struct setting setting;
    paua_match *match, *whole_match;

    (void)state;
    begin(&setting, openings, 10);
    free(run(&setting.setup, NULL, 0, &whole_match));
    const paua_tally wanted = paua_match_tally(whole_match, 0, 1);
    for (int stop = 1; stop < 10; stop += 3) {
        struct log *first = run(&setting.setup, NULL, stop, NULL);
        size_t length = strlen(first->text);
        for (size_t cut = 0; cut < 300; cut += SANITIZED ? 177 : 59) {
            char *text = strdup(first->text);
            paua_error error;
            uint64_t whole = 0;
            assert_non_null(text);
            text[length - cut] = '\0';
            struct log *rest = run(&setting.setup, text, 0, &match);
            const paua_tally tally = paua_match_tally(match, 0, 1);
            assert_int_equal(rest->games, 10 - stop + (cut > 0));
            assert_memory_equal(&tally, &wanted, sizeof tally);
            free(rest);
            paua_match_free(match);
            /* what is called whole is whole */
            assert_int_equal(paua_match_new(&setting.setup, &match, NULL), PAUA_OK);
            assert_int_equal(resume_text(match, text, &whole, &error), PAUA_OK);
            assert_true(cut > 0 ? whole < length - cut || whole == 0 : whole == length);
            assert_true(whole == 0 || text[whole - 1] == '\n');
            paua_match_free(match);
            free(text);
        }
        free(first);
    }
    paua_match_free(whole_match);
    paua_openings_free(openings);
}

/* A disk that can be read once, and then only up to an offset. */
struct failing_file {
    const char *text;
    size_t at, good;
    bool again;
};

static ssize_t failing_read(void *context, char *to, size_t size)
{
    struct failing_file *file = context;
    size_t left = (file->again ? file->good : strlen(file->text)) - file->at;

    if (left == 0 && file->again) {
        errno = EIO;
        return -1;
    }
    size = size < left ? size : left;
    memcpy(to, file->text + file->at, size);
    file->at += size;
    return (ssize_t)size;
}

static int failing_seek(void *context, off64_t *at, int whence)
{
    struct failing_file *file = context;

    assert_int_equal(whence, SEEK_SET);
    file->at = (size_t)*at;
    file->again = true;
    return 0;
}

/* What somebody has written behind a game is not cut off because the disk fails there. */
static void a_file_that_cannot_be_read_is_not_torn(void **state)
{
    static const char notes[] = " notes of my own\n";
    paua_openings *openings = openings_of("random:6", 2);
    struct setting setting;
    paua_match *match;
    paua_error error;
    uint64_t whole, length;

    (void)state;
    begin(&setting, openings, 2);
    struct log *log = run(&setting.setup, NULL, 0, NULL);
    size_t end = strlen(log->text);
    while (log->text[end - 1] == '\n')
        end--;
    memcpy(log->text + end, notes, sizeof notes);
    struct failing_file text = {.text = log->text, .good = end};
    const cookie_io_functions_t calls = {.read = failing_read, .seek = failing_seek};
    FILE *file = fopencookie(&text, "r", calls);
    assert_non_null(file);
    setvbuf(file, NULL, _IONBF, 0);
    assert_int_equal(paua_match_new(&setting.setup, &match, NULL), PAUA_OK);
    assert_int_equal(resume_text(match, log->text, &whole, &error), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_match_resume(match, file, &whole, &length, &error), PAUA_ERROR_IO);
    fclose(file);
    paua_match_free(match);
    free(log);
    paua_openings_free(openings);
}

static void games_of_others_are_not_taken_over(void **state)
{
    paua_openings *openings = openings_of("random:6", 2);
    struct setting setting;
    paua_match *match;
    paua_error error;
    uint64_t whole;

    (void)state;
    begin(&setting, openings, 2);
    struct log *log = run(&setting.setup, NULL, 0, NULL);
    setting.setup.seed = 2;
    assert_int_equal(paua_match_new(&setting.setup, &match, NULL), PAUA_OK);
    assert_int_equal(resume_text(match, log->text, &whole, &error), PAUA_ERROR_CONFLICT);
    assert_true(error.message[0] != '\0');
    assert_int_equal(resume_text(match, "", &whole, &error), PAUA_OK);
    assert_int_equal(whole, 0);
    /* a game in the middle that is none */
    char *damaged = strstr(log->text, "[Notation");
    memcpy(damaged, "[notation", 9);
    assert_int_equal(resume_text(match, log->text, &whole, &error), PAUA_ERROR_BAD_SYNTAX);
    paua_match_free(match);
    free(log);
    paua_openings_free(openings);
}

static void a_host_ends_a_match(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);
    struct setting setting;
    paua_match *match;
    struct log log = {.idle_stops = true};
    const paua_match_host host = {NULL, idle, &log};

    (void)state;
    begin(&setting, openings, 100000);
    setting.engines[0] = config_of("paua:time=100000"); /* it would take hours */
    setting.engines[1] = config_of("paua:time=100000");
    setting.setup.concurrency = 2;
    assert_int_equal(paua_match_new(&setting.setup, &match, NULL), PAUA_OK);
    assert_int_equal(paua_match_run(match, &host, NULL), PAUA_OK);
    const paua_tally tally = paua_match_tally(match, 0, 1);
    assert_int_equal(paua_tally_games(&tally), 0);
    paua_match_free(match);
    paua_openings_free(openings);
}

static void a_test_ends_a_match(void **state)
{
    paua_openings *openings = openings_of("random:4", 1);
    struct setting setting;
    paua_match *match;
    double llr;

    (void)state;
    begin(&setting, openings, 2000);
    setting.engines[1] = setting.engines[2];
    setting.setup.plies = 400;
    setting.setup.sprt_on = true;
    setting.setup.sprt = (paua_sprt){0, 100, 0.05, 0.05};
    struct log *one = run(&setting.setup, NULL, 0, &match);
    const paua_tally tally = paua_match_tally(match, 0, 1);
    assert_int_equal(paua_match_decision(match, &llr), PAUA_SPRT_ELO1);
    assert_true(llr >= 2.94);
    assert_in_range(paua_tally_games(&tally), 4, LOG_MAX - 4);
    assert_int_equal(paua_tally_games(&tally) % 2, 0);
    paua_match_free(match);
    /* games are decided in their order, not as they end */
    setting.setup.concurrency = 3;
    struct log *three = run(&setting.setup, NULL, 0, &match);
    const paua_tally same = paua_match_tally(match, 0, 1);
    assert_memory_equal(&tally, &same, sizeof tally);
    paua_match_free(match);
    free(one);
    free(three);
    paua_openings_free(openings);
}

static int count_ending(const struct log *log, const char *ending)
{
    int count = 0;

    for (int i = 0; i < log->games; i++)
        count += !strcmp(log->endings[i], ending);
    return count;
}

static void clear_games_are_ended(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);
    struct setting setting;

    (void)state;
    begin(&setting, openings, 16);
    setting.setup.plies = 300;
    struct log *whole = run(&setting.setup, NULL, 0, NULL);
    setting.setup.adjudication = (paua_adjudication){.win_score = 800, .win_moves = 3};
    struct log *wins = run(&setting.setup, NULL, 0, NULL);
    setting.setup.adjudication =
        (paua_adjudication){.draw_score = 30000, .draw_moves = 2, .draw_ply = 37};
    struct log *draws = run(&setting.setup, NULL, 0, NULL);
    assert_int_equal(count_ending(whole, "adjudication"), 0);
    assert_true(count_ending(wins, "adjudication") >= 4);
    assert_true(count_ending(draws, "adjudication") >= 12); /* a few may be over by then */
    for (int i = 0; i < 16; i++) {
        bool called = !strcmp(draws->endings[i], "adjudication");
        assert_string_equal(draws->results[i], called ? "1/2-1/2" : whole->results[i]);
        assert_int_equal(draws->plies[i], called ? 37 : whole->plies[i]);
        assert_true(wins->plies[i] <= whole->plies[i]);
        assert_true(strcmp(wins->endings[i], "adjudication") != 0 || wins->results[i][1] == '-');
    }
    free(whole);
    free(wins);
    free(draws);
    paua_openings_free(openings);
}

/* An engine that exceeds its time loses, and its fault is recorded. */
static void late_moves_lose(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);
    struct setting setting;
    paua_match *match;

    (void)state;
    begin(&setting, openings, 2);
    setting.engines[0] =
        config_of("cmd:sh -c \"printf 'ugiok\\\\nreadyok\\\\nreadyok\\\\n'; sleep 0.5; "
                  "echo bestmove a1b2; sleep 1000\"");
    setting.setup.limits.time_ms = 100;
    struct log *log = run(&setting.setup, NULL, 0, &match);
    assert_string_equal(log->endings[0], "time");
    assert_string_equal(log->results[0], "0-1");
    assert_int_equal(log->plies[0], 0);
    assert_int_equal(paua_match_faults(match, 0, PAUA_FAULT_TIME), 1);
    assert_int_equal(paua_match_faults(match, 0, PAUA_FAULT_HANG),
                     1); /* the same process, now silent */
    assert_int_equal(paua_match_faults(match, 1, PAUA_FAULT_TIME), 0);
    free(log);
    paua_match_free(match);
    paua_openings_free(openings);
}

/* A program that has closed its input before quit: the write fails without SIGPIPE. */
static void writing_to_a_closed_engine_raises_no_signal(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);
    struct setting setting;

    (void)state;
    begin(&setting, openings, 1);
    setting.engines[0] = config_of(
        "cmd:sh -c 'while read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; "
        "go*) exec 0<&-; echo bestmove a1b2; sleep 1000;; esac; done'");
    setting.setup.plies = 1;
    assert_true(signal(SIGPIPE, SIG_DFL) == SIG_DFL);
    struct log *log = run(&setting.setup, NULL, 0, NULL);
    assert_int_equal(log->plies[0], 1);
    assert_string_equal(log->results[0], "1/2-1/2");
    free(log);
    paua_openings_free(openings);
}

/* Splits a copy of the text; the words with | after each, or "-". */
static const char *words_of(const char *text)
{
    static char joined[200];
    char copy[100], *words[6];
    snprintf(copy, sizeof copy, "%s", text);
    int count = process_split_command(copy, words, 6);
    joined[0] = '\0';
    for (int i = 0; i < count; i++) {
        strcat(joined, words[i]);
        strcat(joined, "|");
    }
    if (count > 0)
        assert_null(words[count]);
    return count > 0 ? joined : "-";
}

static void commands_are_split_into_words(void **state)
{
    (void)state;
    assert_string_equal(words_of("./old"), "./old|");
    assert_string_equal(words_of("  ./old\tugi  --x=1 "), "./old|ugi|--x=1|");
    assert_string_equal(words_of("'a b' c\\ d \"e 'f'\""), "a b|c d|e 'f'|");
    assert_string_equal(words_of("a'b c'd \"\" 'x\\y'"), "ab cd||x\\y|");
    assert_string_equal(words_of("\"a\\\"b\\\\c\\d\""), "a\"b\\c\\d|");
    assert_string_equal(words_of("$HOME *"), "$HOME|*|"); /* no shell */
    assert_string_equal(words_of("1 2 3 4 5"), "1|2|3|4|5|");
    assert_string_equal(words_of("1 2 3 4 5 6"), "-");
    assert_string_equal(words_of(" "), "-");
    assert_string_equal(words_of("'a"), "-");
    assert_string_equal(words_of("a \"b"), "-");
}

/* An engine that cannot be started ends the match instead of losing every game. */
static void who_cannot_start_ends_the_match(void **state)
{
    static const struct {
        const char *engine, *message;
    } cases[] = {
        {"cmd:/no/such/program x",
         "cannot start '/no/such/program': No such file or directory, expected a program that "
         "speaks UGI"},
        {"cmd:/dev/null",
         "cannot start '/dev/null': Permission denied, expected a program that speaks UGI"},
        {"cmd:false",
         "'false' ended (exit code 1) before its ugiok, expected a program that speaks UGI"},
    };
    const paua_match_host host = {0};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        paua_openings *openings = openings_of("layouts", 0);
        struct setting setting;
        paua_match *match;
        paua_error error;
        begin(&setting, openings, 8);
        setting.engines[1] = config_of(cases[i].engine);
        assert_int_equal(paua_match_new(&setting.setup, &match, NULL), PAUA_OK);
        assert_int_equal(paua_match_run(match, &host, &error), PAUA_ERROR_UNSUPPORTED);
        assert_string_equal(error.message, cases[i].message);
        const paua_tally tally = paua_match_tally(match, 0, 1);
        assert_int_equal(paua_tally_games(&tally), 0);
        paua_match_free(match);
        paua_openings_free(openings);
    }
}

/* The thread that starts the program, as *context. */
static void *start_program(void *context)
{
    static char *const words[] = {"sh", "-c",
                                  "read line; ls /proc/self/fd | tr '\\n' ' '; echo; exit 3", NULL};
    static const atomic_bool stop;
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, NULL);
    assert_true(process_start(context, words, NULL, (struct process_limits){0}, -1, &stop));
    return NULL;
}

/* A program lives on after the thread that started it, has its three files and none of ours (the
 * fourth is the folder that `ls` reads), and changes no handler of ours. */
static void a_program_is_alone(void **state)
{
    int64_t deadline = clock_now_ms() + 20000;
    struct process *process = malloc(sizeof *process);
    struct sigaction child;
    const char *line;
    char how[PROCESS_HOW_MAX];
    pthread_t thread;
    int ours = dup(STDERR_FILENO);
    (void)state;
    assert_non_null(process);
    assert_true(ours >= 0);
    assert_int_equal(pthread_create(&thread, NULL, start_program, process), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    assert_int_equal(process_write(process, "go\n", deadline), PROCESS_OK);
    assert_int_equal(process_read_line(process, &line, deadline), PROCESS_OK);
    assert_string_equal(line, "0 1 2 3 ");
    assert_int_equal(process_read_line(process, &line, deadline), PROCESS_CLOSED);
    process_end(process, 1000, how);
    assert_string_equal(how, "exit code 3");
    assert_int_equal(sigaction(SIGCHLD, NULL, &child), 0);
    assert_true(child.sa_handler == SIG_DFL);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    close(ours);
    free(process);
}

/* The log has what an external engine writes to its standard error. */
static void the_log_has_standard_error(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);
    struct setting setting;
    char path[] = "/tmp/paua-match-log-XXXXXX", text[200] = "";
    int file = mkstemp(path);
    (void)state;
    assert_true(file >= 0);
    begin(&setting, openings, 1);
    setting.engines[0] = config_of("cmd,name=noisy:sh -c 'echo loud >&2; echo ugiok; echo readyok; "
                                   "echo readyok; sleep 0.3; exit 4'");
    setting.setup.log = path;
    struct log *log = run(&setting.setup, NULL, 0, NULL);
    assert_string_equal(log->endings[0], "crash");
    assert_true(read(file, text, sizeof text - 1) > 0);
    assert_non_null(strstr(text, "-- noisy: process "));
    assert_non_null(strstr(text, "loud\n"));
    close(file);
    unlink(path);
    free(log);
    paua_openings_free(openings);
}

/* `bestmove none` is a fault of its own: the engine says that there is no move. */
static void no_move_is_named(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);
    struct setting setting;
    paua_match *match;
    (void)state;
    begin(&setting, openings, 1);
    setting.engines[0] = config_of(
        "cmd:sh -c 'for line in ugiok readyok readyok \"bestmove none\"; do echo $line; done; "
        "sleep 1000'");
    struct log *log = run(&setting.setup, NULL, 0, &match);
    assert_string_equal(log->endings[0], "no move");
    assert_int_equal(paua_match_faults(match, 0, PAUA_FAULT_NO_MOVE), 1);
    free(log);
    paua_match_free(match);
    paua_openings_free(openings);
}

/* Rules decide as they do in any game: at the limit of plies the score counts. */
static void rules_decide_games(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);
    struct setting setting;
    (void)state;
    begin(&setting, openings, 8);
    setting.setup.rules = "arena,plies=30";
    setting.setup.plies = 0;
    struct log *scored = run(&setting.setup, NULL, 0, NULL);
    int decided = 0;
    for (int i = 0; i < 8; i++)
        decided += strcmp(scored->endings[i], "score") == 0;
    assert_true(decided > 0);
    setting.setup.plies = 4; /* replaces the limit of the rules */
    struct log *cut = run(&setting.setup, NULL, 0, NULL);
    for (int i = 0; i < 8; i++)
        assert_int_equal(cut->plies[i], 4);
    free(scored);
    free(cut);
    paua_openings_free(openings);
}

static void wrong_setups_are_refused(void **state)
{
    paua_openings *openings = openings_of("layouts", 0);
    struct setting good, bad;
    paua_match *match = NULL;
    paua_error error;

    (void)state;
    begin(&good, openings, 2);
#define REFUSED(change, status)                                                                    \
    bad = good;                                                                                    \
    bad.setup.engines = bad.engines;                                                               \
    change;                                                                                        \
    assert_int_equal(paua_match_new(&bad.setup, &match, &error), status);                          \
    assert_null(match)
    REFUSED(bad.setup.count = 1, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.count = PAUA_ENGINE_CONFIGS_MAX + 1, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.games = 0, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.first_opening = -1, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.games = INT64_MAX, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.concurrency = 0, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.plies = 0, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.plies = 65536, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.limits.depth = PAUA_DEPTH_MAX + 1, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.limits.level = 1, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.tt_mb = 0, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.threads = 0, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.patience_ms = 0, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.clock_ms = -1, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(bad.setup.delay_ms = -1, PAUA_ERROR_BAD_ARGUMENT);
    REFUSED((bad.setup.sprt_on = true, bad.setup.sprt = (paua_sprt){5, 0, 0.05, 0.05}),
            PAUA_ERROR_BAD_ARGUMENT);
    REFUSED(strcpy(bad.engines[1].net, "no/such/net"), PAUA_ERROR_IO);
#undef REFUSED
    paua_match_free(NULL);
    paua_openings_free(openings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engine_configs_are_read),
        cmocka_unit_test(commands_are_split_into_words),
        cmocka_unit_test(who_cannot_start_ends_the_match),
        cmocka_unit_test(a_program_is_alone),
        cmocka_unit_test(the_log_has_standard_error),
        cmocka_unit_test(no_move_is_named),
        cmocka_unit_test(rules_decide_games),
        cmocka_unit_test(wrong_engine_configs_are_refused),
        cmocka_unit_test(there_are_sixty_layouts),
        cmocka_unit_test(random_openings_are_reproducible),
        cmocka_unit_test(random_openings_of_one_layout),
        cmocka_unit_test(openings_are_read_from_files),
        cmocka_unit_test(wrong_openings_are_refused),
        cmocka_unit_test(colours_are_reversed),
        cmocka_unit_test(openings_begin_anywhere),
        cmocka_unit_test(a_tally_tells_the_results),
        cmocka_unit_test(concurrency_changes_nothing),
        cmocka_unit_test(everybody_meets_everybody),
        cmocka_unit_test(the_first_meets_each_other_one),
        cmocka_unit_test(a_match_is_taken_up_again),
        cmocka_unit_test(a_file_that_cannot_be_read_is_not_torn),
        cmocka_unit_test(games_of_others_are_not_taken_over),
        cmocka_unit_test(a_host_ends_a_match),
        cmocka_unit_test(a_test_ends_a_match),
        cmocka_unit_test(clear_games_are_ended),
        cmocka_unit_test(late_moves_lose),
        cmocka_unit_test(writing_to_a_closed_engine_raises_no_signal),
        cmocka_unit_test(wrong_setups_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
