/* audit.c - runs an audit: solves and verifies the boards, finds the meaning of names, decides
 * each claim.
 *
 * A claim that is decided differently under two namings that fit equally well stays undecided. */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include "audit/evidence.h"
#include "base/array.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED_MAX = 100000, TEXT_MAX = 400 };

static const struct {
    const char *name;
    int sides[3], marbles, win;
} boards[] = {
#define X(code, name, a, b, c, marbles, win) {name, {a, b, c}, marbles, win},
    AUDIT_BOARD_MAP(X)
#undef X
};

const char *audit_board_name(int board)
{
    return board >= 0 && board < AUDIT_BOARDS ? boards[board].name : NULL;
}

const char *audit_decision_name(enum audit_decision decision)
{
    return decision == AUDIT_CONFIRMED ? "confirmed"
           : decision == AUDIT_REFUTED ? "refuted"
                                       : "undecided";
}

/* Adds a piece of evidence with its text, unless no evidence is wanted. */
__attribute__((format(printf, 3, 0))) static void add_evidence(struct judging *judging,
                                                               struct audit_evidence evidence,
                                                               const char *format, va_list words)
{
    struct audit_evidence_list *all = judging->evidence;
    char text[TEXT_MAX];
    if (!all)
        return;
    vsnprintf(text, sizeof text, format, words);
    evidence.text = strdup(text);
    if (evidence.text && !ARRAY_RESERVE(all->list, all->room, all->count + 1)) {
        free((char *)evidence.text);
        evidence.text = NULL;
    }
    if (evidence.text)
        all->list[all->count++] = evidence;
    else
        audit_worked(judging, PAUA_ERROR_NO_MEMORY);
}

void audit_say(struct judging *judging, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    add_evidence(judging, (struct audit_evidence){0}, format, words);
    va_end(words);
}

void audit_show(struct judging *judging, paua_constellation at, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    add_evidence(judging, (struct audit_evidence){NULL, judging->game->board, at}, format, words);
    va_end(words);
}

bool audit_worked(struct judging *judging, paua_status status)
{
    if (judging->status == PAUA_OK)
        judging->status = status;
    return status == PAUA_OK;
}

bool audit_word(const char **list, char word[AUDIT_WORD_MAX])
{
    const char *from = *list ? *list + strspn(*list, " ") : "";
    size_t length = strcspn(from, " ");
    if (length == 0)
        return false;
    snprintf(word, AUDIT_WORD_MAX, "%.*s", length < AUDIT_WORD_MAX ? (int)length : 0, from);
    *list = from + length;
    return true;
}

bool audit_same(paua_constellation a, paua_constellation b)
{
    return a.black == b.black && a.white == b.white;
}

const char *audit_player(paua_side side)
{
    return side == PAUA_BLACK ? "Black" : "Gray";
}

bool audit_named(struct judging *judging, const char *name, paua_constellation *out)
{
    const struct audit_names *names = &judging->game->names;
    bool negative = name && name[0] == '-';
    for (int i = 0; name && i < names->count && names->namings > 0; i++)
        if (strcmp(names->text[i], name + negative) == 0) {
            *out = negative ? paua_constellation_canonical(
                                  judging->game->board, paua_constellation_negative(names->at[i]))
                            : names->at[i];
            return true;
        }
    if (audit_layout(judging->game->board, name, out))
        return true;
    judging->unreadable = true;
    return false;
}

const char *audit_name_of(const struct judging *judging, paua_constellation at,
                          char text[AUDIT_WORD_MAX])
{
    const struct audit_names *names = &judging->game->names;
    const paua_constellation negative =
        paua_constellation_canonical(judging->game->board, paua_constellation_negative(at));
    for (int i = 0; i < names->count; i++)
        if (audit_same(names->at[i], at))
            return names->text[i];
    for (int i = 0; i < names->count; i++)
        if (audit_same(names->at[i], negative)) {
            snprintf(text, AUDIT_WORD_MAX, "-%.14s", names->text[i]);
            return text;
        }
    return "another";
}

