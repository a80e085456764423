/* Tournaments as arithmetic: matchings against all there are, the promises of pairings in random
 * tournaments, tables of Berger, tie-breaks that were worked out by hand. */
#include <stdlib.h>
#include <string.h>

#include "unit.h"

#include "base/random.h"
#include "service/tournaments/matching.h"
#include "service/tournaments/pairing.h"

enum { SMALL = 8, GAMES_MAX = PAIRING_PLAYERS_MAX * 20 };

/* The largest sum of weights of a matching of the vertices that are left. */
static int64_t best_sum(int64_t weights[SMALL][SMALL], int count, unsigned left)
{
    int64_t best = 0;
    int first = 0;

    while (first < count && !(left >> first & 1))
        first++;
    if (first == count)
        return 0;
    left &= ~(1u << first);
    best = best_sum(weights, count, left);
    for (int other = first + 1; other < count; other++) {
        if (!(left >> other & 1) || weights[first][other] == 0)
            continue;
        int64_t sum = weights[first][other] + best_sum(weights, count, left & ~(1u << other));
        best = sum > best ? sum : best;
    }
    return best;
}

static void matchings_are_the_best_ones(void **state)
{
    uint64_t random = 20261126;

    (void)state;
    for (int trial = 0; trial < 20000; trial++) {
        int64_t weights[SMALL][SMALL] = {{0}}, sum = 0;
        int mates[SMALL], count = 1 + (int)(random_next(&random) % SMALL);
        int density = 1 + (int)(random_next(&random) % 4);
        struct matching *graph = matching_new(count);

        assert_non_null(graph);
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                if (random_next(&random) % 4 >= (unsigned)density)
                    continue;
                weights[i][j] = 1 + (int64_t)(random_next(&random) % 20);
                if (trial % 2)
                    weights[i][j] += MATCHING_WEIGHT_MAX - 20;
                weights[j][i] = weights[i][j];
                matching_join(graph, i, j, weights[i][j]);
            }
        }
        matching_find(graph, mates);
        matching_free(graph);
        if (trial % 2 && count > 6)
            continue; /* four of the largest do not fit into the sum */
        for (int i = 0; i < count; i++) {
            if (mates[i] < 0)
                continue;
            assert_int_equal(mates[mates[i]], i);
            assert_true(weights[i][mates[i]] > 0);
            sum += i < mates[i] ? weights[i][mates[i]] : 0;
        }
        assert_true(sum == best_sum(weights, count, (1u << count) - 1));
    }
}

/* A tournament that is being played. */
struct played {
    int players, count;
    bool is_in[PAIRING_PLAYERS_MAX];
    struct paired_game games[GAMES_MAX];
};

static bool have_met(const struct played *all, int before, int one, int other)
{
    for (int i = 0; i < before; i++) {
        const struct paired_game *game = &all->games[i];

        if ((game->black == one && game->white == other) ||
            (game->black == other && game->white == one))
            return true;
    }
    return false;
}

static bool had_bye(const struct played *all, int before, int player)
{
    for (int i = 0; i < before; i++) {
        const struct paired_game *game = &all->games[i];

        if (game->black == player && game->white == PAIRING_NOBODY)
            return true;
    }
    return false;
}

/* Whether those who are left can be paired by the two rules at all. */
static bool can_be_paired(const struct played *all, unsigned left, bool bye)
{
    int first = 0;

    if (left == 0)
        return true;
    while (!(left >> first & 1))
        first++;
    left &= ~(1u << first);
    if (bye && !had_bye(all, all->count, first) && can_be_paired(all, left, false))
        return true;
    for (int other = first + 1; other < all->players; other++) {
        if ((left >> other & 1) && !have_met(all, all->count, first, other) &&
            can_be_paired(all, left & ~(1u << other), bye))
            return true;
    }
    return false;
}

/* Checks the promises of a round that begins at `from`. */
static void check_round(const struct played *all, int from, int round)
{
    int times[PAIRING_PLAYERS_MAX] = {0}, players = 0, byes = 0;

    for (int i = from; i < all->count; i++) {
        const struct paired_game *game = &all->games[i];

        assert_int_equal(game->round, round);
        times[game->black]++;
        if (game->white == PAIRING_NOBODY) {
            byes++;
            assert_int_equal(i, all->count - 1);
            assert_false(had_bye(all, from, game->black));
            assert_int_equal(game->black_points, 2);
            continue;
        }
        times[game->white]++;
        assert_false(have_met(all, from, game->black, game->white));
        assert_int_equal(game->black_points, PAIRING_PENDING);
    }
    for (int player = 0; player < all->players; player++) {
        assert_int_equal(times[player], all->is_in[player]);
        players += all->is_in[player];
    }
    assert_int_equal(byes, players % 2);
}

