/* news.c - a line is the letter of its kind, an id, and for a game and a message numbers. */
#include "store/core/news.h"

#include <stdio.h>

static const char letters[STORE_NEWS_KINDS] = {
    [STORE_NEWS_GAME] = 'g',          [STORE_NEWS_REMOVED] = 'r',  [STORE_NEWS_CONDITIONAL] = 'c',
    [STORE_NEWS_SEAT] = 's',          [STORE_NEWS_LOGINS] = 'l',   [STORE_NEWS_MESSAGE] = 'm',
    [STORE_NEWS_SUBSCRIPTIONS] = 'f', [STORE_NEWS_VACATION] = 'v', [STORE_NEWS_TOURNAMENT] = 't',
    [STORE_NEWS_PRESENCE] = 'p'};

/* What a change is to others. False: nothing. */
static bool find_news(const struct store_change *change, store_news *out)
{
    const store_state *state = &change->game.state;

    *out = (store_news){.id = change->game.id};
    switch (change->kind) {
    case CHANGE_CREATE_GAME:
    case CHANGE_APPEND_EVENT:
        out->kind = STORE_NEWS_GAME;
        out->number = change->kind == CHANGE_APPEND_EVENT ? change->event.number : 0;
        out->deadline_ms = state->deadline_ms;
        out->listing = state->listing;
        return true;
    case CHANGE_REMOVE_GAME:
        out->kind = STORE_NEWS_REMOVED;
        return true;
    case CHANGE_SEAT_ACCOUNT:
        *out = (store_news){.kind = STORE_NEWS_SEAT, .id = change->account};
        return true;
    case CHANGE_SAVE_ACCOUNT:
    case CHANGE_SAVE_PASSWORD:
        *out = (store_news){.kind = STORE_NEWS_LOGINS, .id = change->person.id};
        return true;
    case CHANGE_REMOVE_LOGIN:
    case CHANGE_REMOVE_LOGINS:
    case CHANGE_TRIM_LOGINS:
        *out = (store_news){.kind = STORE_NEWS_LOGINS, .id = change->login.account};
        return true;
    case CHANGE_ADD_MESSAGE:
        *out = (store_news){.kind = STORE_NEWS_MESSAGE,
                            .id = change->message.owner,
                            .number = change->message.number};
        return !change->message.sent;
    case CHANGE_ADD_SUBSCRIPTION:
    case CHANGE_REMOVE_SUBSCRIPTION:
    case CHANGE_TRIM_SUBSCRIPTIONS:
        *out = (store_news){.kind = STORE_NEWS_SUBSCRIPTIONS, .id = change->subscription.account};
        return true;
    case CHANGE_SET_CONDITIONAL:
    case CHANGE_REMOVE_CONDITIONAL:
        *out = (store_news){.kind = STORE_NEWS_CONDITIONAL, .id = change->conditional.game};
        return true;
    case CHANGE_SET_VACATION:
        *out = (store_news){.kind = STORE_NEWS_VACATION, .id = change->vacation.account};
        return true;
    case CHANGE_SET_TOURNAMENT:
        *out = (store_news){.kind = STORE_NEWS_TOURNAMENT,
                            .id = change->tournament.id,
                            .number = change->tournament.revision};
        return true;
    case CHANGE_TELL_PRESENCE:
        *out = (store_news){.kind = STORE_NEWS_PRESENCE,
                            .id = change->presence.game,
                            .number = change->presence.number};
        return true;
    default:
        return false;
    }
}

bool news_write(const struct store_change *change, char line[NEWS_LINE_MAX])
{
    store_news news;

    if (!find_news(change, &news) || !*news.id || news.id[strcspn(news.id, " \n")])
        return false;
    int length = snprintf(line, NEWS_LINE_MAX, "%c %s %lld %lld %d", letters[news.kind], news.id,
                          (long long)news.number, (long long)news.deadline_ms, (int)news.listing);
    return length < NEWS_LINE_MAX;
}

bool news_read(const char *line, char id[NEWS_LINE_MAX], store_news *out)
{
    const char *letter = *line ? memchr(letters, *line, sizeof letters) : NULL;
    long long number, deadline_ms;
    int listing;

    if (!letter || strlen(line) >= NEWS_LINE_MAX ||
        sscanf(line + 1, " %127s %lld %lld %d", id, &number, &deadline_ms, &listing) != 4 ||
        listing < STORE_NOT_LISTED || listing > STORE_LIVE)
        return false;
    *out = (store_news){.kind = (enum store_news_kind)(letter - letters),
                        .id = id,
                        .number = number,
                        .deadline_ms = deadline_ms,
                        .listing = (store_listing)listing};
    return true;
}