/* Rows from the top, as in positions: b, w, and digits for empty cells. */
bool audit_layout(const paua_board *board, const char *name, paua_constellation *out)
{
    const paua_layout *layout = name ? paua_layout_find(name) : NULL;
    if (layout && strcmp(layout->name, name) != 0)
        layout = NULL; /* B0 is a board's name, b0 the layout's */
    paua_constellation found = {0, 0};
    for (int i = 0; layout && i < 3; i++)
        if (layout->sides[i] != paua_board_side(board, i))
            layout = NULL;
    if (!layout)
        return false;
    int row = paua_board_rows(board) - 1, column = paua_board_row_first(board, row);
    for (const char *at = layout->rows; *at; at++) {
        if (*at == '/') {
            row--;
            column = paua_board_row_first(board, row);
        } else if (*at >= '0' && *at <= '9') {
            column += *at - '0';
        } else {
            paua_set cell = PAUA_SET(paua_board_cell(board, row, column++));
            *(*at == 'b' ? &found.black : &found.white) |= cell;
        }
    }
    *out = paua_constellation_canonical(board, found);
    return true;
}

bool audit_verdict(struct judging *judging, paua_constellation at, paua_verdict *out)
{
    return audit_worked(judging, paua_study_verdict(&judging->game->oracle, at, out));
}

int audit_choices(struct judging *judging, paua_constellation at, paua_side side,
                  paua_choice choices[PAUA_MOVES_MAX])
{
    int count;
    paua_status status = paua_study_choices(&judging->game->oracle, at, side, choices, &count);
    return audit_worked(judging, status) ? count : -1;
}

bool audit_continues(struct judging *judging, const char *phase, double done)
{
    const paua_solve_progress now = {.own = judging->game->oracle.marbles,
                                     .opp = judging->game->oracle.marbles,
                                     .phase = phase,
                                     .done = done};
    if (!judging->progress || judging->progress(&now, judging->context))
        return true;
    return audit_worked(judging, PAUA_ERROR_CONFLICT);
}

paua_class audit_class(struct judging *judging, const char *word)
{
    for (int i = 0; i < PAUA_CLASS_COUNT; i++)
        if (strcmp(paua_class_name(i), word) == 0)
            return (paua_class)i;
    judging->unreadable = true;
    return PAUA_CLASS_COUNT;
}

/* How an audit is run. */
struct audit_settings {
    int threads;
    audit_progress progress;
    void *context;
    paua_solve *solve; /* the one that is running */
};

/* Passes on the solver's progress; stops the solver when the caller wants to end the audit. */
static void report_progress(const paua_solve_progress *now, void *context)
{
    struct audit_settings *settings = context;
    if (settings->progress && !settings->progress(now, settings->context))
        paua_solve_stop(settings->solve);
}

/* Solves a board and verifies every record. */
static paua_status solve_board(int number, struct audit_game *game, struct audit_settings *settings)
{
    const int *sides = boards[number].sides;
    const paua_solve_options options = {
        .marbles = boards[number].marbles, .win = boards[number].win, .threads = settings->threads};
    uint64_t bad;
    paua_status status = paua_board_new(sides[0], sides[1], sides[2], &game->board);
    if (status == PAUA_OK)
        status = paua_solve_new(game->board, &options, &game->solve);
    settings->solve = game->solve;
    if (status == PAUA_OK)
        status = paua_solve_run(game->solve, report_progress, settings);
    if (status == PAUA_OK)
        status = paua_solve_verify(game->solve, report_progress, settings, &bad);
    if (status == PAUA_OK)
        status = bad ? PAUA_ERROR_CORRUPT : paua_solve_classes(game->solve, &game->classes);
    if (status == PAUA_OK)
        game->oracle = paua_solve_oracle(game->solve);
    return status;
}

/* Callback of list_boards(), which has reserved the room. Constellations come in rising order. */
static bool list_constellation(paua_constellation constellation, void *context)
{
    struct audit_game *game = context;
    game->list[game->count++] = constellation;
    return true;
}