/* Ends the games of a round; some are not played, some players go. */
static void end_round(struct played *all, int from, uint64_t *random, bool leaves)
{
    for (int i = from; i < all->count; i++) {
        struct paired_game *game = &all->games[i];

        if (game->white == PAIRING_NOBODY)
            continue;
        game->black_points = (int)(random_next(random) % 3);
        game->white_points = 2 - game->black_points;
        game->played = game->black_points == 1 || random_next(random) % 8 != 0;
        if (leaves && random_next(random) % 16 == 0)
            all->is_in[game->black_points == 2 ? game->white : game->black] = false;
    }
}

/* How unequal the colours of a player are, and how often he had one in a row at most. */
static void count_colours(const struct played *all, int player, int *more, int *row)
{
    int last = 0, now = 0;

    *more = *row = 0;
    for (int i = 0; i < all->count; i++) {
        const struct paired_game *game = &all->games[i];

        if (!game->played || game->white == PAIRING_NOBODY ||
            (game->black != player && game->white != player))
            continue;
        int colour = game->black == player ? 1 : -1;
        now = colour == last ? now + 1 : 1;
        last = colour;
        *row = now > *row ? now : *row;
        *more += colour;
    }
}

static void small_tournaments_go_on_as_long_as_any_pairing_is_left(void **state)
{
    struct played *all = malloc(sizeof *all);
    uint64_t random = 7;

    (void)state;
    assert_non_null(all);
    for (int trial = 0; trial < 600; trial++) {
        all->players = 2 + trial % 9;
        all->count = 0;
        for (int i = 0; i < all->players; i++)
            all->is_in[i] = true;
        for (int round = 1;; round++) {
            int from = all->count, more = 0;
            unsigned left = 0, players = 0;

            for (int i = 0; i < all->players; i++) {
                left |= (unsigned)all->is_in[i] << i;
                players += all->is_in[i];
            }
            bool possible = can_be_paired(all, left, players % 2);
            paua_status status = pairing_swiss(all->players, all->is_in, all->games, from, round,
                                               all->games + from, &more);
            assert_int_equal(status, possible ? PAUA_OK : PAUA_ERROR_NOT_FOUND);
            if (!possible || players == 0)
                break;
            all->count += more;
            check_round(all, from, round);
            end_round(all, from, &random, trial % 3 == 0);
        }
    }
    free(all);
}

/* Of eleven each has met at most four after four rounds: there is always a fifth one, however many
 * games were won without having been played. */
static void games_that_are_not_played_end_no_tournament(void **state)
{
    struct played *all = malloc(sizeof *all);
    uint64_t random = 11;

    (void)state;
    assert_non_null(all);
    for (int trial = 0; trial < 1000; trial++) {
        *all = (struct played){.players = 11};
        for (int i = 0; i < all->players; i++)
            all->is_in[i] = true;
        for (int round = 1; round <= 5; round++) {
            int from = all->count, more = 0;

            assert_int_equal(pairing_swiss(all->players, all->is_in, all->games, from, round,
                                           all->games + from, &more),
                             PAUA_OK);
            all->count += more;
            check_round(all, from, round);
            end_round(all, from, &random, false);
            for (int i = from; i < all->count; i++)
                all->games[i].played = all->games[i].played && trial % 2;
        }
    }
    free(all);
}

/* Of three one has won without a game, and one had a bye: the third one gets the next. */
static void who_has_won_without_a_game_gets_no_bye(void **state)
{
    const bool is_in[] = {true, true, true};
    struct paired_game games[4] = {{1, 0, 1, 2, 0, false}, {1, 2, PAIRING_NOBODY, 2, 0, false}};
    int more = 0;

    (void)state;
    for (int winner = 0; winner < 2; winner++) {
        games[0].black_points = winner == 0 ? 2 : 0;
        games[0].white_points = winner == 1 ? 2 : 0;
        assert_int_equal(pairing_swiss(3, is_in, games, 2, 2, games + 2, &more), PAUA_OK);
        assert_int_equal(more, 2);
        assert_int_equal(games[3].black, 1 - winner);
        assert_int_equal(games[3].white, PAIRING_NOBODY);
    }
}

