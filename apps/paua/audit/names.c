/* names.c - which constellations names stand for.
 *
 * 1. Every claim that says something of a board's options, its layout or its negative is a hint: a naming of all names has so
 *    many faults with it, entries of a list that are wrong or missing.
 * 2. Names get constellations one after the other, the most connected ones first; of a naming that is not complete, the faults
 *    that it cannot lose any more are counted.
 * 3. Namings without a fault are looked for first, then those with one, and so on: the first that are found are best.
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
    paua_claim_kind kind;
    struct token subject;
    paua_side side;
    int layout; /* the constellation of a START, or NONE */
    struct token list[LIST_MAX];
    int count;
};

/* The options of one side from one constellation; those that lead to no listed one are NONE. */
struct options {
    int first, count;
};

struct search {
    const struct audit_game *game;
    struct hint *hints; /* owned, like all here */
    int hint_count;
    int *negative;           /* of each constellation */
    struct options *options; /* of each constellation and side */
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

bool audit_lists_boards(const paua_claim *claim)
{
    switch (claim->kind) {
    case PAUA_CLAIM_NAMES:
    case PAUA_CLAIM_SELF_NEGATIVE:
    case PAUA_CLAIM_OPTIONS:
    case PAUA_CLAIM_REDUCED:
    case PAUA_CLAIM_SAFE:
    case PAUA_CLAIM_CAN:
    case PAUA_CLAIM_WINS:
    case PAUA_CLAIM_FOREVER:
    case PAUA_CLAIM_REACHED:
        return true;
    default:
        return false;
    }
}

static bool is_hint(const paua_claim *claim)
{
    switch (claim->kind) {
    case PAUA_CLAIM_START:
    case PAUA_CLAIM_SELF_NEGATIVE:
    case PAUA_CLAIM_OPTIONS:
    case PAUA_CLAIM_SAFE:
    case PAUA_CLAIM_CAN:
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

/* The number of a name, which is added if it is new; NONE if there are too many, and for a layout. */
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

static struct token read_token(struct audit_names *names, const char *word)
{
    char copy[AUDIT_WORD_MAX];
    if (!word || !audit_word(&word, copy))
        return (struct token){.name = NONE};
    return (struct token){number_of(names, copy), copy[0] == '-'};
}

/* Numbers the names of a claim, and reads it. */
static struct hint read_hint(struct audit_names *names, const paua_claim *claim)
{
    struct hint hint = {.kind = claim->kind, .side = claim->side, .layout = NONE};
    const char *list = audit_lists_boards(claim) ? claim->list : NULL;
    char word[AUDIT_WORD_MAX];
    hint.subject = read_token(names, claim->subject);
    read_token(names, claim->through);
    while (audit_word(&list, word) && hint.count < LIST_MAX) {
        hint.list[hint.count] = read_token(names, word);
        hint.count += hint.list[hint.count].name != NONE;
    }
    return hint;
}

static int compare(const void *a, const void *b)
{
    const paua_constellation *x = a, *y = b;
    if (x->black != y->black)
        return x->black < y->black ? -1 : 1;
    return x->white == y->white ? 0 : x->white < y->white ? -1 : 1;
}

/* The number of a canonical constellation, or NONE. */
static int find(const struct audit_game *game, paua_constellation at)
{
    const paua_constellation *found =
        bsearch(&at, game->list, (size_t)game->count, sizeof at, compare);
    return found ? (int)(found - game->list) : NONE;
}

static bool make_room(struct search *search, int count)
{
    int to_room = search->room, safe_room = search->room;
    if (!ARRAY_RESERVE(search->to, to_room, search->entries + count) ||
        !ARRAY_RESERVE(search->safe, safe_room, search->entries + count))
        return false;
    search->room = to_room;
    return true;
}

/* Everybody's options everywhere. */
static paua_status list_options(struct search *search)
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
            return PAUA_NO_MEMORY;
        search->options[i] = (struct options){search->entries, count};
        for (int k = 0; k < count; k++) {
            search->to[search->entries] = find(game, choices[k].to);
            search->safe[search->entries++] = choices[k].safe;
        }
    }
    for (int i = 0; i < game->count; i++)
        search->negative[i] =
            find(game, paua_constellation_canonical(game->board,
                                                    paua_constellation_negative(game->list[i])));
    return PAUA_OK;
}

static int place_of(const struct search *search, struct token token)
{
    int at = token.name == NONE ? NONE : search->at[token.name];
    return at == NONE || !token.negative ? at : search->negative[at];
}

static bool among(const struct search *search, const struct options *options, int to,
                  bool safe_only)
{
    for (int i = options->first; i < options->first + options->count; i++)
        if (search->to[i] == to && (search->safe[i] || !safe_only))
            return true;
    return false;
}

/* Faults of a list of options that no further names can mend. */
static int list_faults(const struct search *search, const struct hint *hint, int subject)
{
    const struct options *options = &search->options[2 * subject + (int)hint->side];
    bool safe_only = hint->kind == PAUA_CLAIM_SAFE;
    int wrong = 0, open = 0, missing = 0;
    for (int i = options->first; i < options->first + options->count; i++)
        missing += search->safe[i] || !safe_only;
    for (int i = 0; i < hint->count; i++) {
        int to = place_of(search, hint->list[i]);
        if (to == NONE)
            open++;
        else if (among(search, options, to, safe_only))
            missing--;
        else
            wrong++;
    }
    return wrong + abs(missing - open);
}

/* 1 if none of the list is an option and none can become one. */
static int can_faults(const struct search *search, const struct hint *hint, int subject)
{
    const struct options *options = &search->options[2 * subject + (int)hint->side];
    for (int i = 0; i < hint->count; i++) {
        int to = place_of(search, hint->list[i]);
        if (to == NONE || among(search, options, to, false))
            return 0;
    }
    return 1;
}

static int self_negative_faults(const struct search *search, const struct hint *hint)
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

static int hint_faults(const struct search *search, const struct hint *hint)
{
    int subject = place_of(search, hint->subject);
    if (hint->kind == PAUA_CLAIM_SELF_NEGATIVE)
        return self_negative_faults(search, hint);
    if (subject == NONE)
        return 0;
    if (hint->kind == PAUA_CLAIM_START)
        return search->layouts && subject != hint->layout;
    return hint->kind == PAUA_CLAIM_CAN ? can_faults(search, hint, subject)
                                        : list_faults(search, hint, subject);
}

static bool within_limit(const struct search *search)
{
    int faults = 0;
    for (int i = 0; i < search->hint_count && faults <= search->limit; i++)
        faults += hint_faults(search, &search->hints[i]);
    return faults <= search->limit;
}

static bool taken(const struct search *search, int at)
{
    for (int name = 0; name < search->game->names.count; name++) {
        int other = search->at[name];
        if (other != NONE && (other == at || search->negative[other] == at))
            return true;
    }
    return false;
}

/* Gives the names from `depth` on every constellation that the limit allows. */
static void name_next(struct search *search, int depth)
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
        if (taken(search, at))
            continue;
        search->steps++;
        search->at[name] = at;
        if (within_limit(search))
            name_next(search, depth + 1);
        search->at[name] = NONE;
    }
}

