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
    PAUA_PAPER_MAP(X)
#undef X
};

const char *paua_paper_board_name(int board)
{
    return board >= 0 && board < PAUA_PAPER_BOARDS ? boards[board].name : NULL;
}

const char *paua_decision_name(paua_decision decision)
{
    return decision == PAUA_CONFIRMED ? "confirmed"
           : decision == PAUA_REFUTED ? "refuted"
                                      : "undecided";
}

/* With the text that is said, if evidence is wanted. */
__attribute__((format(printf, 3, 0))) static void
add_evidence(struct judging *judging, paua_evidence evidence, const char *format, va_list words)
{
    struct audit_findings *all = judging->evidence;
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
        audit_worked(judging, PAUA_NO_MEMORY);
}

void audit_say(struct judging *judging, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    add_evidence(judging, (paua_evidence){0}, format, words);
    va_end(words);
}

void audit_show(struct judging *judging, paua_constellation at, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    add_evidence(judging, (paua_evidence){NULL, judging->game->board, at}, format, words);
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

paua_class audit_class(struct judging *judging, const char *word)
{
    for (int i = 0; i < PAUA_CLASSES; i++)
        if (strcmp(paua_class_name(i), word) == 0)
            return (paua_class)i;
    judging->unreadable = true;
    return PAUA_CLASSES;
}

paua_set audit_middle(const paua_board *board)
{
    paua_set middle = 0;
    int least = INT8_MAX;
    for (int cell = 0; cell < paua_board_cells(board); cell++) {
        int distance = paua_board_eccentricity(board, cell);
        if (distance < least)
            middle = 0;
        if (distance <= least) {
            middle |= PAUA_SET(cell);
            least = distance;
        }
    }
    return middle;
}

/* How an audit is run. */
struct manner {
    int threads;
    paua_audit_progress progress;
    void *context;
    paua_solve *solve; /* the one that is running */
};

static void report(const paua_solve_progress *now, void *context)
{
    struct manner *manner = context;
    if (manner->progress && !manner->progress(now, manner->context))
        paua_solve_stop(manner->solve);
}

/* The board solved and every record verified. */
static paua_status solve_board(int number, struct audit_game *game, struct manner *manner)
{
    const int *sides = boards[number].sides;
    const paua_solve_options options = {
        .marbles = boards[number].marbles, .win = boards[number].win, .threads = manner->threads};
    uint64_t bad;
    paua_status status = paua_board_new(sides[0], sides[1], sides[2], &game->board);
    if (status == PAUA_OK)
        status = paua_solve_new(game->board, &options, &game->solve);
    manner->solve = game->solve;
    if (status == PAUA_OK)
        status = paua_solve_run(game->solve, report, manner);
    if (status == PAUA_OK)
        status = paua_solve_verify(game->solve, report, manner, &bad);
    if (status == PAUA_OK)
        status = bad ? PAUA_CORRUPT : paua_solve_classes(game->solve, &game->classes);
    if (status == PAUA_OK)
        game->oracle = paua_solve_oracle(game->solve);
    return status;
}

static bool keep(paua_constellation constellation, void *context)
{
    struct audit_game *game = context;
    game->list[game->count++] = constellation;
    return true;
}

static paua_status list_boards(struct audit_game *game)
{
    if (game->classes.constellations > LISTED_MAX)
        return PAUA_OK;
    game->list = malloc((size_t)game->classes.constellations * sizeof *game->list);
    if (!game->list)
        return PAUA_NO_MEMORY;
    return paua_constellations_each(game->board, game->oracle.marbles, game->oracle.marbles, keep,
                                    game);
}

/* A claim that comes out differently under namings that are equally good is not decided. */
static paua_status decide(struct paua_audit *audit, int i)
{
    const paua_claim *claim = &audit->claims[i];
    struct audit_game *game = &audit->games[claim->board];
    struct audit_names *names = &game->names;
    paua_finding *finding = &audit->findings[i];
    int namings = names->namings > 1 ? names->namings : 1; /* without one, names are unknown */
    for (int naming = 0; naming < namings; naming++) {
        struct judging judging = {.audit = audit,
                                  .game = game,
                                  .claim = claim,
                                  .evidence = naming ? NULL : &audit->evidence[i]};
        memcpy(names->at, names->found[naming], sizeof names->at);
        audit_judge(&judging);
        if (judging.status != PAUA_OK)
            return judging.status;
        paua_decision decision = judging.unreadable ? PAUA_UNDECIDED
                                 : judging.holds    ? PAUA_CONFIRMED
                                                    : PAUA_REFUTED;
        if (naming && decision != finding->decision)
            decision = PAUA_UNDECIDED;
        finding->decision = decision;
        if (decision == PAUA_UNDECIDED)
            break;
    }
    *finding =
        (paua_finding){claim, finding->decision, audit->evidence[i].list, audit->evidence[i].count};
    return PAUA_OK;
}

static paua_status run(struct paua_audit *audit, struct manner *manner)
{
    paua_status status = PAUA_OK;
    for (int i = 0; i < audit->count && status == PAUA_OK; i++) {
        paua_paper_board board = audit->claims[i].board;
        struct audit_game *game = &audit->games[board];
        if (game->solve)
            continue;
        status = solve_board((int)board, game, manner);
        if (status == PAUA_OK)
            status = list_boards(game);
        if (status == PAUA_OK)
            status = audit_find_names(audit->claims, audit->count, board, game);
    }
    for (int i = 0; i < audit->count && status == PAUA_OK; i++)
        status = decide(audit, i);
    return status;
}

paua_status paua_audit_run(const paua_claim *claims, int count, int threads,
                           paua_audit_progress progress, void *context, paua_audit **out)
{
    struct manner manner = {.threads = threads, .progress = progress, .context = context};
    size_t room = count > 0 ? (size_t)count : 1;
    struct paua_audit *audit = calloc(1, sizeof *audit);
    if (!audit)
        return PAUA_NO_MEMORY;
    audit->claims = claims;
    audit->count = count;
    audit->evidence = calloc(room, sizeof *audit->evidence);
    audit->findings = calloc(room, sizeof *audit->findings);
    paua_status status = audit->evidence && audit->findings ? run(audit, &manner) : PAUA_NO_MEMORY;
    if (status == PAUA_OK)
        *out = audit;
    else
        paua_audit_free(audit);
    return status;
}

void paua_audit_free(paua_audit *audit)
{
    if (!audit)
        return;
    for (int i = 0; i < PAUA_PAPER_BOARDS; i++) {
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

const paua_finding *paua_audit_finding(const paua_audit *audit, int i)
{
    return &audit->findings[i];
}