/* As long as everybody has met less than half of the others. */
static void large_tournaments_keep_every_promise(void **state)
{
    static const int sizes[] = {11, 16, 40, 101, 200};
    struct played *all = malloc(sizeof *all);
    uint64_t random = 99;

    (void)state;
    assert_non_null(all);
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
        all->players = sizes[size];
        all->count = 0;
        for (int i = 0; i < all->players; i++)
            all->is_in[i] = true;
        for (int round = 1; round <= 9 && 2 * round < all->players; round++) {
            int from = all->count, more = 0;

            if (pairing_swiss(all->players, all->is_in, all->games, from, round, all->games + from,
                              &more) != PAUA_OK)
                fail_msg("%d players, round %d", all->players, round);
            all->count += more;
            check_round(all, from, round);
            end_round(all, from, &random, false);
        }
        for (int player = 0; all->players >= 40 && player < all->players; player++) {
            int more, row;

            count_colours(all, player, &more, &row);
            assert_true(abs(more) <= 2);
            assert_true(row <= 2);
        }
    }
    free(all);
}

/* Eight players, the stronger one always wins: the first rounds as they are in every book. */
static void stronger_players_win(void **state)
{
    /* The colours of the first round rule 0-2 and 1-3 out in the second one. */
    static const int expected[3][4][2] = {{{0, 4}, {1, 5}, {2, 6}, {3, 7}},
                                          {{0, 3}, {1, 2}, {4, 7}, {5, 6}},
                                          {{0, 1}, {0, 0}, {0, 0}, {0, 0}}};
    struct paired_game games[12];
    bool is_in[8] = {true, true, true, true, true, true, true, true};
    int count = 0, more;

    (void)state;
    for (int round = 1; round <= 3; round++) {
        assert_int_equal(pairing_swiss(8, is_in, games, count, round, games + count, &more),
                         PAUA_OK);
        assert_int_equal(more, 4);
        for (int i = 0; i < (round == 3 ? 1 : 4); i++) {
            const struct paired_game *game = &games[count + i];
            int low = game->black < game->white ? game->black : game->white,
                high = game->black + game->white - low;

            assert_int_equal(low, expected[round - 1][i][0]);
            assert_int_equal(high, expected[round - 1][i][1]);
        }
        for (int i = 0; i < more; i++) {
            struct paired_game *game = &games[count + i];

            game->black_points = game->black < game->white ? 2 : 0;
            game->white_points = 2 - game->black_points;
        }
        count += more;
    }
    struct player_standing standings[8];
    pairing_standings(8, games, count, standings);
    assert_int_equal(standings[0].player, 0);
    assert_int_equal(standings[0].points, 6);
    assert_int_equal(standings[0].wins, 3);
}

/* FIDE Handbook C.05, annex 1: the tables for 3 or 4, and for 5 or 6 players. */
static void tables_of_berger(void **state)
{
    static const char *const four[] = {"1-4 2-3", "4-3 1-2", "2-4 3-1"};
    static const char *const six[] = {"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3",
                                      "3-6 4-2 5-1"};

    (void)state;
    for (int players = 4; players <= 6; players += 2) {
        for (int round = 1; round < players; round++) {
            const char *const *table = players == 4 ? four : six;
            struct paired_game pairs[3];
            char text[40] = "";
            int count;

            pairing_cycle(players, round, pairs, &count);
            for (int i = 0; i < count; i++)
                sprintf(text + strlen(text), "%s%d-%d", i ? " " : "", pairs[i].black + 1,
                        pairs[i].white + 1);
            assert_string_equal(text, table[round - 1]);
        }
    }
}

static void everybody_meets_everybody(void **state)
{
    static int met[PAIRING_PLAYERS_MAX][PAIRING_PLAYERS_MAX];

    (void)state;
    for (int players = 2; players <= PAIRING_PLAYERS_MAX; players += players < 20 ? 1 : 45) {
        int rounds = pairing_cycle_rounds(players, true);

        memset(met, 0, sizeof met);
        for (int round = 1; round <= rounds; round++) {
            struct paired_game pairs[PAIRING_PLAYERS_MAX];
            int times[PAIRING_PLAYERS_MAX] = {0}, count;

            pairing_cycle(players, round, pairs, &count);
            assert_int_equal(count, (players + 1) / 2);
            for (int i = 0; i < count; i++) {
                times[pairs[i].black]++;
                if (pairs[i].white == PAIRING_NOBODY) {
                    assert_int_equal(players % 2, 1);
                    continue;
                }
                times[pairs[i].white]++;
                met[pairs[i].black][pairs[i].white]++;
            }
            for (int i = 0; i < players; i++)
                assert_int_equal(times[i], 1);
            if (round != rounds / 2)
                continue;
            for (int i = 0; i < players; i++) { /* once, and colours in turn */
                int black = 0, white = 0;

                for (int j = 0; j < players; j++) {
                    assert_int_equal(met[i][j] + met[j][i], i != j);
                    black += met[i][j];
                    white += met[j][i];
                }
                assert_true(abs(black - white) <= 1);
            }
        }
        for (int i = 0; i < players; i++) {
            for (int j = 0; j < players; j++)
                assert_int_equal(met[i][j], i != j);
        }
    }
}

