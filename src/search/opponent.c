/* opponent.c - the table of named opponents, and their names with a depth as text. */
#include <paua/opponent.h>

#include <stdio.h>
#include <string.h>

#include "base/error.h"

static const paua_opponent opponents[] = {
    {"abla-combined",
     "ABLA (Ender Ozcan and Berk Hulagu, 2004): both of its heuristics, centre and neighbours, and "
     "its search to a fixed depth.",
     "abla-combined", PAUA_METHOD_PLAIN, 4, true},
    {"abla-single", "ABLA with its first heuristic alone, nearness to the centre.", "abla-single",
     PAUA_METHOD_PLAIN, 4, true},
    {"abapro",
     "The evaluation of Aba-Pro (Oswin Aichholzer, Franz Aurenhammer, Tino Werner, Graz, 2002): "
     "distances to a point between both sides and the centre; plain alpha-beta.",
     "abapro", PAUA_METHOD_PLAIN, 3, true},
    {"chorus",
     "The evaluation of Pascal Chorus's program (Maastricht, 2009): marbles, centre, grouping and "
     "pushes; plain alpha-beta.",
     "chorus", PAUA_METHOD_PLAIN, 3, true},
    {"papadopoulos",
     "The evaluation of the program by Papadopoulos, Toumpas, Chrysopoulos and Mitkas "
     "(Thessaloniki, 2012): marbles, centre, coherence, broken lines, danger; plain alpha-beta.",
     "papadopoulos", PAUA_METHOD_PLAIN, 3, true},
    {"random", "Plays a random legal move.", "abla-combined", PAUA_METHOD_RANDOM, 0, false},
    {"greedy", "Ejects whenever it can; otherwise the best move by Aba-Pro's evaluation.", "abapro",
     PAUA_METHOD_PLAIN, 1, false},
};

static const int opponent_count = (int)(sizeof opponents / sizeof *opponents);

int paua_opponent_count(void)
{
    return opponent_count;
}

const paua_opponent *paua_opponent_at(int i)
{
    return i >= 0 && i < opponent_count ? &opponents[i] : NULL;
}

/* By the first `length` bytes of a name. */
static const paua_opponent *find_opponent(const char *name, size_t length)
{
    for (int i = 0; i < opponent_count; i++)
        if (strlen(opponents[i].name) == length && memcmp(opponents[i].name, name, length) == 0)
            return &opponents[i];
    return NULL;
}

const paua_opponent *paua_opponent_find(const char *name)
{
    return find_opponent(name, strlen(name));
}

/* A number of plies of one or two digits without a leading zero; 0 if it is not. */
static int read_depth(const char *text)
{
    int depth = 0;
    for (int i = 0; text[i]; i++) {
        if (i == 2 || text[i] < '0' + (i == 0) || text[i] > '9')
            return 0;
        depth = 10 * depth + (text[i] - '0');
    }
    return depth <= PAUA_OPPONENT_DEPTH_MAX ? depth : 0;
}

/* The error for an unknown name lists all names. */
static paua_status refuse_name(paua_error *error)
{
    char names[sizeof error->message] = "";
    size_t used = 0;
    for (int i = 0; i < opponent_count && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                 opponents[i].name);
    return error_fill(error, PAUA_NOT_FOUND, 0, "expected one of: %s", names);
}

paua_status paua_opponent_parse(const char *text, paua_opponent *out, paua_error *error)
{
    size_t length = strcspn(text, ":");
    const paua_opponent *found = find_opponent(text, length);
    if (!found)
        return refuse_name(error);
    if (text[length] == '\0') {
        *out = *found;
        return PAUA_OK;
    }
    if (!found->any_depth)
        return error_fill(error, PAUA_BAD_SYNTAX, length, "%s takes no number", found->name);
    int depth = read_depth(text + length + 1);
    if (depth == 0)
        return error_fill(error, PAUA_BAD_SYNTAX, length + 1,
                          "expected a number of plies from 1 to %d after '%s:'",
                          PAUA_OPPONENT_DEPTH_MAX, found->name);
    *out = *found;
    out->depth = depth;
    return PAUA_OK;
}

void paua_opponent_limit(const paua_opponent *opponent, paua_limits *limits)
{
    limits->method = opponent->method;
    limits->level = 0;
    if (opponent->depth && (!limits->depth || opponent->depth < limits->depth))
        limits->depth = opponent->depth;
}

char *paua_opponent_format(const paua_opponent *opponent, char *text, size_t cap)
{
    if (opponent->any_depth)
        snprintf(text, cap, "%s:%d", opponent->name, opponent->depth);
    else
        snprintf(text, cap, "%s", opponent->name);
    return text;
}