static bool mentions(const struct hint *hint, int name)
{
    bool found = hint->subject.name == name;
    for (int i = 0; i < hint->count; i++)
        found = found || hint->list[i].name == name;
    return found;
}

/* Names with a layout first, then those that are in most hints together with names that come before them. */
static void choose_order(struct search *search)
{
    int count = search->game->names.count;
    bool chosen[AUDIT_NAMES_MAX] = {false};
    for (int depth = 0; depth < count; depth++) {
        int best = NONE, most = -1;
        for (int name = 0; name < count; name++) {
            int score = 0;
            for (int i = 0; i < search->hint_count; i++) {
                const struct hint *hint = &search->hints[i];
                if (!mentions(hint, name) || hint->kind == PAUA_CLAIM_SELF_NEGATIVE)
                    continue;
                score += hint->kind == PAUA_CLAIM_START ? 1000 : 1;
                for (int other = 0; other < count; other++)
                    score += chosen[other] && mentions(hint, other) ? 10 : 0;
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

/* The fewest faults of any naming, or NONE; the namings that have so many are in `best`. */
static int search_namings(struct search *search, bool layouts)
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

static paua_status run_search(struct search *search, struct audit_names *names)
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

paua_status audit_find_names(const paua_claim *claims, int count, paua_paper_board board,
                             struct audit_game *game)
{
    struct search search = {.game = game};
    paua_status status = PAUA_NO_MEMORY;
    size_t boards = (size_t)game->count;
    game->names.faults = NONE;
    search.hints = calloc((size_t)count + 1, sizeof *search.hints);
    for (int i = 0; i < count && search.hints; i++) {
        if (claims[i].board != board)
            continue;
        struct hint hint = read_hint(&game->names, &claims[i]);
        paua_constellation layout;
        if (hint.kind == PAUA_CLAIM_START && game->list &&
            audit_layout(game->board, claims[i].list, &layout))
            hint.layout = find(game, layout);
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
