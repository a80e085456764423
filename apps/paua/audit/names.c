/* names.c - finds the constellations that a paper's names stand for, by iterative deepening on
 * faults.
 *
 * 1. Every claim about a board's options, its layout or its negative is a hint. The faults of a
 *    naming under a hint are the entries of its list that are wrong or missing.
 * 2. Backtracking assigns constellations to names one after the other, the most connected names
 *    first. Of an incomplete naming, only those faults count that no further assignment can
 *    mend.
 * 3. The search allows no fault, then one, and so on: the first namings found are the best.
 */
#include <stdlib.h>
#include <string.h>

#include "audit/evidence.h"
#include "base/array.h"

enum { FAULTS_MAX = 12, STEPS_MAX = 3000000, LIST_MAX = 32, NONE = -1 };

/* A name as a claim writes it. */
struct token {
    int name; /* or NONE */
    bool negative;
};

struct hint {
    enum audit_claim_kind kind;
    struct token subject;
    paua_side side;
    int layout; /* the constellation of a START, or NONE */
    struct token list[LIST_MAX];
    int count;
};

/* The options of one side from one constellation; those that lead to no listed one are NONE. */
struct option_range {
    int first, count;
};

struct naming_search {
    const struct audit_game *game;
    struct hint *hints; /* owned, like all here */
    int hint_count;
    int *negative;                /* of each constellation */
    struct option_range *options; /* of each constellation and side */
    int *to;
    bool *safe;
    int entries, room;
    int order[AUDIT_NAMES_MAX];
    int at[AUDIT_NAMES_MAX]; /* a constellation or NONE */
    bool layouts;            /* whether START hints count */
    int limit;               /* faults allowed */
    int steps;
    int found;
    int best[AUDIT_NAMINGS_MAX][AUDIT_NAMES_MAX];
};

bool audit_lists_boards(const struct audit_claim *claim)
{
    switch (claim->kind) {
    case AUDIT_CLAIM_NAMES:
    case AUDIT_CLAIM_SELF_NEGATIVE:
    case AUDIT_CLAIM_OPTIONS:
    case AUDIT_CLAIM_REDUCED:
    case AUDIT_CLAIM_SAFE:
    case AUDIT_CLAIM_CAN:
    case AUDIT_CLAIM_WINS:
    case AUDIT_CLAIM_FOREVER:
    case AUDIT_CLAIM_REACHED:
        return true;
    default:
        return false;
    }
}

/* Whether a claim restricts what the names on its board stand for. */
static bool is_hint(const struct audit_claim *claim)
{
    switch (claim->kind) {
    case AUDIT_CLAIM_START:
    case AUDIT_CLAIM_SELF_NEGATIVE:
    case AUDIT_CLAIM_OPTIONS:
    case AUDIT_CLAIM_SAFE:
    case AUDIT_CLAIM_CAN:
        return true;
    default:
        return false;
    }
}

/* Whether this is exactly the name of a layout: B0 is a board's name, b0 the layout's. */
static bool is_layout_name(const char *name)
{
    const paua_layout *layout = paua_layout_find(name);
    return layout && strcmp(layout->name, name) == 0;
}

/* The number of a name, which is added if it is new; NONE if there are too many, and for a
 * layout. */
static int number_of(struct audit_names *names, const char *word)
{
    const char *name = word + (word[0] == '-');
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->text[i], name) == 0)
            return i;
    if (names->count == AUDIT_NAMES_MAX || !*name || is_layout_name(name))
        return NONE;
    memcpy(names->text[names->count], name, strlen(name) + 1);
    return names->count++;
}

/* Reads a name and the sign of a negative; a new name gets the next number. */
static struct token read_token(struct audit_names *names, const char *word)
{
    char copy[AUDIT_WORD_MAX];
    if (!word || !audit_word(&word, copy))
        return (struct token){.name = NONE};
    return (struct token){number_of(names, copy), copy[0] == '-'};
}

/* Numbers the names of a claim, and reads it. */
static struct hint read_hint(struct audit_names *names, const struct audit_claim *claim)
{
    struct hint hint = {.kind = claim->kind, .side = claim->side, .layout = NONE};
    const char *list = audit_lists_boards(claim) ? claim->list : NULL;
    char word[AUDIT_WORD_MAX];
    hint.subject = read_token(names, claim->subject);
    if (claim->kind == AUDIT_CLAIM_REDUCED)
        read_token(names, claim->through);
    while (audit_word(&list, word) && hint.count < LIST_MAX) {
        hint.list[hint.count] = read_token(names, word);
        hint.count += hint.list[hint.count].name != NONE;
    }
    return hint;
}

/* The order of the list of constellations, for bsearch(): by Black's cells, then by White's. */
static int compare_constellations(const void *a, const void *b)
{
    const paua_constellation *left = a, *right = b;
    if (left->black != right->black)
        return left->black < right->black ? -1 : 1;
    return left->white == right->white ? 0 : left->white < right->white ? -1 : 1;
}

