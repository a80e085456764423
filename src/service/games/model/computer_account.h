/* computer_account.h - the accounts of the server's own computers: one for each level, "paua.5",
 * and one for each named opponent with its usual settings, "paua.chorus".
 *
 * They are bots like those of users, with a page, games, ratings and a place in the standings. But
 * nobody signs in to them, and no person can have such a name (account_name.h). Their ids are
 * derived from their names, so that a seat of the computer needs no look-up of its account, even in
 * games that are older than the accounts. An opponent with another depth or settings has none.
 * computer/computer_accounts.h adds them to the store.
 */
#ifndef SERVICE_COMPUTER_ACCOUNT_H
#define SERVICE_COMPUTER_ACCOUNT_H

#include "service/games/model/seats.h"

int computer_account_count(void);

/* The seat of the computer with the i-th account, from 0 on. */
void computer_account_seat(int i, struct seat *out);

/* The seat of the computer with an account of this name, in any case. False: there is none, and
 * *out is unchanged. */
bool computer_account_find(const char *name, struct seat *out);

/* Sets the account and name of a seat of the computer, where it has one. */
void computer_account_set(struct seat *seat);

#endif /* SERVICE_COMPUTER_ACCOUNT_H */
