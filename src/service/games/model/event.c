/* event.c - events as text, for the store. Stores of the first version had "draw" for the offer of
 * a draw and "agree" for its acceptance; they are still read. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "service/core/keys.h"
#include "service/games/model/event.h"

static const char letters[] = "bwrgyp";

const char *event_type_name(event_type type)
{
    static const char *const names[EVENT_TYPES] = {
        [EVENT_MOVE] = "move",           [EVENT_RESIGN] = "resign",     [EVENT_TIME] = "time",
        [EVENT_GONE] = "gone",           [EVENT_OFFER] = "offer",       [EVENT_ACCEPT] = "accept",
        [EVENT_DECLINE] = "decline",     [EVENT_WITHDRAW] = "withdraw", [EVENT_RESUME] = "resume",
        [EVENT_JOIN] = "join",           [EVENT_ACCOUNT] = "account",   [EVENT_CHAT] = "chat",
        [EVENT_VACATION_BEGIN] = "away", [EVENT_VACATION_END] = "back", [EVENT_CLOSE] = "close",
    };

    return names[type];
}

const char *proposal_name(proposal_kind kind)
{
    static const char *const names[PROPOSALS] = {"draw", "takeback", "pause", "rematch"};

    return names[kind];
}

int proposal_find(const char *name)
{
    for (int kind = 0; kind < PROPOSALS; kind++) {
        if (strcmp(name, proposal_name((proposal_kind)kind)) == 0)
            return kind;
    }
    return -1;
}

char side_letter(int side)
{
    return side == NOBODY ? '-' : letters[side];
}

bool event_is_about_proposal(event_type type)
{
    return type >= EVENT_OFFER && type <= EVENT_WITHDRAW;
}

bool event_is_departure(event_type type)
{
    return type == EVENT_RESIGN || type == EVENT_TIME || type == EVENT_GONE;
}

void event_format(const struct event *event, const paua_board *board, char text[EVENT_TEXT_SIZE])
{
    char hex[2 * SEAT_KEY_HASH_SIZE + 1];
    const char *words = event->text ? event->text : "";
    int used;

    if (event->type == EVENT_MOVE) {
        paua_move_format(board, event->move, text, EVENT_TEXT_SIZE);
        return;
    }
    used = snprintf(text, EVENT_TEXT_SIZE, "%c", side_letter(event->side));
    if (event_is_about_proposal(event->type))
        used += snprintf(text + used, (size_t)(EVENT_TEXT_SIZE - used), " %s %d",
                         proposal_name(event->proposal), event->ply);
    if (event->account[0]) {
        used += snprintf(text + used, (size_t)(EVENT_TEXT_SIZE - used), " @%s", event->account);
    } else if (event->type == EVENT_JOIN) {
        sodium_bin2hex(hex, sizeof hex, event->key_hash, SEAT_KEY_HASH_SIZE);
        used += snprintf(text + used, (size_t)(EVENT_TEXT_SIZE - used), " %s", hex);
    }
    if (*words)
        snprintf(text + used, (size_t)(EVENT_TEXT_SIZE - used), " %s", words);
}

/* Reads the next word of a text and the blank behind it. False: there is none, or it is long. */
static bool read_word(const char **at, char *word, size_t cap)
{
    size_t length = strcspn(*at, " ");

    if (length == 0 || length >= cap)
        return false;
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length + ((*at)[length] == ' ');
    return true;
}

/* Reads the kind of a proposal and the number behind it. */
static bool parse_proposal(const char **at, struct event *out)
{
    char word[16], number[12], *end;

    if (!read_word(at, word, sizeof word) || !read_word(at, number, sizeof number))
        return false;
    int kind = proposal_find(word);
    long ply = strtol(number, &end, 10);
    if (kind < 0 || *end != '\0' || ply < 0 || ply > PLY_NUMBER_MAX)
        return false;
    out->proposal = (proposal_kind)kind;
    out->ply = (int)ply;
    return true;
}

/* Reads who takes a seat: an account behind @, or the hash of a key as hexadecimal digits. */
static paua_status parse_player(const char **at, struct event *out)
{
    char hex[2 * SEAT_KEY_HASH_SIZE + 1];
    size_t size = 0;

    if (!read_word(at, hex, sizeof hex))
        return PAUA_ERROR_BAD_SYNTAX;
    if (hex[0] == '@') {
        if (!id_valid(hex + 1))
            return PAUA_ERROR_BAD_SYNTAX;
        memcpy(out->account, hex + 1, sizeof out->account);
        return PAUA_OK;
    }
    if (out->type == EVENT_ACCOUNT)
        return PAUA_ERROR_BAD_SYNTAX;
    if (!(out->key_hash = malloc(SEAT_KEY_HASH_SIZE)))
        return PAUA_ERROR_NO_MEMORY;
    bool good = sodium_hex2bin(out->key_hash, SEAT_KEY_HASH_SIZE, hex, strlen(hex), NULL, &size,
                               NULL) == 0 &&
                size == SEAT_KEY_HASH_SIZE;
    return good ? PAUA_OK : PAUA_ERROR_BAD_SYNTAX;
}

/* Finds the type by its stored name, old names included. */
static bool find_type(const char *name, struct event *out)
{
    bool offer = strcmp(name, "draw") == 0, accept = strcmp(name, "agree") == 0;

    if (offer || accept) {
        out->type = offer ? EVENT_OFFER : EVENT_ACCEPT;
        out->proposal = PROPOSE_DRAW;
        return true;
    }
    for (int type = 0; type < EVENT_TYPES; type++) {
        if (strcmp(name, event_type_name((event_type)type)) == 0) {
            out->type = (event_type)type;
            return true;
        }
    }
    return false;
}

paua_status event_parse(const char *type, const char *text, const paua_board *board,
                        const paua_position *now, struct event *out)
{
    char side[2];

    *out = (struct event){.type = EVENT_MOVE, .side = now->to_move};
    if (!find_type(type, out))
        return PAUA_ERROR_BAD_SYNTAX;
    if (out->type == EVENT_MOVE) {
        out->ply = now->ply;
        bool legal = paua_move_parse(board, now, text, &out->move, NULL) == PAUA_OK;
        return legal ? PAUA_OK : PAUA_ERROR_BAD_SYNTAX;
    }
    if (!read_word(&text, side, sizeof side))
        return PAUA_ERROR_BAD_SYNTAX;
    const char *found = strchr(letters, side[0]);
    out->side = found ? (int)(found - letters) : NOBODY;
    if (out->side >= now->players ||
        (!found && (side[0] != '-' || out->type != EVENT_CLOSE))) /* all others are somebody's */
        return PAUA_ERROR_BAD_SYNTAX;
    bool old = strcmp(type, "draw") == 0 || strcmp(type, "agree") == 0;
    if (event_is_about_proposal(out->type) && !old && !parse_proposal(&text, out))
        return PAUA_ERROR_BAD_SYNTAX;
    bool names_player = out->type == EVENT_JOIN || out->type == EVENT_ACCOUNT;
    paua_status status = names_player ? parse_player(&text, out) : PAUA_OK;
    if (status != PAUA_OK || !*text)
        return status;
    out->text = strdup(text);
    return out->text ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
}

void event_clear(struct event *event)
{
    free(event->text);
    free(event->key_hash);
    event->text = NULL;
    event->key_hash = NULL;
}
