/* Rated games and the store: of two games of one player that end at once both count, each once. */
#define _GNU_SOURCE
#include <math.h>
#include <stdatomic.h>
#include <unistd.h>

#include "unit.h"

#include "service/ratings/ratings.h"
#include "store/open.h"

#define DAY_MS ((int64_t)24 * 60 * 60 * 1000)
#define NOW    (20000 * DAY_MS)

struct rating_world {
    char folder[64], file[96];
    store *store;
};

static void on_done(paua_status status, void *context)
{
    atomic_store((_Atomic int *)context, (int)status);
}

/* Commits a batch, and returns how it ended. */
static paua_status commit(struct rating_world *w, store_batch *batch)
{
    _Atomic int status = -1;

    assert_int_equal(store_commit(w->store, batch, on_done, &status), PAUA_OK);
    for (int i = 0; i < 20000 && atomic_load(&status) < 0; i++)
        usleep(500);
    return (paua_status)atomic_load(&status);
}

/* A store with four accounts. */
static int start(void **state)
{
    static const char *const names[] = {"ann", "bob", "cid", "dan"};
    struct rating_world *w = calloc(1, sizeof *w);
    char place[112], message[STORE_MESSAGE_MAX], id[ACCOUNT_ID_SIZE + 1];

    strcpy(w->folder, "/tmp/paua-ratings-XXXXXX");
    assert_non_null(mkdtemp(w->folder));
    snprintf(w->file, sizeof w->file, "%s/games.db", w->folder);
    snprintf(place, sizeof place, "sqlite:%s", w->file);
    assert_int_equal(store_open(place, &w->store, message), PAUA_OK);
    store_batch *batch = store_batch_new();
    for (int i = 0; i < 4; i++) {
        snprintf(id, sizeof id, "%.3s-----", names[i]);
        batch_add_account(batch, &(store_account){.id = id, .name = names[i], .key = names[i]});
    }
    assert_int_equal(commit(w, batch), PAUA_OK);
    *state = w;
    return 0;
}

static int stop(void **state)
{
    struct rating_world *w = *state;

    store_close(w->store);
    unlink(w->file);
    assert_int_equal(rmdir(w->folder), 0);
    free(w);
    return 0;
}

/* A game that the first player has won. */
static struct rating_update game_of(int players, const char *const *accounts)
{
    struct rating_update game = {.players = players, .best = 1};

    snprintf(game.category, sizeof game.category, "%d-rapid", players);
    for (int side = 0; side < players; side++) {
        snprintf(game.accounts[side], sizeof game.accounts[side], "%s", accounts[side]);
        game.teams[side] = 1u << side;
    }
    return game;
}

/* Commits what a game has made of the ratings, as the server does with the event that ends it. */
static paua_status commit_ratings(struct rating_world *w, const struct rating_update *game,
                                  const char *id)
{
    store_batch *batch = store_batch_new();

    assert_true(rating_update_add(game, id, batch));
    return commit(w, batch);
}

static struct rating read_rating(struct rating_world *w, const char *account, const char *category)
{
    struct rating rating;

    assert_int_equal(rating_read(w->store, account, category, INT64_MAX, &rating), PAUA_OK);
    return rating;
}

static void two_games_at_once_both_count(void **state)
{
    static const char *const one[] = {"ann-----", "bob-----"}, *const two[] = {"cid-----",
                                                                               "ann-----"};
    struct rating_world *w = *state;
    struct rating_update first = game_of(2, one), second = game_of(2, two);

    assert_int_equal(rating_update_compute(w->store, NOW, &first), PAUA_OK);
    assert_int_equal(rating_update_compute(w->store, NOW, &second), PAUA_OK);
    assert_int_equal(commit_ratings(w, &first, "first___"), PAUA_OK);
    struct rating ann = read_rating(w, "ann-----", "2-rapid");
    assert_true(ann.games == 1 && ann.wins == 1 && ann.glicko.rating > 1600);

    /* The second was computed from the rating of before, and nothing of it is stored. */
    assert_int_equal(commit_ratings(w, &second, "second__"), PAUA_ERROR_CONFLICT);
    assert_int_equal(read_rating(w, "cid-----", "2-rapid").games, 0);
    assert_int_equal(rating_update_renew(w->store, NOW, &second), PAUA_OK);
    assert_true(second.before[1].glicko.rating == ann.glicko.rating);
    assert_int_equal(commit_ratings(w, &second, "second__"), PAUA_OK);
    ann = read_rating(w, "ann-----", "2-rapid");
    assert_true(ann.games == 2 && ann.wins == 1 && ann.losses == 1);

    /* A conflict about something else is not one of ratings. */
    struct rating_update third = game_of(2, one);
    assert_int_equal(rating_update_compute(w->store, NOW, &third), PAUA_OK);
    assert_int_equal(rating_update_renew(w->store, NOW, &third), PAUA_ERROR_CONFLICT);
}

static void results_are_counted(void **state)
{
    static const char *const four[] = {"ann-----", "bob-----", "cid-----", "dan-----"};
    struct rating_world *w = *state;
    struct rating_update game = game_of(4, four);

    game.teams[0] = game.teams[2] = game.best = 5;
    game.teams[1] = game.teams[3] = 10;
    assert_int_equal(rating_update_compute(w->store, NOW, &game), PAUA_OK);
    assert_int_equal(commit_ratings(w, &game, "first___"), PAUA_OK);
    game.drawn = true;
    game.best = 15;
    assert_int_equal(rating_update_compute(w->store, NOW + DAY_MS, &game), PAUA_OK);
    assert_int_equal(commit_ratings(w, &game, "second__"), PAUA_OK);
    for (int side = 0; side < 4; side++) {
        struct rating rating = read_rating(w, four[side], "4-rapid");

        assert_int_equal(rating.games, 2);
        assert_int_equal(rating.wins, side % 2 == 0);
        assert_int_equal(rating.draws, 1);
        assert_int_equal(rating.losses, side % 2 == 1);
        assert_int_equal(rating.at_ms, NOW + DAY_MS);
        assert_int_equal(read_rating(w, four[side], "2-rapid").games, 0);
    }
}

/* What the store lists as sure, and what is called provisional, change at the same moment. */
static void sure_and_provisional_agree(void **state)
{
    struct rating settled = {.glicko = {1600, 60, 0.06}, .games = 50, .at_ms = NOW};
    store_certainty sure = rating_certainty(NOW);

    (void)state;
    assert_true(rating_is_provisional(&(struct rating){.glicko = glicko_newcomer()}, NOW));
    int64_t until = NOW + 300 * DAY_MS;
    while (!rating_is_provisional(&settled, until))
        until += 60 * 60 * 1000;
    assert_in_range(until - NOW, 380 * DAY_MS, 400 * DAY_MS);
    for (int hours = -1; hours <= 1; hours++) {
        int64_t at_ms = until + hours * (int64_t)60 * 60 * 1000;
        double squared = 60 * 60 + 0.06 * 0.06 * sure.growth * (double)(at_ms - NOW);

        assert_true((squared > sure.deviation_max * sure.deviation_max) ==
                    rating_is_provisional(&settled, at_ms));
    }
    /* A date that was set back makes nobody surer. */
    assert_true(fabs(rating_deviation_at(&settled, NOW - DAY_MS) - 60) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_games_at_once_both_count, start, stop),
        cmocka_unit_test_setup_teardown(results_are_counted, start, stop),
        cmocka_unit_test(sure_and_provisional_agree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
