/* cluster_change.c - a line is the letter of its kind, an id, and for a game and a message
 * numbers. */
#include "store/core/cluster_change.h"

#include <stdio.h>
#include <string.h>

#include "store/core/change.h"

static const char letters[STORE_CHANGE_KINDS] = {
    [STORE_CHANGE_GAME] = 'g',          [STORE_CHANGE_REMOVED] = 'r',
    [STORE_CHANGE_CONDITIONAL] = 'c',   [STORE_CHANGE_SEAT] = 's',
    [STORE_CHANGE_LOGINS] = 'l',        [STORE_CHANGE_MESSAGE] = 'm',
    [STORE_CHANGE_SUBSCRIPTIONS] = 'f', [STORE_CHANGE_VACATION] = 'v',
    [STORE_CHANGE_TOURNAMENT] = 't',    [STORE_CHANGE_PRESENCE] = 'p'};

bool cluster_change_write(const store_cluster_change *change, char line[CLUSTER_CHANGE_LINE_MAX])
{
    if (!*change->id || change->id[strcspn(change->id, " \n")])
        return false;
    int length = snprintf(line, CLUSTER_CHANGE_LINE_MAX, "%c %s %lld %lld %d",
                          letters[change->kind], change->id, (long long)change->number,
                          (long long)change->deadline_ms, (int)change->listing);
    return length < CLUSTER_CHANGE_LINE_MAX;
}

bool cluster_change_read(const char *line, char id[CLUSTER_CHANGE_LINE_MAX],
                         store_cluster_change *out)
{
    const char *letter = *line ? memchr(letters, *line, sizeof letters) : NULL;
    long long number, deadline_ms;
    int listing;

    if (!letter || strlen(line) >= CLUSTER_CHANGE_LINE_MAX ||
        sscanf(line + 1, " %127s %lld %lld %d", id, &number, &deadline_ms, &listing) != 4 ||
        listing < STORE_NOT_LISTED || listing > STORE_LIVE)
        return false;
    *out = (store_cluster_change){.kind = (enum store_cluster_change_kind)(letter - letters),
                                  .id = id,
                                  .number = number,
                                  .deadline_ms = deadline_ms,
                                  .listing = (store_listing)listing};
    return true;
}

struct presence_change {
    struct store_change base;
    const char *game;
    int64_t number;
};

static paua_status perform_presence(struct sql *sql, const struct store_change *change)
{
    (void)sql, (void)change;
    return PAUA_OK;
}

static bool describe_presence(const struct store_change *base, store_cluster_change *out)
{
    const struct presence_change *change = (const struct presence_change *)base;

    out->kind = STORE_CHANGE_PRESENCE;
    out->id = change->game;
    out->number = change->number;
    return true;
}

bool batch_notify_presence(store_batch *batch, const char *game, int64_t number)
{
    static const size_t texts[] = {offsetof(struct presence_change, game)};
    static const struct change_type type =
        CHANGE_TYPE(presence_change, texts, perform_presence, describe_presence);
    struct presence_change change = {.base.type = &type, .game = game, .number = number};

    return batch_add(batch, &change.base);
}
