/* computer_account.c - names and ids of the computers' accounts. */
#include "service/games/model/computer_account.h"

#include <stdio.h>
#include <string.h>

int computer_account_count(void)
{
    return PAUA_LEVELS + paua_opponent_count();
}

/* Whether the opponent plays as its name alone says. */
static bool opponent_is_usual(const paua_opponent *opponent)
{
    const paua_opponent *usual = paua_opponent_find(opponent->name);

    return usual && usual->depth == opponent->depth && strcmp(usual->eval, opponent->eval) == 0;
}

void computer_account_set(struct seat *seat)
{
    if (seat->level > 0)
        snprintf(seat->name, sizeof seat->name, ACCOUNT_COMPUTER_PREFIX "%d", seat->level);
    else if (opponent_is_usual(&seat->opponent))
        snprintf(seat->name, sizeof seat->name, ACCOUNT_COMPUTER_PREFIX "%s", seat->opponent.name);
    else
        return;
    id_derive(seat->name, seat->account);
}

void computer_account_seat(int i, struct seat *out)
{
    memset(out, 0, sizeof *out); /* padding included: setups are compared */
    out->kind = SEAT_COMPUTER;
    if (i < PAUA_LEVELS)
        out->level = i + 1;
    else
        out->opponent = *paua_opponent_at(i - PAUA_LEVELS);
    computer_account_set(out);
}

bool computer_account_find(const char *name, struct seat *out)
{
    char key[ACCOUNT_NAME_SIZE];
    struct seat seat;

    if (!account_name_is_computer(name) || !account_name_valid(name))
        return false;
    account_name_key(name, key);
    for (int i = 0; i < computer_account_count(); i++) {
        computer_account_seat(i, &seat);
        if (strcmp(seat.name, key) != 0)
            continue;
        *out = seat;
        return true;
    }
    return false;
}
