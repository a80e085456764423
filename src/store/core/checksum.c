/* checksum.c - the checksums of a game, and loading that compares them with what is read. */
#include "store/core/checksum.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "base/bytes.h"
#include "store/tables/games.h"

/* What a checksum is of: where its chain begins. */
enum checksum_kind { SUM_GAME = 1, SUM_EVENT, SUM_STATE, SUM_MESSAGE, SUM_REPORT, SUM_TOURNAMENT };

/* The next link of a chain of hashes: the one before and the length are its key. */
static uint64_t fold_bytes(uint64_t sum, const void *bytes, size_t count)
{
    unsigned char key[crypto_shorthash_KEYBYTES], out[crypto_shorthash_BYTES];

    bytes_put(key, sum, 8);
    bytes_put(key + 8, count, 8);
    crypto_shorthash(out, bytes, count, key);
    return bytes_get(out, 8);
}

static uint64_t fold_text(uint64_t sum, const char *text)
{
    return fold_bytes(sum, text, strlen(text));
}

static uint64_t fold_number(uint64_t sum, int64_t number)
{
    unsigned char bytes[8];

    bytes_put(bytes, (uint64_t)number, 8);
    return fold_bytes(sum, bytes, sizeof bytes);
}

int64_t checksum_game(const store_game *game)
{
    uint64_t sum = fold_text(SUM_GAME, game->id);

    sum = fold_number(sum, game->created_ms);
    sum = fold_number(sum, game->clock_ms);
    return (int64_t)fold_text(sum, game->setup);
}

int64_t checksum_event(const char *id, const store_event *event)
{
    uint64_t sum = fold_text(SUM_EVENT, id);

    sum = fold_number(sum, event->number);
    sum = fold_number(sum, event->at_ms);
    sum = fold_number(sum, event->clock_ms);
    sum = fold_number(sum, event->spent_ms);
    sum = fold_text(sum, event->type);
    return (int64_t)fold_text(sum, event->text);
}

int64_t checksum_state(const char *id, int64_t events, const store_state *state)
{
    uint64_t sum = fold_text(SUM_STATE, id);

    sum = fold_number(sum, events);
    sum = fold_text(sum, state->result);
    sum = fold_text(sum, state->reason);
    sum = fold_number(sum, state->pending);
    sum = fold_number(sum, (int64_t)state->listing);
    sum = fold_number(sum, state->closes_ms);
    return (int64_t)fold_number(sum, state->deadline_ms);
}

int64_t checksum_message(const store_message *message)
{
    uint64_t sum = fold_text(SUM_MESSAGE, message->owner);

    sum = fold_text(sum, message->peer);
    sum = fold_number(sum, message->number);
    sum = fold_number(sum, message->sent);
    sum = fold_number(sum, message->at_ms);
    return (int64_t)fold_text(sum, message->text);
}

int64_t checksum_report(const store_complaint *report)
{
    uint64_t sum = fold_text(SUM_REPORT, report->reporter);

    sum = fold_number(sum, report->number);
    sum = fold_text(sum, report->accused);
    sum = fold_text(sum, report->name);
    sum = fold_number(sum, report->message);
    sum = fold_text(sum, report->game);
    sum = fold_number(sum, report->event);
    sum = fold_text(sum, report->quote);
    sum = fold_text(sum, report->text);
    return (int64_t)fold_number(sum, report->at_ms);
}

int64_t checksum_tournament(const store_tournament *tournament)
{
    uint64_t sum = fold_text(SUM_TOURNAMENT, tournament->id);

    sum = fold_number(sum, tournament->revision);
    sum = fold_number(sum, tournament->created_ms);
    sum = fold_number(sum, tournament->open);
    return (int64_t)fold_text(sum, tournament->text);
}

/* A game that is being read. */
struct checked_game {
    const char *id;
    const store_reader *reader;
    void *context;
    char *message;
    int64_t promised, events; /* number of the newest event: in the row, and read so far */
    int64_t content, promised_content;
    bool whole; /* so far */
};

/* Says what is wrong. Returns false. */
static bool refuse_game(struct checked_game *checked, const char *why)
{
    checked->whole = false;
    snprintf(checked->message, STORE_MESSAGE_MAX, "game %.32s: %.300s", checked->id, why);
    return false;
}

/* The row of the game: its state is compared at once. */
static bool on_row(const store_game *game, const store_sums *sums, void *context)
{
    struct checked_game *checked = context;

    checked->promised = game->events;
    checked->content = checksum_game(game);
    checked->promised_content = sums->content;
    if (sums->state != checksum_state(game->id, game->events, &game->state))
        return refuse_game(checked, "its row fails its checksum");
    return checked->reader->game(game, checked->context);
}

/* An event of the game: the next one. */
static bool on_event(const store_event *event, void *context)
{
    struct checked_game *checked = context;
    char why[80];

    if (event->number != checked->events + 1) {
        snprintf(why, sizeof why, "event %lld instead of %lld", (long long)event->number,
                 (long long)checked->events + 1);
        return refuse_game(checked, why);
    }
    checked->events++;
    checked->content ^= checksum_event(checked->id, event);
    return checked->reader->event(event, checked->context);
}

/* Whether all that was read is what the row promises. */
static bool check_game(struct checked_game *checked)
{
    char why[80];

    if (checked->events != checked->promised) {
        snprintf(why, sizeof why, "%lld events instead of %lld", (long long)checked->events,
                 (long long)checked->promised);
        return refuse_game(checked, why);
    }
    if (checked->content != checked->promised_content)
        return refuse_game(checked, "its setup or an event fails the checksum");
    return true;
}

paua_status checked_load(struct sql *sql, const char *id, bool thorough, const store_reader *reader,
                         void *context, char message[STORE_MESSAGE_MAX])
{
    static const struct games_reader checking = {on_row, on_event};
    struct checked_game checked = {
        .id = id, .reader = reader, .context = context, .message = message, .whole = true};
    message[0] = '\0';
    paua_status status = games_load(sql, id, thorough, &checking, &checked);

    if (status == PAUA_CORRUPT || status == PAUA_IO)
        refuse_game(&checked, sql_failure(sql));
    else if (status == PAUA_OK ? !check_game(&checked) : !checked.whole)
        status = PAUA_CORRUPT;
    return status;
}
