/* guest_name.c - compares a nickname with the names of accounts and with those of the server, after
 * folding both by a table of the letters that look like Latin ones, a small part of confusables.txt
 * of Unicode Technical Standard 39. */
#include "service/accounts/guest_name.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include <paua/opponent.h>

#include "base/unicode.h"
#include "service/core/account_name.h"
#include "store/tables/accounts.h"

/* Letters outside ASCII, in the order of the texts `like`. */
static const struct {
    const char *letters; /* UTF-8 */
    const char *like;    /* a character for each of them */
} tables[] = {
    /* Cyrillic */
    {"аАвВсСеЕһНіІјЈкКӏмМоОрРԛѕЅтТԝхХуУԁ", "aabbcceehhiijjkklmmooppqssttwxxyyd"},
    /* Greek */
    {"αΑβΒεΕΗιΙκΚΜΝνοΟρΡΤτυΥχΧΖγ", "aabbeehiikkmnvooppttuyxxzy"},
    /* Armenian; Latin letters of other languages, roman numerals, the unit kelvin */
    {"օսոհıɑɡſⅰⅼⅽⅾⅿⅹⅴK", "ounhiagsilcdmxvk"},
};

/* The ASCII character that a mathematical letter or digit stands for; 0: it is none. */
static char mathematical_letter(uint32_t code)
{
    if (code >= 0x1d400 && code < 0x1d6a4) {
        const uint32_t letter = (code - 0x1d400) % 52;

        return (char)(letter < 26 ? 'a' + letter : 'a' + letter - 26);
    }
    return code >= 0x1d7ce && code < 0x1d800 ? (char)('0' + (code - 0x1d7ce) % 10) : '\0';
}

/* The character of ASCII that this one looks like, or '?'. */
static char fold_letter(uint32_t code)
{
    if (code >= 0xff01 && code <= 0xff5e) /* full-width */
        code -= 0xff01 - '!';
    if (code >= 'A' && code <= 'Z')
        return (char)(code - 'A' + 'a');
    if (code < 0x80)
        return (char)code;
    if (code == 0xa0 || code == 0x202f || code == 0x3000 || (code >= 0x2000 && code <= 0x200a))
        return ' ';
    if (mathematical_letter(code))
        return mathematical_letter(code);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const char *like = tables[i].like;

        for (const char *at = tables[i].letters; *at; like++) {
            uint32_t letter;

            at += unicode_decode(at, &letter);
            if (letter == code)
                return *like;
        }
    }
    return '?';
}

/* The same by the shape alone. */
static char fold_shape(uint32_t code)
{
    if (code == 'I' || code == '1' || code == '|')
        return 'l';
    return code == '0' ? 'o' : fold_letter(code);
}

void lookalike_fold(const char *text, enum lookalike_fold fold, char *out, size_t cap)
{
    size_t used = 0;

    while (*text && used + 1 < cap) {
        uint32_t code;

        text += unicode_decode(text, &code);
        const char letter = fold == LOOKALIKE_SHAPES ? fold_shape(code) : fold_letter(code);
        if (letter != ' ' || used > 0)
            out[used++] = letter;
    }
    while (used > 0 && out[used - 1] == ' ')
        used--;
    out[used] = '\0';
}

/* Whether a text begins with a word, as "computer, level 5". */
static bool begins_with(const char *text, const char *word)
{
    const size_t length = strlen(word);

    return strncmp(text, word, length) == 0 && !isalpha((unsigned char)text[length]);
}

/* Writes the letters of a name up to the first of `ends`: "aba-pro, 3 plies" becomes "abapro". */
static void letters_before(const char *name, const char *ends, char *out, size_t cap)
{
    size_t used = 0;

    for (size_t i = 0; name[i] && !strchr(ends, name[i]) && used + 1 < cap; i++) {
        if (isalpha((unsigned char)name[i]))
            out[used++] = name[i];
    }
    out[used] = '\0';
}

/* Whether a name is that of a historical opponent, or how the page shows it: "Chorus, 3 plies". */
static bool is_of_an_opponent(const char *key)
{
    char letters[64], known[64];

    letters_before(key, ",:(0123456789", letters, sizeof letters);
    for (int i = 0; i < paua_opponent_count(); i++) {
        letters_before(paua_opponent_at(i)->name, "", known, sizeof known);
        if (strcmp(letters, known) == 0)
            return true;
    }
    return strcmp(letters, "randomsoftware") == 0; /* the page's title of random-soft */
}

/* Whether the server writes such a name itself: for a computer, for a historical opponent, or in
 * place of a name. */
static bool is_of_the_server(const char *key)
{
    static const char *const beginnings[] = {"computer", "level", "paua"};
    static const char *const words[] = {"you", "free seat", "somebody"};

    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (begins_with(key, beginnings[i]))
            return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(key, words[i]) == 0)
            return true;
    }
    return account_name_reserved(key) || is_of_an_opponent(key);
}

static void on_account(const store_account *account, void *context)
{
    (void)account, (void)context;
}

bool guest_name_check(store *db, const char *name, const char *what, struct api_error *error)
{
    char key[64] = "";

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