/* Five players, three rounds, worked out by hand: 0 has 2.5 points, 1 and 2 have 2 ... */
static void tie_breaks(void **state)
{
    static const struct paired_game games[] = {
        {1, 0, 2, 2, 0, true},  {1, 3, 1, 0, 2, true},  {1, 4, PAIRING_NOBODY, 2, 0, false},
        {2, 1, 0, 1, 1, true},  {2, 2, 4, 2, 0, true},  {2, 3, PAIRING_NOBODY, 2, 0, false},
        {3, 0, 3, 2, 0, true},  {3, 1, 4, 2, 0, false}, {3, 2, PAIRING_NOBODY, 2, 0, false},
        {4, 0, 4, -1, -1, true}};
    /* In halves: 0: 2+1+2 = 5, 1: 2+1+2 = 5, 2: 0+2+2 = 4, 3: 0+2+0 = 2, 4: 2+0+0 = 2.
     * Buchholz: 0: 4+5+2 = 11; 1: 2+5+5 (did not play 4: its own) = 12; 2: 5+2+4 = 11;
     * 3: 5+2+5 = 12; 4: 2+4+2 = 8. */
    static const struct player_standing expected[] = {{1, 1, 5, 12, 2 * 2 + 5 + 2 * 5, 0, 1},
                                                      {0, 2, 5, 11, 2 * 4 + 5 + 2 * 2, 0, 2},
                                                      {2, 3, 4, 11, 2 * 2 + 2 * 4, 0, 1},
                                                      {3, 4, 2, 12, 2 * 2, 0, 0},
                                                      {4, 5, 2, 8, 2 * 2, 0, 0}};
    struct player_standing found[5];

    (void)state;
    pairing_standings(5, games, sizeof games / sizeof *games, found);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(found[i].player, expected[i].player);
        assert_int_equal(found[i].rank, expected[i].rank);
        assert_int_equal(found[i].points, expected[i].points);
        assert_int_equal(found[i].buchholz, expected[i].buchholz);
        assert_int_equal(found[i].sonneborn_berger, expected[i].sonneborn_berger);
        assert_int_equal(found[i].wins, expected[i].wins);
    }
}

/* Two are equal in points, Buchholz and Sonneborn-Berger: who has won their game is first; where
 * nothing tells two apart they share a rank. */
static void direct_encounters(void **state)
{
    static const struct paired_game cycle[] = {{1, 0, 1, 0, 2, true}, {1, 2, 3, 2, 0, true},
                                               {2, 1, 2, 0, 2, true}, {2, 3, 0, 0, 2, true},
                                               {3, 0, 2, 2, 0, true}, {3, 1, 3, 2, 0, true}};
    static const struct paired_game pair[] = {
        {1, 0, 2, 2, 0, true}, {1, 1, 3, 1, 1, true}, {2, 0, 3, 0, 2, true}, {2, 1, 2, 1, 1, true}};
    static const struct paired_game two[] = {{1, 0, 1, 0, 2, true}, {2, 0, 1, 2, 0, true}};
    struct player_standing found[4];

    (void)state;
    /* 0, 1 and 2 have won one of their two games in a ring: a shared first place. */
    pairing_standings(4, cycle, 6, found);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(found[i].rank, 1);
        assert_int_equal(found[i].direct, 2);
        assert_int_equal(found[i].player, i);
    }
    assert_int_equal(found[3].rank, 4);
    /* 3 has 3 points; 0 and 1 have 2, and have not met. */
    pairing_standings(4, pair, 4, found);
    assert_int_equal(found[0].player, 3);
    assert_int_equal(found[1].direct, 0);
    pairing_standings(2, two, 2, found);
    assert_int_equal(found[1].rank, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matchings_are_the_best_ones),
        cmocka_unit_test(small_tournaments_go_on_as_long_as_any_pairing_is_left),
        cmocka_unit_test(games_that_are_not_played_end_no_tournament),
        cmocka_unit_test(who_has_won_without_a_game_gets_no_bye),
        cmocka_unit_test(large_tournaments_keep_every_promise),
        cmocka_unit_test(stronger_players_win),
        cmocka_unit_test(tables_of_berger),
        cmocka_unit_test(everybody_meets_everybody),
        cmocka_unit_test(tie_breaks),
        cmocka_unit_test(direct_encounters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
