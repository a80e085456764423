/* correspondence.h - what correspondence games keep beside their events: conditional moves,
 * vacations, and of what players were reminded. Texts and numbers; what they mean is up to the
 * caller. Reads and writes as in accounts.h.
 */
#ifndef STORE_CORRESPONDENCE_H
#define STORE_CORRESPONDENCE_H

#include "store/core/batch.h"

/* The conditional moves of a seat. */
typedef struct store_conditional {
    const char *game;
    int side;
    const char *id; /* 8 characters: of this text, not of the one that replaces it */
    int64_t event;  /* the game's newest when they were made; those after it count */
    const char *text;
} store_conditional;

/* The vacation of an account, planned or begun, and what it has had of them. */
typedef struct store_vacation {
    const char *account;
    int64_t begins_ms, ends_ms; /* since 1970; both 0: none */
    bool automatic;             /* a day is spent where a turn runs out of time */
    bool spent;                 /* this one was */
    int year, days;             /* how many days were taken in which year */
} store_vacation;

/* That an account was reminded of its turn in a game. A turn has the number after that of the event
 * that began it: 1 if the game began with it. */
typedef struct store_reminder {
    const char *account, *game;
    int64_t turn;
} store_reminder;

/* Sets that of a game, in place of the one before. A conflict: there is no such game, or the
 * account has no seat in it. */
bool batch_set_reminder(store_batch *batch, const store_reminder *reminder);

/* Sets that of an account, which was `was` when the new one was made of it, in place of that one;
 * NULL: it had none. A conflict: it is another by now, or the account does not exist or is
 * closed. */
bool batch_set_vacation(store_batch *batch, const store_vacation *was,
                        const store_vacation *vacation);

/* Sets those of a seat. A conflict: there is no such game, or it is over. */
bool batch_set_conditional(store_batch *batch, const store_conditional *conditional);
/* Removes those of a seat, if they still have this id; NULL: whatever id they have. */
bool batch_remove_conditional(store_batch *batch, const char *game, int side, const char *id);

/* Those of a game, by side. */
paua_status store_conditionals(store *self, const char *game,
                               bool (*each)(const store_conditional *conditional, void *context),
                               void *context);
/* Those of the seats that an account plays, by game. */
paua_status store_account_conditionals(store *self, const char *account,
                                       bool (*each)(const store_conditional *conditional,
                                                    void *context),
                                       void *context);
/* The ids of all games that have some and are not over, until `each` returns false. */
paua_status store_conditional_games(store *self, bool (*each)(const char *id, void *context),
                                    void *context);

/* The newest reminder of each game that is not over. */
paua_status store_reminders(store *self, const char *account,
                            bool (*each)(const store_reminder *reminder, void *context),
                            void *context);
/* The same of all games. */
paua_status store_account_reminders(store *self, const char *account,
                                    bool (*each)(const store_reminder *reminder, void *context),
                                    void *context);

/* Those of a game, of all accounts. */
paua_status store_game_reminders(store *self, const char *game,
                                 bool (*each)(const store_reminder *reminder, void *context),
                                 void *context);

/* That of an account, without its name; all zero: it has had none, or is closed. */
paua_status store_vacation_read(store *self, const char *account, store_vacation *out);
/* Those of all open accounts that have one, or have had. */
paua_status store_vacations(store *self,
                            bool (*each)(const store_vacation *vacation, void *context),
                            void *context);

#endif /* STORE_CORRESPONDENCE_H */
