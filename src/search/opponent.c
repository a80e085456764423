/* opponent.c - the table of named opponents, and their names with a depth as text. */
#include <paua/opponent.h>

#include <stdio.h>
#include <string.h>

#include "base/error.h"

static const paua_opponent opponents[] = {
    {"abla-combined",
     "ABLA (Ender Ozcan and Berk Hulagu, 2004): both of its heuristics, centre and neighbours, and "
     "its search to a fixed depth.",
     "abla-combined",
     PAUA_METHOD_PLAIN,
     4,
     {{0}},
     0,
     true,
     false},
    {"abla-single",
     "ABLA with its first heuristic alone, nearness to the centre.",
     "abla-single",
     PAUA_METHOD_PLAIN,
     4,
     {{0}},
     0,
     true,
     false},
    {"abla",
     "ABLA with free weights, such as abla:w1=-1,w2=0.5: w1 for the distance to the centre, w2 for "
     "neighbours.",
     "abla",
     PAUA_METHOD_PLAIN,
     4,
     {{0}},
     0,
     true,
     false},
    {"abapro",
     "The evaluation of Aba-Pro (Oswin Aichholzer, Franz Aurenhammer, Tino Werner, Graz, 2002): "
     "distances to a point between both sides and the centre; plain alpha-beta. With centre=own "
     "the distances are those to each side's own centre of mass. How far its levels searched is "
     "not known: the plies of beginner, apprentice and champion are our choice.",
     "abapro",
     PAUA_METHOD_PLAIN,
     3,
     {{"beginner", 3}, {"apprentice", 4}, {"champion", 6}},
     0,
     true,
     false},
    {"random-soft",
     "A stand-in for the program by Random Software that ABLA's authors played in 2004. Its three "
     "levels and two results at the middle one are known, its evaluation and its search are not.",
     "abla/w2=1.25",
     PAUA_METHOD_PLAIN,
     2,
     {{"low", 1}, {"medium", 2}, {"high", 3}},
     0,
     true,
     true},
    {"nacre",
     "A stand-in for Nacre, which lost to Aba-Pro at Graz in 2003. That and its notation are "
     "known, "
     "its evaluation and its search are not.",
     "abla/w2=0.5",
     PAUA_METHOD_PLAIN,
     2,
     {{0}},
     0,
     true,
     true},
    {"aba",
     "A stand-in for Aba, Paul Colley's program on the mail server pbmserv. Nothing but that is "
     "known of it.",
     "abla",
     PAUA_METHOD_PLAIN,
     2,
     {{0}},
     0,
     true,
     true},
    {"chorus",
     "The evaluation of Pascal Chorus's program (Maastricht, 2009): marbles, centre, grouping and "
     "pushes; plain alpha-beta.",
     "chorus",
     PAUA_METHOD_PLAIN,
     3,
     {{0}},
     0,
     true,
     false},
    {"papadopoulos",
     "The evaluation of the program by Papadopoulos, Toumpas, Chrysopoulos and Mitkas "
     "(Thessaloniki, 2012): marbles, centre, coherence, broken lines, danger; plain alpha-beta.",
     "papadopoulos",
     PAUA_METHOD_PLAIN,
     3,
     {{0}},
     0,
     true,
     false},
    {"mcts",
     "Monte-Carlo tree search (UCT) with random playouts: 1,600 a move, of at most 60 plies each. "
     "Which of its parameters others chose for Abalone is not known.",
     "abla-combined",
     PAUA_METHOD_MCTS,
     5,
     {{0}},
     0,
     false,
     false},
    {"random",
     "Plays a random legal move.",
     "abla-combined",
     PAUA_METHOD_RANDOM,
     0,
     {{0}},
     0,
     false,
     false},
    {"greedy",
     "Ejects whenever it can; otherwise the best move by Aba-Pro's evaluation.",
     "abapro",
     PAUA_METHOD_PLAIN,
     1,
     {{0}},
     0,
     false,
     false},
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
static int read_depth(const char *text, size_t length)
{
    int depth = 0;
    for (size_t i = 0; i < length; i++) {
        if (i == 2 || text[i] < '0' + (i == 0) || text[i] > '9')
            return 0;
        depth = 10 * depth + (text[i] - '0');
    }
    return depth <= PAUA_OPPONENT_DEPTH_MAX ? depth : 0;
}

/* The number of a level by its name, from 1; 0 if there is none. */
static int find_level(const paua_opponent *opponent, const char *name, size_t length)
{
    for (int i = 0; i < PAUA_OPPONENT_LEVELS_MAX && opponent->levels[i].name; i++)
        if (strlen(opponent->levels[i].name) == length &&
            memcmp(opponent->levels[i].name, name, length) == 0)
            return i + 1;
    return 0;
}

/* The error for an unknown name lists all names. */
static paua_status refuse_name(paua_error *error)
{
    char names[sizeof error->message] = "";
    size_t used = 0;
    for (int i = 0; i < opponent_count && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s%s", i ? ", " : "",
                                 opponents[i].name, opponents[i].stand_in ? " (stand-in)" : "");
    return error_fill(error, PAUA_ERROR_NOT_FOUND, 0, "expected one of: %s", names);
}

/* The error for what is neither a depth nor a level lists the levels. */
static paua_status refuse_depth(const paua_opponent *opponent, size_t at, paua_error *error)
{
    char names[80] = "";
    size_t used = 0;
    for (int i = 0; i < PAUA_OPPONENT_LEVELS_MAX && opponent->levels[i].name; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                 i ? ", " : " or one of ", opponent->levels[i].name);
    return error_fill(error, PAUA_ERROR_BAD_SYNTAX, at,
                      "expected a number of plies from 1 to %d%s after '%s:'",
                      PAUA_OPPONENT_DEPTH_MAX, names, opponent->name);
}

/* Adds a setting to the name of the evaluation, which must take it. */
static paua_status add_setting(paua_opponent *opponent, const char *item, size_t length, size_t at,
                               paua_error *error)
{
    char eval[2 * PAUA_EVAL_TEXT_MAX];
    size_t used = strlen(opponent->eval);
    if (used + 1 + length >= sizeof opponent->eval)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, at, "expected shorter settings");
    snprintf(eval, sizeof eval, "%s/%.*s", opponent->eval, (int)length, item);
    paua_status status = paua_eval_check(eval, error);
    if (status == PAUA_OK)
        memcpy(opponent->eval, eval, used + 1 + length);
    else if (error)
        error->at = at;
    return status;
}

