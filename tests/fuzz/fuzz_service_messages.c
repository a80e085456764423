/* fuzz_service_messages.c - any bytes as what somebody writes to somebody else: as the JSON of a
 * request ({"text": ...}), or else as the text itself. Message and chat take it or not, as a reader
 * of its own finds. What they take comes out of lists, notices, events and commands as it was, and
 * no control character reaches a terminal. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <jansson.h>

#include "base/unicode.h"
#include "command/command.h"
#include "service/games/model/event.h"
#include "service/games/model/seats.h"
#include "service/people/messages.h"
#include "service/people/notices.h"
#include "json/json_text.h"

/* What a text is made of. */
struct letters {
    int count;              /* characters */
    bool controls, feeds;   /* control characters but line feeds; line feeds */
    bool is_blank;          /* nothing but blanks, or line feeds, */
    bool is_blank_in_lines; /* the two together */
};

/* Reads UTF-8 that is valid. */
static struct letters read_letters(const char *text)
{
    struct letters out = {.is_blank = true, .is_blank_in_lines = true};

    for (const unsigned char *at = (const unsigned char *)text; *at; out.count++) {
        int more = *at < 0x80 ? 0 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
        unsigned code = *at & (more == 0 ? 0x7fu : 0x3fu >> more);

        for (at++; more > 0; more--)
            code = code << 6 | (*at++ & 0x3f);
        out.feeds |= code == '\n';
        out.controls |= (code < ' ' && code != '\n') || (code >= 0x7f && code < 0xa0);
        out.is_blank &= code == ' ';
        out.is_blank_in_lines &= code == ' ' || code == '\n';
    }
    return out;
}

/* The text in a JSON object is the same. */
static void check_member(const char *json, const char *text)
{
    json_t *read = NULL;

    REQUIRE(json && json_parse_text(json, strlen(json), 0, &read, NULL) == PAUA_OK);
    json_t *message = json_object_get(read, "message");
    const char *found =
        json_string_value(json_object_get(json_is_object(message) ? message : read, "text"));
    REQUIRE(found && strcmp(found, text) == 0);
    json_decref(read);
}

/* Lists and notices of a message. */
static void check_message(const char *text)
{
    const store_message message = {
        .owner = "abcdefgh", .peer = "hgfedcba", .number = 7, .at_ms = 8, .text = text};
    char *json = json_write_text(message_json(&message), JSON_COMPACT);

    check_member(json, text);
    free(json);
    json = notices_message_json("Ann", &message);
    check_member(json, text);
    free(json);
}

/* A line of a chat goes into the store as an event. */
static void check_chat(const char *text)
{
    struct event event = {.type = EVENT_CHAT, .side = 1}, again;
    char written[EVENT_TEXT_SIZE];
    paua_board *board = NULL;
    paua_position start;

    REQUIRE(paua_board_new(2, 2, 2, &board) == PAUA_OK);
    REQUIRE(paua_position_parse(board, "ww/3/bb", &start, NULL) == PAUA_OK);
    REQUIRE((event.text = strdup(text)));
    event_format(&event, board, written);
    REQUIRE(event_parse("chat", written, board, &start, &again) == PAUA_OK);
    REQUIRE(again.side == 1 && strcmp(again.text, text) == 0);
    event_clear(&event);
    event_clear(&again);
    paua_board_free(board);
}

/* Nothing in what a command writes moves the cursor. */
static void check_printable(const struct command *command)
{
    for (const unsigned char *at = (const unsigned char *)command_text(command); *at; at++)
        REQUIRE((*at >= ' ' || *at == '\n') && *at != 0x7f && (at[0] != 0xc2 || at[1] >= 0xa0));
}

/* Gives a command with the text behind it, which a call must carry on as it is. */
static void check_command(const char *before, const char *text, const char *game)
{
    char line[COMMAND_LINE_MAX + 1];
    struct command_call call;
    bool sent = false;

    if (strlen(before) + strlen(text) > COMMAND_LINE_MAX)
        return;
    snprintf(line, sizeof line, "%s%s", before, text);
    struct command *command = command_new(line, "Bob");
    while (command_next(command, &call)) {
        if (strcmp(call.method, "POST") == 0) {
            check_member(call.body, text + strspn(text, " "));
            sent = true;
        }
        command_answer(command, 200, game, strlen(game));
    }
    REQUIRE(sent);
    check_printable(command);
    command_free(command);
}

/* Shows an answer of the API. */
static void check_shown(const char *line, json_t *answer)
{
    char *json = json_write_text(answer, JSON_COMPACT);
    struct command *command = command_new(line, "Bob");
    struct command_call call;

    REQUIRE(json && command);
    while (command_next(command, &call))
        command_answer(command, 200, json, strlen(json));
    check_printable(command);
    command_free(command);
    free(json);
}

static void check_text(const char *text)
{
    static const char game[] = "{\"id\":\"GkysjnDL\",\"seats\":[{\"colour\":\"b\"}],\"chat\":[]}";
    const struct letters letters = read_letters(text);
    const bool message = text_is_plain(text, MESSAGE_TEXT_MAX, TEXT_MANY_LINES);
    const bool plain = text_is_plain(text, CHAT_MAX, TEXT_ONE_LINE);

    REQUIRE(message == (letters.count > 0 && letters.count <= MESSAGE_TEXT_MAX &&
                        !letters.controls && !letters.is_blank_in_lines));
    REQUIRE(plain == (letters.count > 0 && letters.count <= CHAT_MAX && !letters.controls &&
                      !letters.feeds && !letters.is_blank));
    if (message)
        check_message(text);
    if (plain)
        check_chat(text);
    if (message && !letters.feeds)
        check_command("message Ann ", text, "{}");
    if (plain)
        check_command("chat GkysjnDL ", text, game);
    if (message)
        check_shown("messages Ann",
                    json_pack("{s:s,s:[{s:s,s:b,s:s}]}", "name", "Ann", "messages", "at",
                              "2026-11-25T21:28:03Z", "sent", 0, "text", text));
    if (plain)
        check_shown("chat GkysjnDL",
                    json_pack("{s:s,s:[{s:s}],s:[{s:s,s:s}]}", "id", "GkysjnDL", "seats", "colour",
                              "b", "chat", "colour", "b", "text", text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *json = NULL;

    if (json_parse_text((const char *)data, size, JSON_DECODE_ANY, &json, NULL) != PAUA_OK)
        json = json_stringn((const char *)data, size);
    const char *text =
        json_string_value(json_is_string(json) ? json : json_object_get(json, "text"));

    /* One with a NUL in it is refused as JSON, so that texts end where C ends them. */
    if (text && (!json_is_string(json) || strlen(text) == json_string_length(json)))
        check_text(text);
    json_decref(json);
    return 0;
}
