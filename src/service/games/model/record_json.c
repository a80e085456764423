/* record_json.c - reads a game from text, tolerates common faults, and replays it into JSON. */
#include "service/games/model/record_json.h"

#include <stdio.h>
#include <string.h>

#include <paua/replay.h>

#include "service/games/model/setup.h"

/* Moves of a record, its variations among them: room for the longest game of this server and a
 * review of it. More would keep other requests waiting. */
#define RECORD_MOVES_MAX (4 * GAME_PLIES_MAX)

/* The game that is read. The replay writes its moves. */
struct record_reader {
    paua_apgn_text text;
    paua_record *record; /* owned */
    paua_replay replay;
    paua_notes notes;
    json_t *moves; /* owned */
};

/* A paua_replay_step: writes the move in standard notation. */
static void write_move(const paua_board *board, const paua_position *before, paua_move move,
                       void *context)
{
    struct record_reader *reader = context;
    char text[PAUA_MOVE_TEXT_MAX];

    (void)before;
    paua_move_format(board, move, text, sizeof text);
    json_array_append_new(reader->moves, json_string(text));
}

/* All tags by name. */
static json_t *tags_json(const paua_record *record)
{
    json_t *tags = json_object();

    for (int i = 0; i < paua_record_tags(record); i++)
        json_object_set_new(tags, paua_record_tag_name(record, i),
                            json_string(paua_record_tag_value(record, i)));
    return tags;
}

/* The name that an item has in a remark or in a variation. */
static const char *item_name(paua_item_kind kind)
{
    switch (kind) {
    case PAUA_ITEM_MOVE:
        return "move";
    case PAUA_ITEM_DEPARTURE:
        return "leaves";
    case PAUA_ITEM_GLYPH:
        return "glyph";
    case PAUA_ITEM_COMMENT:
    case PAUA_ITEM_LINE:
        return "comment";
    case PAUA_ITEM_OPEN:
    case PAUA_ITEM_CLOSE:
        return "variation";
    }
    return "";
}

/* Appends an item to a line; returns its array if it is a variation. `ply` -1: it has no ply. */
static json_t *append_item(json_t *line, const paua_item *item, int ply)
{
    json_t *variation = item->kind == PAUA_ITEM_OPEN ? json_array() : NULL;
    json_t *value = variation ? variation : json_string(item->text);
    json_t *object = ply < 0 ? json_object() : json_pack("{s:i}", "ply", ply);

    if (json_object_set_new(object, item_name(item->kind), value) != 0) {
        json_decref(object);
        return NULL;
    }
    return json_array_append_new(line, object) == 0 ? variation : NULL;
}

/* What stands between the moves of the main line: comments, glyphs, departures and variations, in
 * which the items are nested likewise. `ply` is the number of moves before it. */
static json_t *remarks_json(const paua_record *record)
{
    json_t *lines[PAUA_VARIATION_DEPTH + 1] = {json_array()}; /* the open ones; [0] owned */
    int depth = 0, ply = 0;

    for (int i = 0; i < paua_record_items(record); i++) {
        paua_item item = paua_record_item(record, i);

        if (item.kind == PAUA_ITEM_CLOSE) {
            depth--;
        } else if (item.kind == PAUA_ITEM_MOVE && depth == 0) {
            ply++;
        } else {
            json_t *variation = append_item(lines[depth], &item, depth == 0 ? ply : -1);
            if (item.kind == PAUA_ITEM_OPEN)
                lines[++depth] = variation;
        }
    }
    return lines[0];
}

/* The notes as an array of texts. */
static json_t *notes_json(const paua_notes *notes)
{
    json_t *all = json_array();

    for (int i = 0; i < notes->count; i++)
        json_array_append_new(all, json_string(notes->text[i]));
    return all;
}

/* The answer; takes over the moves. Its rules are those by which the game was replayed: archives
 * are older than our rules, and only ejections end a game there. */
