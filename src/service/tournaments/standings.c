/* standings.c - the standings of a tournament with their tie-breaks. */
#include <stdlib.h>
#include <string.h>

#include "service/tournaments/pairing.h"

static bool is_over(const struct paired_game *game)
{
    return game->black_points != PAIRING_PENDING;
}

/* Whether a player has this game; then what both got of it, and who the other is. */
static bool game_of(const struct paired_game *game, int player, int *own, int *other)
{
    if (!is_over(game) || (game->black != player && game->white != player))
        return false;
    *own = game->black == player ? game->black_points : game->white_points;
    *other = game->black == player ? game->white : game->black;
    return true;
}

/* Fills in what follows from everybody's points. */
static void add_tie_breaks(struct player_standing *one, const struct player_standing *all,
                           const struct paired_game *games, int count)
{
    for (int i = 0; i < count; i++) {
        int own, other;

        if (!game_of(&games[i], one->player, &own, &other))
            continue;
        bool met = games[i].played && other != PAIRING_NOBODY;
        int worth = met ? all[other].points : one->points;
        one->buchholz += worth;
        one->sonneborn_berger += own * worth;
        one->wins += met && own == 2;
    }
}

/* What has been compared before direct encounters. */
static int compare_first(const struct player_standing *one, const struct player_standing *other)
{
    if (one->points != other->points)
        return other->points - one->points;
    if (one->buchholz != other->buchholz)
        return other->buchholz - one->buchholz;
    return other->sonneborn_berger - one->sonneborn_berger;
}

static int compare_values(const struct player_standing *one, const struct player_standing *other)
{
    int order = compare_first(one, other);

    if (order == 0)
        order = other->direct - one->direct;
    return order ? order : other->wins - one->wins;
}

static int compare_standings(const void *a, const void *b)
{
    const struct player_standing *one = a, *other = b;
    int order = compare_values(one, other);

    return order ? order : one->player - other->player;
}

/* The games of a player against those who are equal. */
struct direct_row {
    int points, opponents;
    bool met[PAIRING_PLAYERS_MAX];
};

/* Enters a game against the player of another row. */
static void add_meeting(struct direct_row *row, int other, int points)
{
    row->points += points;
    row->opponents += !row->met[other];
    row->met[other] = true;
}

/* Sets the points among those who are equal, if all of them have met. */
static void add_direct(struct player_standing *group, int size, const struct paired_game *games,
                       int count)
{
    static const struct direct_row none = {.points = 0};
    struct direct_row rows[PAIRING_PLAYERS_MAX];
    int row_of[PAIRING_PLAYERS_MAX];

    memset(row_of, -1, sizeof row_of);
    for (int i = 0; i < size; i++) {
        rows[i] = none;
        row_of[group[i].player] = i;
    }
    for (int i = 0; i < count; i++) {
        if (!is_over(&games[i]) || !games[i].played || games[i].white == PAIRING_NOBODY)
            continue;
        int black = row_of[games[i].black], white = row_of[games[i].white];
        if (black < 0 || white < 0)
            continue;
        add_meeting(&rows[black], white, games[i].black_points);
        add_meeting(&rows[white], black, games[i].white_points);
    }

    bool all = true;
    for (int i = 0; i < size; i++)
        all = all && rows[i].opponents == size - 1;
    for (int i = 0; i < size; i++)
        group[i].direct = all ? rows[i].points : 0;
}

void pairing_standings(int players, const struct paired_game *games, int count,
                       struct player_standing *out)
{
    for (int player = 0; player < players; player++) {
        out[player] = (struct player_standing){.player = player};
        for (int i = 0; i < count; i++) {
            int own, other;

            if (game_of(&games[i], player, &own, &other))
                out[player].points += own;
        }
    }
    for (int player = 0; player < players; player++)
        add_tie_breaks(&out[player], out, games, count);
    qsort(out, (size_t)players, sizeof *out, compare_standings);
    for (int first = 0, next; first < players; first = next) {
        for (next = first + 1; next < players && compare_first(&out[first], &out[next]) == 0;
             next++)
            continue;
        if (next - first > 1)
            add_direct(out + first, next - first, games, count);
    }
    qsort(out, (size_t)players, sizeof *out, compare_standings);
    for (int i = 0; i < players; i++)
        out[i].rank = i && compare_values(&out[i - 1], &out[i]) == 0 ? out[i - 1].rank : i + 1;
}