/* The number of a canonical constellation, or NONE. */
static int find_constellation(const struct audit_game *game, paua_constellation at)
{
    const paua_constellation *found =
        bsearch(&at, game->list, (size_t)game->count, sizeof at, compare_constellations);
    return found ? (int)(found - game->list) : NONE;
}

/* Reserves `count` more entries of `to` and `safe`, which are parallel arrays. */
static bool make_room(struct naming_search *search, int count)
{
    int to_room = search->room, safe_room = search->room;
    if (!ARRAY_RESERVE(search->to, to_room, search->entries + count) ||
        !ARRAY_RESERVE(search->safe, safe_room, search->entries + count))
        return false;
    search->room = to_room;
    return true;
}

/* Lists the options of both sides from every constellation. */
static paua_status list_options(struct naming_search *search)
{
    const struct audit_game *game = search->game;
    for (int i = 0; i < 2 * game->count; i++) {
        paua_choice choices[PAUA_MOVES_MAX];
        int count;
        paua_status status = paua_study_choices(&game->oracle, game->list[i / 2],
                                                (paua_side)(i % 2), choices, &count);
        if (status != PAUA_OK)
            return status;
        if (!make_room(search, count))
            return PAUA_ERROR_NO_MEMORY;
        search->options[i] = (struct option_range){search->entries, count};
        for (int k = 0; k < count; k++) {
            search->to[search->entries] = find_constellation(game, choices[k].to);
            search->safe[search->entries++] = choices[k].safe;
        }
    }
    for (int i = 0; i < game->count; i++)
        search->negative[i] = find_constellation(
            game,
            paua_constellation_canonical(game->board, paua_constellation_negative(game->list[i])));
    return PAUA_OK;
}

/* The constellation that a token stands for so far, or NONE. */
static int place_of(const struct naming_search *search, struct token token)
{
    int at = token.name == NONE ? NONE : search->at[token.name];
    return at == NONE || !token.negative ? at : search->negative[at];
}

/* Whether `to` is among the options. */
static bool is_option(const struct naming_search *search, const struct option_range *options,
                      int to, bool safe_only)
{
    for (int i = options->first; i < options->first + options->count; i++)
        if (search->to[i] == to && (search->safe[i] || !safe_only))
            return true;
    return false;
}

/* Faults of a list of options that no further names can mend. */
static int list_faults(const struct naming_search *search, const struct hint *hint, int subject)
{
    const struct option_range *options = &search->options[2 * subject + (int)hint->side];
    bool safe_only = hint->kind == AUDIT_CLAIM_SAFE;
    int wrong = 0, open = 0, missing = 0;
    for (int i = options->first; i < options->first + options->count; i++)
        missing += search->safe[i] || !safe_only;
    for (int i = 0; i < hint->count; i++) {
        int to = place_of(search, hint->list[i]);
        if (to == NONE)
            open++;
        else if (is_option(search, options, to, safe_only))
            missing--;
        else
            wrong++;
    }
    return wrong + abs(missing - open);
}

/* 1 if none of the list is an option and none can become one. */
static int can_faults(const struct naming_search *search, const struct hint *hint, int subject)
{
    const struct option_range *options = &search->options[2 * subject + (int)hint->side];
    for (int i = 0; i < hint->count; i++) {
        int to = place_of(search, hint->list[i]);
        if (to == NONE || is_option(search, options, to, false))
            return 0;
    }
    return 1;
}

/* Faults of a SELF_NEGATIVE claim: names with a board that contradict the list. */
static int self_negative_faults(const struct naming_search *search, const struct hint *hint)
{
    int faults = 0;
    for (int name = 0; name < search->game->names.count; name++) {
        bool listed = false;
        for (int i = 0; i < hint->count; i++)
            listed = listed || hint->list[i].name == name;
        int at = search->at[name];
        faults += at != NONE && (search->negative[at] == at) != listed;
    }
    return faults;
}

/* A lower bound of the faults under one hint: names without a board may still fit. */
static int hint_faults(const struct naming_search *search, const struct hint *hint)
{
    int subject = place_of(search, hint->subject);
    if (hint->kind == AUDIT_CLAIM_SELF_NEGATIVE)
        return self_negative_faults(search, hint);
    if (subject == NONE)
        return 0;
    if (hint->kind == AUDIT_CLAIM_START)
        return search->layouts && subject != hint->layout;
    return hint->kind == AUDIT_CLAIM_CAN ? can_faults(search, hint, subject)
                                         : list_faults(search, hint, subject);
}

/* Prunes the backtracking: whether the faults of the names assigned so far are allowed. */
static bool within_limit(const struct naming_search *search)
{
    int faults = 0;
    for (int i = 0; i < search->hint_count && faults <= search->limit; i++)
        faults += hint_faults(search, &search->hints[i]);
    return faults <= search->limit;
}