/* Reads what stands between two commas: a setting, a level or a depth. */
static paua_status read_item(paua_opponent *opponent, const char *item, size_t length, size_t at,
                             bool *deep, paua_error *error)
{
    const char *slash = memchr(item, '/', length);
    if (slash)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, at + (size_t)(slash - item),
                          "expected a comma between settings");
    if (memchr(item, '=', length))
        return add_setting(opponent, item, length, at, error);
    int depth = read_depth(item, length), level = find_level(opponent, item, length);
    if (depth == 0 && level == 0)
        return refuse_depth(opponent, at, error);
    if (*deep)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, at,
                          "expected one number of plies or level");
    *deep = true;
    opponent->level = level;
    opponent->depth = level ? opponent->levels[level - 1].depth : depth;
    return PAUA_OK;
}

paua_status paua_opponent_parse(const char *text, paua_opponent *out, paua_error *error)
{
    size_t length = strcspn(text, ":");
    const paua_opponent *found = find_opponent(text, length);
    if (!found)
        return refuse_name(error);
    if (text[length] && !found->any_depth)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, length, "%s takes no number", found->name);
    paua_opponent opponent;
    memcpy(&opponent, found, sizeof opponent);
    bool deep = false;
    for (const char *at = text + length; *at;) {
        size_t size = strcspn(at + 1, ",");
        paua_status status =
            read_item(&opponent, at + 1, size, (size_t)(at + 1 - text), &deep, error);
        if (status != PAUA_OK)
            return status;
        at += 1 + size;
    }
    memcpy(out, &opponent, sizeof opponent);
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
    const paua_opponent *plain = paua_opponent_find(opponent->name);
    char settings[PAUA_EVAL_TEXT_MAX] = "";
    if (plain)
        snprintf(settings, sizeof settings, "%s", opponent->eval + strlen(plain->eval));
    for (char *at = settings; *at; at++)
        *at = *at == '/' ? ',' : *at;
    if (opponent->level)
        snprintf(text, cap, "%s:%s%s", opponent->name, opponent->levels[opponent->level - 1].name,
                 settings);
    else if (opponent->any_depth)
        snprintf(text, cap, "%s:%d%s", opponent->name, opponent->depth, settings);
    else
        snprintf(text, cap, "%s", opponent->name);
    return text;
}
