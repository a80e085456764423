/* openings.c - where games begin: the layouts, random moves from them, and the rules of the games.
 * Openings from files are openings_read.c.
 */
#include "match/openings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <paua/notation.h>
#include <paua/replay.h>

#include "base/array.h"
#include "base/error.h"
#include "base/fnv.h"
#include "base/random.h"

enum { RANDOM_PLIES_MAX = 100, ATTEMPTS_MAX = 1000, LAYOUTS_MAX = 256 };

const paua_board *openings_board(paua_openings *openings, const int sides[3])
{
    paua_board *board;
    for (int i = 0; i < openings->board_count; i++) {
        board = openings->boards[i];
        if (paua_board_side(board, 0) == sides[0] && paua_board_side(board, 1) == sides[1] &&
            paua_board_side(board, 2) == sides[2])
            return board;
    }
    if (!ARRAY_RESERVE(openings->boards, openings->board_room, openings->board_count + 1) ||
        paua_board_new(sides[0], sides[1], sides[2], &board) != PAUA_OK)
        return NULL;
    openings->boards[openings->board_count++] = board;
    return board;
}

paua_status openings_add(paua_openings *openings, struct match_opening opening)
{
    if (!ARRAY_RESERVE(openings->list, openings->room, openings->count + 1)) {
        free(opening.moves);
        return PAUA_ERROR_NO_MEMORY;
    }
    openings->list[openings->count++] = opening;
    return PAUA_OK;
}

void paua_openings_free(paua_openings *openings)
{
    if (!openings)
        return;
    for (int i = 0; i < openings->count; i++)
        free(openings->list[i].moves);
    for (int i = 0; i < openings->board_count; i++)
        paua_board_free(openings->boards[i]);
    free(openings->list);
    free(openings->boards);
    free(openings);
}

/* Whether the start is in the list already, by its canonical key: symmetric starts are the same. */
static bool has_same_start(const paua_openings *openings, const struct match_opening *opening)
{
    uint64_t key = paua_canonical_key(opening->board, &opening->start, NULL);
    for (int i = 0; i < openings->count; i++)
        if (paua_canonical_key(openings->list[i].board, &openings->list[i].start, NULL) == key)
            return true;
    return false;
}

/* Adds a layout, unless a symmetric one is there. */
static paua_status add_layout(paua_openings *openings, const paua_layout *layout)
{
    struct match_opening opening = {.board = openings_board(openings, layout->sides)};
    if (!opening.board)
        return PAUA_ERROR_NO_MEMORY;
    paua_status status = paua_position_parse(opening.board, layout->rows, &opening.start, NULL);
    if (status != PAUA_OK || has_same_start(openings, &opening))
        return status;
    return openings_add(openings, opening);
}

/* Adds the built-in layouts for two players on 5x5x5, symmetric ones once. Not every engine knows
 * marbles that belong to nobody, so layouts with such are left out. */
static paua_status add_layouts(paua_openings *openings)
{
    static const int sides[3] = {5, 5, 5};
    paua_status status = PAUA_OK;
    for (int i = 0; i < paua_layout_count() && status == PAUA_OK; i++) {
        const paua_layout *layout = paua_layout_at(i);
        if (layout->players == PAUA_SIDES && !layout->special &&
            memcmp(layout->sides, sides, sizeof sides) == 0 && openings->count < LAYOUTS_MAX)
            status = add_layout(openings, layout);
    }
    return status;
}

/* What "layouts", a layout's name, "random:N" or "random:N:LAYOUT" ask for. */
struct openings_choice {
    int plies;                 /* random ones; -1: none, not even 0 */
    const paua_layout *layout; /* NULL: all of them */
};

/* Refuses a layout for more than two. */
static paua_status check_layout(const paua_layout *layout, paua_error *error)
{
    if (layout->players == PAUA_SIDES)
        return PAUA_OK;
    return error_fill(error, PAUA_ERROR_NOT_FOUND, 0, "%s is for %d players, expected two",
                      layout->name, layout->players);
}

/* Reads N and LAYOUT of "random:N:LAYOUT", at the N. Returns PAUA_OK, PAUA_ERROR_BAD_SYNTAX, or
 * PAUA_ERROR_NOT_FOUND (no such layout for two). */
static paua_status read_random(const char *text, struct openings_choice *choice, paua_error *error)
{
    size_t digits = strspn(text, "0123456789");
    choice->plies = digits > 0 && digits <= 3 ? atoi(text) : -1;
    if (choice->plies < 0 || choice->plies > RANDOM_PLIES_MAX ||
        (text[digits] != '\0' && text[digits] != ':'))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, 0,
                          "expected random:N or random:N:LAYOUT with N from 0 to %d",
                          RANDOM_PLIES_MAX);
    if (text[digits] == '\0')
        return PAUA_OK;
    const char *name = text + digits + 1;
    choice->layout = paua_layout_find(name);
    return choice->layout ? check_layout(choice->layout, error) : paua_layout_unknown(name, error);
}

/* Reads what openings are asked for; fails as read_random() does. */
static paua_status read_choice(const char *text, struct openings_choice *choice, paua_error *error)
{
    static const char random[] = "random:";
    if (strncmp(text, random, strlen(random)) == 0)
        return read_random(text + strlen(random), choice, error);
    if (strcmp(text, "layouts") == 0)
        return PAUA_OK;
    choice->layout = paua_layout_find(text);
    if (!choice->layout)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, 0,
                          "expected layouts, a layout, random:N or random:N:LAYOUT");
    return check_layout(choice->layout, error);
}

