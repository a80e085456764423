/* rated.c - the terms of rated games. */
#include "service/games/model/rated.h"

#include <string.h>

#include "service/games/model/game_clock.h"

/* Whether the rules are those of a preset, with any clock. */
static bool has_preset_rules(const struct setup *setup)
{
    for (int i = 0; i < paua_preset_count(); i++) {
        paua_rules preset;

        if (paua_rules_preset(setup->board, paua_preset_name(i), &preset) != PAUA_OK)
            continue;
        preset.turn_ms = setup->rules.turn_ms;
        preset.game_ms = setup->rules.game_ms;
        preset.gain_ms = setup->rules.gain_ms;
        preset.cap_ms = setup->rules.cap_ms;
        preset.delay_ms = setup->rules.delay_ms;
        preset.plies = preset.plies ? preset.plies : GAME_PLIES_MAX;
        if (paua_rules_same(&preset, &setup->rules))
            return true;
    }
    return false;
}

/* Whether all seats are those of accounts, not all of computers, and no computer has two. */
static bool check_seats(const struct setup *setup, struct api_error *error)
{
    int computers = 0;

    for (int side = 0; side < setup->start.players; side++) {
        const struct seat *seat = &setup->seats[side];

        if (seat->kind == SEAT_PERSON)
            return api_error_set(error, 400, "bad_request",
                                 "rated: seats[%d]: expected kind user, open or computer", side);
        if (!seat_is_computer(seat))
            continue;
        computers++;
        if (!seat->account[0])
            return api_error_set(error, 400, "bad_request",
                                 "rated: seats[%d].opponent: expected a name alone: with other "
                                 "settings it has no rating",
                                 side);
        for (int other = 0; other < side; other++) {
            if (strcmp(setup->seats[other].account, seat->account) == 0)
                return api_error_set(error, 400, "bad_request", "rated: seats[%d]: %s has a seat",
                                     side, seat->name);
        }
    }
    return computers < setup->start.players ||
           api_error_set(error, 400, "bad_request", "rated: expected a person to play");
}

bool rated_check_setup(const struct setup *setup, struct api_error *error)
{
    const paua_layout *layout = setup->layout[0] ? paua_layout_find(setup->layout) : NULL;

    if (!layout || paua_board_cells(setup->board) != PAUA_CELLS_MAX)
        return api_error_set(error, 400, "bad_request",
                             "rated: expected a layout on the full board, 5x5x5");
    if (!rules_have_clock(&setup->rules))
        return api_error_set(error, 400, "bad_request",
                             "rated: expected rules with a clock: turn, days or game");
    if (!has_preset_rules(setup))
        return api_error_set(error, 400, "bad_request",
                             "rated: expected the rules of a preset, with any clock");
    return check_seats(setup, error);
}

bool rated_game_counts(const struct setup *setup, const paua_game *play)
{
    return setup->rated && paua_game_moves(play) >= RATED_ROUNDS * setup->start.players;
}