/* Lists all constellations of a board, unless there are too many. */
static paua_status list_boards(struct audit_game *game)
{
    if (game->classes.constellations > LISTED_MAX)
        return PAUA_OK;
    game->list = malloc((size_t)game->classes.constellations * sizeof *game->list);
    if (!game->list)
        return PAUA_ERROR_NO_MEMORY;
    return paua_constellations_each(game->board, game->oracle.marbles, game->oracle.marbles,
                                    list_constellation, game);
}

/* Decides a claim under every naming that fits best. */
static paua_status decide_claim(struct audit *audit, int i, const struct audit_settings *settings)
{
    const struct audit_claim *claim = &audit->claims[i];
    struct audit_game *game = &audit->games[claim->board];
    struct audit_names *names = &game->names;
    struct audit_finding *finding = &audit->findings[i];
    int namings = names->namings > 1 ? names->namings : 1; /* without one, names are unknown */
    for (int naming = 0; naming < namings; naming++) {
        struct judging judging = {.audit = audit,
                                  .game = game,
                                  .claim = claim,
                                  .evidence = naming ? NULL : &audit->evidence[i],
                                  .progress = settings->progress,
                                  .context = settings->context};
        memcpy(names->at, names->found[naming], sizeof names->at);
        audit_judge(&judging);
        if (judging.status != PAUA_OK)
            return judging.status;
        enum audit_decision decision = judging.unreadable ? AUDIT_UNDECIDED
                                       : judging.holds    ? AUDIT_CONFIRMED
                                                          : AUDIT_REFUTED;
        if (naming && decision != finding->decision)
            decision = AUDIT_UNDECIDED;
        finding->decision = decision;
        if (decision == AUDIT_UNDECIDED)
            break;
    }
    *finding = (struct audit_finding){claim, finding->decision, audit->evidence[i].list,
                                      audit->evidence[i].count};
    return PAUA_OK;
}

/* Solves the boards, then decides the claims. */
static paua_status run_audit(struct audit *audit, struct audit_settings *settings)
{
    paua_status status = PAUA_OK;
    for (int i = 0; i < audit->count && status == PAUA_OK; i++) {
        enum audit_board board = audit->claims[i].board;
        struct audit_game *game = &audit->games[board];
        if (game->solve)
            continue;
        status = solve_board((int)board, game, settings);
        if (status == PAUA_OK)
            status = list_boards(game);
        if (status == PAUA_OK)
            status = audit_find_names(audit->claims, audit->count, board, game);
    }
    for (int i = 0; i < audit->count && status == PAUA_OK; i++)
        status = decide_claim(audit, i, settings);
    return status;
}

paua_status audit_run(const struct audit_claim *claims, int count, int threads,
                      audit_progress progress, void *context, struct audit **out)
{
    struct audit_settings settings = {.threads = threads, .progress = progress, .context = context};
    size_t room = count > 0 ? (size_t)count : 1;
    struct audit *audit = calloc(1, sizeof *audit);
    if (!audit)
        return PAUA_ERROR_NO_MEMORY;
    audit->claims = claims;
    audit->count = count;
    audit->evidence = calloc(room, sizeof *audit->evidence);
    audit->findings = calloc(room, sizeof *audit->findings);
    paua_status status =
        audit->evidence && audit->findings ? run_audit(audit, &settings) : PAUA_ERROR_NO_MEMORY;
    if (status == PAUA_OK)
        *out = audit;
    else
        audit_free(audit);
    return status;
}

void audit_free(struct audit *audit)
{
    if (!audit)
        return;
    for (int i = 0; i < AUDIT_BOARDS; i++) {
        struct audit_game *game = &audit->games[i];
        paua_families_free(game->families);
        free(game->list);
        paua_solve_free(game->solve);
        paua_board_free(game->board);
    }
    for (int i = 0; i < audit->count && audit->evidence; i++) {
        for (int k = 0; k < audit->evidence[i].count; k++)
            free((char *)audit->evidence[i].list[k].text);
        free(audit->evidence[i].list);
    }
    free(audit->evidence);
    free(audit->findings);
    free(audit);
}

const struct audit_finding *audit_finding_at(const struct audit *audit, int i)
{
    return &audit->findings[i];
}