/* Whether a constellation or its negative has a name. */
static bool is_named(const struct naming_search *search, int at)
{
    for (int name = 0; name < search->game->names.count; name++) {
        int other = search->at[name];
        if (other != NONE && (other == at || search->negative[other] == at))
            return true;
    }
    return false;
}

/* Tries all constellations for the names from `depth` on, within the limit of faults. */
static void name_next(struct naming_search *search, int depth)
{
    if (depth == search->game->names.count) {
        if (search->found < AUDIT_NAMINGS_MAX)
            memcpy(search->best[search->found], search->at, sizeof search->at);
        search->found++;
        return;
    }
    int name = search->order[depth];
    for (int at = 0;
         at < search->game->count && search->steps < STEPS_MAX && search->found < AUDIT_NAMINGS_MAX;
         at++) {
        if (is_named(search, at))
            continue;
        search->steps++;
        search->at[name] = at;
        if (within_limit(search))
            name_next(search, depth + 1);
        search->at[name] = NONE;
    }
}

/* Whether the hint is about a name, as its subject or in its list. */
static bool hint_mentions(const struct hint *hint, int name)
{
    bool found = hint->subject.name == name;
    for (int i = 0; i < hint->count; i++)
        found = found || hint->list[i].name == name;
    return found;
}

/* Names with a layout first, then those that are in most hints together with names that come
 * before them. */
static void choose_order(struct naming_search *search)
{
    int count = search->game->names.count;
    bool chosen[AUDIT_NAMES_MAX] = {false};
    for (int depth = 0; depth < count; depth++) {
        int best = NONE, most = -1;
        for (int name = 0; name < count; name++) {
            int score = 0;
            for (int i = 0; i < search->hint_count; i++) {
                const struct hint *hint = &search->hints[i];
                if (!hint_mentions(hint, name) || hint->kind == AUDIT_CLAIM_SELF_NEGATIVE)
                    continue;
                score += hint->kind == AUDIT_CLAIM_START ? 1000 : 1;
                for (int other = 0; other < count; other++)
                    score += chosen[other] && hint_mentions(hint, other) ? 10 : 0;
            }
            if (!chosen[name] && score > most) {
                best = name;
                most = score;
            }
        }
        search->order[depth] = best;
        chosen[best] = true;
    }
}

/* The fewest faults of any naming, or NONE; the namings with this number of faults are in
 * `best`. */
static int search_namings(struct naming_search *search, bool layouts)
{
    search->layouts = layouts;
    search->steps = search->found = 0;
    for (search->limit = 0; search->limit <= FAULTS_MAX; search->limit++) {
        for (int name = 0; name < AUDIT_NAMES_MAX; name++)
            search->at[name] = NONE;
        name_next(search, 0);
        if (search->steps >= STEPS_MAX)
            return NONE;
        if (search->found)
            return search->limit;
    }
    return NONE;
}

/* Finds the best namings, first without the layouts, to count how many the options alone allow. */
static paua_status run_search(struct naming_search *search, struct audit_names *names)
{
    const struct audit_game *game = search->game;
    paua_status status = list_options(search);
    if (status != PAUA_OK)
        return status;
    choose_order(search);
    if (search_namings(search, false) != NONE)
        names->free_namings = search->found;
    names->faults = search_namings(search, true);
    if (names->faults == NONE)
        return PAUA_OK;
    names->namings = search->found;
    for (int i = 0; i < search->found; i++)
        for (int name = 0; name < names->count; name++)
            names->found[i][name] = game->list[search->best[i][name]];
    return PAUA_OK;
}

paua_status audit_find_names(const struct audit_claim *claims, int count, enum audit_board board,
                             struct audit_game *game)
{
    struct naming_search search = {.game = game};
    paua_status status = PAUA_ERROR_NO_MEMORY;
    size_t boards = (size_t)game->count;
    game->names.faults = NONE;
    search.hints = calloc((size_t)count + 1, sizeof *search.hints);
    for (int i = 0; i < count && search.hints; i++) {
        if (claims[i].board != board)
            continue;
        struct hint hint = read_hint(&game->names, &claims[i]);
        paua_constellation layout;
        if (hint.kind == AUDIT_CLAIM_START && game->list &&
            audit_layout(game->board, claims[i].list, &layout))
            hint.layout = find_constellation(game, layout);
        if (is_hint(&claims[i]))
            search.hints[search.hint_count++] = hint;
    }
    search.negative = malloc((boards + 1) * sizeof *search.negative);
    search.options = malloc((2 * boards + 1) * sizeof *search.options);
    if (search.hints && search.negative && search.options)
        status = game->names.count && game->list ? run_search(&search, &game->names) : PAUA_OK;
    free(search.hints);
    free(search.negative);
    free(search.options);
    free(search.to);
    free(search.safe);
    return status;
}
