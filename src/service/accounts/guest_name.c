/* guest_name.c - compares a nickname with the names of accounts and with those of the server. */
#include "service/accounts/guest_name.h"

#include <ctype.h>
#include <string.h>

#include <paua/opponent.h>

#include "service/core/account_name.h"
#include "service/core/lookalike.h"
#include "store/tables/accounts.h"

/* Whether a text begins with a word, as "computer, level 5". */
static bool begins_with(const char *text, const char *word)
{
    const size_t length = strlen(word);

    return strncmp(text, word, length) == 0 && !isalpha((unsigned char)text[length]);
}

/* Whether the server writes such a name itself: for a computer, for a historical opponent, or in
 * place of a name. */
static bool is_of_the_server(const char *key)
{
    static const char *const beginnings[] = {"computer", "level", "paua"};
    static const char *const words[] = {"you", "free seat", "somebody"};
    paua_opponent opponent;
    paua_error unused;

    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (begins_with(key, beginnings[i]))
            return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(key, words[i]) == 0)
            return true;
    }
    return account_name_reserved(key) || paua_opponent_parse(key, &opponent, &unused) == PAUA_OK;
}

static void on_account(const store_account *account, void *context)
{
    (void)account, (void)context;
}

bool guest_name_check(store *db, const char *name, const char *what, struct api_error *error)
{
    char key[64];

    for (int fold = 0; fold < LOOKALIKE_FOLDS; fold++) {
        lookalike_fold(name, (enum lookalike_fold)fold, key, sizeof key);
        if (is_of_the_server(key))
            return api_error_set(error, 409, "name_taken",
                                 "%s: this is a name of the server's own, choose another one",
                                 what);
        paua_status status = account_name_valid(key)
                                 ? store_account_by_key(db, key, on_account, NULL)
                                 : PAUA_ERROR_NOT_FOUND;
        if (status == PAUA_OK)
            return api_error_set(error, 409, "name_taken",
                                 "%s: an account has this name or one that looks like it; sign in, "
                                 "or choose another one",
                                 what);
        if (status != PAUA_ERROR_NOT_FOUND)
            return api_error_from_status(error, status);
    }
    return true;
}
