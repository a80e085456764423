/* evidence.h - the state of an audit: solved boards, the meaning of names, a claim while it is
 * judged. */
#ifndef PAUA_AUDIT_EVIDENCE_H
#define PAUA_AUDIT_EVIDENCE_H

#include "audit/audit.h"
#include <paua/lab/families.h>

enum {
    AUDIT_NAMES_MAX = 32,
    AUDIT_WORD_MAX = 16,    /* bytes of a name, with its NUL */
    AUDIT_NAMINGS_MAX = 64, /* equally good ones that are kept */
    AUDIT_SET_MAX = 128
};

/* The constellations that the names of a board stand for. */
struct audit_names {
    int count;
    char text[AUDIT_NAMES_MAX][AUDIT_WORD_MAX];
    paua_constellation at[AUDIT_NAMES_MAX]; /* in the naming that is judged under; canonical */
    int faults; /* entries of claims that the best namings disagree with; -1: no naming was found */
    int namings;      /* equally good ones */
    int free_namings; /* as good without the layouts, or 0 if unknown */
    paua_constellation found[AUDIT_NAMINGS_MAX][AUDIT_NAMES_MAX];
};

/* One of the boards. */
struct audit_game {
    paua_board *board; /* owned, like all here */
    paua_solve *solve; /* NULL: no claim is about it */
    paua_oracle oracle;
    paua_class_counts classes;
    paua_constellation *list; /* every constellation, rising; NULL where there are too many */
    int count;
    paua_families *families; /* NULL until the first claim that needs them */
    struct audit_names names;
};

struct audit_evidence_list {
    struct audit_evidence *list; /* owned, as are its texts */
    int count, room;
};

struct audit {
    const struct audit_claim *claims; /* borrowed */
    int count;
    struct audit_game games[AUDIT_BOARDS];
    struct audit_evidence_list *evidence; /* owned; of each claim */
    struct audit_finding *findings;       /* owned */
};

/* A claim while it is judged. */
struct judging {
    const struct audit *audit;
    struct audit_game *game;
    const struct audit_claim *claim;
    bool holds;
    bool unreadable; /* it names a board, a class or a layout that is not known */
    struct audit_evidence_list *evidence; /* NULL: nothing is written down */
    paua_status status;                   /* of what failed first */
    audit_progress progress;              /* may be NULL */
    void *context;                        /* of progress */
};

/* Reports progress, `done` from 0 to 1 in a phase of a long judgement. False, with
 * PAUA_ERROR_CONFLICT: the caller wants to end the audit. */
bool audit_continues(struct judging *judging, const char *phase, double done);

/* Adds a line of evidence: words, or a constellation with a caption. */
__attribute__((format(printf, 2, 3))) void audit_say(struct judging *judging, const char *format,
                                                     ...);
__attribute__((format(printf, 3, 4))) void
audit_show(struct judging *judging, paua_constellation at, const char *format, ...);

/* Whether a call of the library went well; keeps the first status that is not PAUA_OK. */
bool audit_worked(struct judging *judging, paua_status status);

/* Takes the next word of a list; false at its end. A word that is too long is the empty one. */
bool audit_word(const char **list, char word[AUDIT_WORD_MAX]);

/* A constellation by its name, or a layout; false makes the claim unreadable. */
bool audit_named(struct judging *judging, const char *name, paua_constellation *out);

/* Its name, or "another". */
const char *audit_name_of(const struct judging *judging, paua_constellation at,
                          char text[AUDIT_WORD_MAX]);

bool audit_same(paua_constellation a, paua_constellation b); /* of canonical ones */
const char *audit_player(paua_side side);                    /* as the paper calls them */

/* A layout of this board; false if there is none of this name. */
bool audit_layout(const paua_board *board, const char *name, paua_constellation *out);

/* The verdict of a constellation, or false. */
bool audit_verdict(struct judging *judging, paua_constellation at, paua_verdict *out);

/* The choices of a side, or -1. */
int audit_choices(struct judging *judging, paua_constellation at, paua_side side,
                  paua_choice choices[PAUA_MOVES_MAX]);

/* The class by its name, or PAUA_CLASS_COUNT: the claim is then unreadable. */
paua_class audit_class(struct judging *judging, const char *word);

/* Finds what the names of a board's claims stand for. PAUA_OK, also when no naming was found, or
 * PAUA_ERROR_NO_MEMORY or the oracle's status. */
paua_status audit_find_names(const struct audit_claim *claims, int count, enum audit_board board,
                             struct audit_game *game);

/* Whether the words in a claim's list are names of boards. */
bool audit_lists_boards(const struct audit_claim *claim);

/* Judges the claim under the naming that stands in its game. */
void audit_judge(struct judging *judging);

#endif
