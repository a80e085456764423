/* variant.c - the names that other programs have for layouts. */
#include <paua/replay.h>

#include "record/internal.h"

enum { NAME_MAX_BYTES = 40 };

/* Small letters, and hyphens for blanks and underscores; false if the name is too long to be
 * one. */
static bool simplify(const char *name, char small[NAME_MAX_BYTES])
{
    size_t length = strlen(name);
    if (length == 0 || length >= NAME_MAX_BYTES)
        return false;
    for (size_t i = 0; i <= length; i++) {
        char c = name[i];
        small[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c == ' ' || c == '_' ? '-' : c);
    }
    return true;
}

/* A layout of this name for so many players, with something before or behind it. */
static const paua_layout *find_with(const char *before, const char *name, const char *behind,
                                    int players)
{
    char text[2 * NAME_MAX_BYTES];
    struct text_out out = text_out_begin(text, sizeof text);
    text_put(&out, "%s%s%s", before, name, behind);
    return paua_layout_find_for(text, players);
}

const paua_layout *paua_layout_alias(const char *name, int players)
{
    static const char *const others[][2] = {
        {"classic", "standard"},        {"classical", "standard"},
        {"default", "standard"},        {"normal", "standard"},
        {"original", "standard"},       {"traditional", "standard"},
        {"fujiyama", "fujiyama1"},      {"im-a-robot", "i_m-a-robot"},
        {"i-m-a-robot", "i_m-a-robot"}, {"french-king-cake", "french-king-cake1"},
    };
    char small[NAME_MAX_BYTES];
    const paua_layout *found = paua_layout_find_for(name, players);
    if (found || !simplify(name, small))
        return found;
    for (size_t i = 0; !found && i < sizeof others / sizeof *others; i++)
        if (strcmp(small, others[i][0]) == 0)
            found = paua_layout_find_for(others[i][1], players);
    if (!found)
        found = find_with("", small, "", players);
    if (!found)
        found = find_with("", small, "-daisy", players);
    return found ? found : find_with("the-", small, "", players);
}