paua_status paua_openings_parse(const char *text, uint64_t seed, paua_openings **out,
                                paua_error *error)
{
    struct openings_choice choice = {-1, NULL};
    paua_status status = read_choice(text, &choice, error);
    if (status != PAUA_OK)
        return status;
    paua_openings *openings = calloc(1, sizeof *openings);
    if (!openings)
        return error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "out of memory");
    status = choice.layout ? add_layout(openings, choice.layout) : add_layouts(openings);
    if (status != PAUA_OK) {
        paua_openings_free(openings);
        return error_fill(error, status, 0, "%s", paua_status_text(status));
    }
    openings->hash = fnv1a_text(FNV_OFFSET_BASIS, text);
    if (choice.plies >= 0) {
        openings->random = true;
        openings->random_plies = choice.plies;
        openings->seed = seed;
        openings->hash = fnv1a_number(openings->hash, seed);
    }
    *out = openings;
    return PAUA_OK;
}

int paua_openings_completed(const paua_openings *openings)
{
    return openings->completed;
}

int64_t paua_openings_count(const paua_openings *openings)
{
    return openings->random ? 0 : openings->count;
}

/* The state of a random sequence that belongs to this number. */
static uint64_t sequence_of(const paua_openings *openings, uint64_t number)
{
    uint64_t state = openings->seed;
    state = random_next(&state) ^ number;
    return random_next(&state);
}

/* The layout of a random opening. Each round has every layout once, in an order of its own
 * (Fisher-Yates shuffle). */
static int random_layout(const paua_openings *openings, int64_t number)
{
    int64_t round = number / openings->count;
    int place = (int)(number % openings->count);
    uint64_t state = sequence_of(openings, ~(uint64_t)round);
    int order[LAYOUTS_MAX];
    for (int i = 0; i < openings->count; i++) {
        int j = (int)random_below(&state, (uint64_t)i + 1);
        order[i] = i;
        order[i] = order[j];
        order[j] = i;
    }
    return order[place];
}

/* Plays a random move that ejects nothing. PAUA_ERROR_NOT_FOUND: there is none, or it ended the
 * game. */
static paua_status play_random_move(paua_game *game, uint64_t *state)
{
    paua_move_list list;
    int quiet = 0;
    paua_game_generate(game, &list);
    for (int i = 0; i < list.count; i++)
        if (!paua_move_ejects(list.moves[i]))
            list.moves[quiet++] = list.moves[i];
    if (quiet == 0)
        return PAUA_ERROR_NOT_FOUND;
    paua_status status = paua_game_play(game, list.moves[random_below(state, (uint64_t)quiet)]);
    if (status == PAUA_ERROR_NO_MEMORY)
        return status;
    bool open = status == PAUA_OK && paua_game_outcome(game).result == PAUA_RESULT_ONGOING;
    return open ? PAUA_OK : PAUA_ERROR_NOT_FOUND;
}

/* Plays the random plies of an opening. An attempt that gets stuck is taken back; after
 * ATTEMPTS_MAX of them the opening is the bare layout. */
static paua_status play_random_moves(const paua_openings *openings, int64_t number, paua_game *game)
{
    uint64_t state = sequence_of(openings, (uint64_t)number);
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        paua_status status = PAUA_OK;
        for (int plies = 0; plies < openings->random_plies && status == PAUA_OK; plies++)
            status = play_random_move(game, &state);
        if (status != PAUA_ERROR_NOT_FOUND)
            return status;
        while (paua_game_takeback(game) == PAUA_OK) {
        }
    }
    return PAUA_OK;
}

/* The rules of a game on this board. Unless given, as "classic" but for the limit on quiet plies:
 * engines shuffle, and what counts for their strength is who breaks through. */
static paua_status read_rules(const paua_board *board, const char *text, int plies,
                              paua_rules *rules)
{
    *rules = paua_rules_default(board);
    rules->quiet = 0;
    paua_status status = text ? paua_rules_parse(board, text, rules, NULL) : PAUA_OK;
    if (plies > 0)
        rules->plies = (uint16_t)plies;
    return status;
}

/* Plays the moves of the opening. Rules that end the game early leave the rest out. */
static paua_status play_opening(const struct match_opening *opening, paua_game *game)
{
    paua_status status = PAUA_OK;
    for (int i = 0; i < opening->move_count && status == PAUA_OK; i++)
        status = paua_game_play(game, opening->moves[i]);
    return status == PAUA_ERROR_ILLEGAL_MOVE ? PAUA_OK : status;
}

paua_status paua_openings_game(const paua_openings *openings, int64_t number, const char *rules,
                               int plies, paua_game **out)
{
    assert(number >= 0 && plies >= 0 && plies <= UINT16_MAX);
    const struct match_opening *opening =
        &openings->list[openings->random ? random_layout(openings, number)
                                         : (int)(number % openings->count)];
    paua_rules game_rules;
    paua_game *game;
    paua_status status = read_rules(opening->board, rules, plies, &game_rules);
    if (status == PAUA_OK)
        status = paua_game_new(opening->board, &game_rules, &opening->start, &game);
    if (status != PAUA_OK)
        return status;
    status = play_opening(opening, game);
    if (status == PAUA_OK && openings->random)
        status = play_random_moves(openings, number, game);
    if (status != PAUA_OK) {
        paua_game_free(game);
        return status;
    }
    *out = game;
    return PAUA_OK;
}