static json_t *record_json(struct record_reader *reader, int games)
{
    const paua_replay *replay = &reader->replay;
    const paua_rules rules = {.win = replay->rules.win};
    char board[16], start[PAUA_POSITION_TEXT_MAX], end[PAUA_POSITION_TEXT_MAX];
    json_t *moves = reader->moves;

    reader->moves = NULL;
    setup_board_text(replay->board, board);
    paua_position_format(replay->board, &replay->start, start, sizeof start);
    paua_position_format(replay->board, &replay->end, end, sizeof end);
    return json_pack("{s:o,s:s,s:s,s:s,s:o,s:o,s:o,s:s,s:o,s:i}", "tags", tags_json(reader->record),
                     "board", board, "start", start, "position", end, "rules",
                     setup_rules_json(replay->board, &rules), "moves", moves, "remarks",
                     remarks_json(reader->record), "result", paua_record_result(reader->record),
                     "notes", notes_json(&reader->notes), "games", games);
}

/* Completes and replays a game. */
static paua_status read_game(struct record_reader *reader, const paua_record *record,
                             paua_error *refusal)
{
    int moves = 0;

    for (int i = 0; i < paua_record_items(record); i++)
        moves += paua_record_item(record, i).kind == PAUA_ITEM_MOVE;
    if (moves > RECORD_MOVES_MAX) {
        *refusal = (paua_error){.code = PAUA_ERROR_UNSUPPORTED};
        snprintf(refusal->message, sizeof refusal->message,
                 "the game has %d moves, with those of its variations, expected at most %d", moves,
                 RECORD_MOVES_MAX);
        return refusal->code;
    }
    paua_status status = paua_record_complete(record, reader->record, &reader->notes, refusal);
    return status == PAUA_OK
               ? paua_replay_record(&reader->replay, reader->record, write_move, reader, refusal)
               : status;
}

/* Reads game number `wanted` of the text into the reader, and counts all games.
 * PAUA_ERROR_NOT_FOUND: there is no such game. */
static paua_status read_games(struct record_reader *reader, int wanted, int *games,
                              paua_error *refusal)
{
    const paua_record *record = NULL;
    paua_apgn_reader *apgn;
    paua_status found = PAUA_ERROR_NOT_FOUND, status;

    if (paua_apgn_reader_new(paua_apgn_read_text, &reader->text, &apgn) != PAUA_OK)
        return PAUA_ERROR_NO_MEMORY;
    paua_apgn_forgive(apgn);
    do {
        paua_error why = {.code = PAUA_OK};
        status = paua_apgn_next(apgn, &record, &why);
        if (status == PAUA_ERROR_NOT_FOUND || paua_apgn_game(apgn) != wanted)
            continue;
        found = status;
        if (status == PAUA_OK)
            found = read_game(reader, record, &why);
        *refusal = why;
    } while (status == PAUA_OK || status == PAUA_ERROR_BAD_SYNTAX);
    *games = paua_apgn_game(apgn);
    paua_apgn_reader_free(apgn);
    return found == PAUA_ERROR_NOT_FOUND && status != PAUA_ERROR_NOT_FOUND ? status : found;
}

/* Says where and why a game was refused. */
static bool refuse_record(const paua_error *refusal, struct api_error *error)
{
    if (refusal->ply && refusal->line)
        return api_error_set(error, 422, "bad_record", "line %ld, move %d: %s", refusal->line,
                             refusal->ply, refusal->message);
    if (refusal->line)
        return api_error_set(error, 422, "bad_record", "line %ld: %s", refusal->line,
                             refusal->message);
    return api_error_set(error, 422, "bad_record", "%s", refusal->message);
}

bool record_json_read(const char *text, size_t size, int game, json_t **out,
                      struct api_error *error)
{
    struct record_reader reader = {.text = {text, size}, .moves = json_array()};
    paua_error refusal = {.code = PAUA_OK};
    paua_status status = PAUA_ERROR_NO_MEMORY;
    int games = 0;

    if (reader.moves && paua_record_new(&reader.record) == PAUA_OK)
        status = read_games(&reader, game, &games, &refusal);
    *out = status == PAUA_OK ? record_json(&reader, games) : NULL;
    if (status == PAUA_OK && !*out)
        status = PAUA_ERROR_NO_MEMORY;
    json_decref(reader.moves);
    paua_replay_end(&reader.replay);
    paua_record_free(reader.record);
    if (status == PAUA_OK)
        return true;
    if (status == PAUA_ERROR_NO_MEMORY)
        return api_error_no_memory(error);
    if (status == PAUA_ERROR_NOT_FOUND)
        return api_error_set(error, 422, "bad_record", "text: expected a game%s",
                             games ? ", it has fewer of them" : " or a list of moves");
    return refuse_record(&refusal, error);
}
