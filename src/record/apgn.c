#include <paua/record.h>

#include <string.h>

#include <paua/notation.h>

#include "notation/text.h"

enum { LINE_MAX_BYTES = 80 };

static void put_tag(struct text_out *out, const char *name, const char *value)
{
    text_put(out, "[%s \"", name);
    for (const char *c = value; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_put(out, "\\");
        text_put(out, "%c", (unsigned char)*c < ' ' || *c == 127 ? ' ' : *c);
    }
    text_put(out, "\"]\n");
}

static void put_known(struct text_out *out, const char *name, const char *value)
{
    if (value)
        put_tag(out, name, value);
}

static void put_number(struct text_out *out, const char *name, int value)
{
    if (value > 0)
        text_put(out, "[%s \"%d\"]\n", name, value);
}

static const char *known(const char *value, const char *otherwise)
{
    return value ? value : otherwise;
}

/* The layout that a game began with, or NULL. */
static const paua_layout *layout_of(const paua_board *board, const paua_position *start)
{
    for (int i = 0; i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at(i);
        paua_position position;
        bool same = true;
        for (int side = 0; side < 3; side++)
            same = same && layout->sides[side] == paua_board_side(board, side);
        if (same && paua_position_parse(board, layout->rows, &position, NULL) == PAUA_OK &&
            paua_position_same(&position, start))
            return layout;
    }
    return NULL;
}

/* The rows of the native form, a prefix that names the board included; then what APGN adds. */
static void put_position(struct text_out *out, const paua_board *board, const paua_position *start)
{
    char text[PAUA_POSITION_TEXT_MAX];
    int black_out = start->ejected[PAUA_WHITE], white_out = start->ejected[PAUA_BLACK];

    paua_position_format(board, start, text, sizeof text);
    text_put(out, "[Position \"%.*s", (int)strcspn(text, " "), text);
    if (black_out || white_out)
        text_put(out, "-%db%dw", black_out, white_out);
    text_put(out, " %c\"]\n", start->to_move == PAUA_BLACK ? 'b' : 'w');
}

static void put_tags(struct text_out *out, const paua_game *game, const paua_tags *tags)
{
    const paua_board *board = paua_game_board(game);
    const paua_position *start = paua_game_start(game);
    const paua_layout *layout = layout_of(board, start);
    paua_outcome outcome = paua_game_outcome(game);

    put_tag(out, "Event", known(tags->event, "?"));
    put_tag(out, "Date", known(tags->date, "????.??.??"));
    put_tag(out, "Black", known(tags->black, "?"));
    put_tag(out, "White", known(tags->white, "?"));
    if (layout)
        put_tag(out, "Variant", layout->name);
    else
        text_put(out, "[Variant \"%dx%dx%d\"]\n", paua_board_side(board, 0),
                 paua_board_side(board, 1), paua_board_side(board, 2));
    put_tag(out, "Result", paua_result_text(outcome.result));
    put_tag(out, "Notation", "Aba-Pro");
    if (!layout) {
        put_tag(out, "SetUp", "1");
        put_position(out, board, start);
    }
    if (tags->termination || outcome.result != PAUA_ONGOING)
        put_tag(out, "Termination", known(tags->termination, paua_reason_name(outcome.reason)));
    text_put(out, "[Plies \"%d\"]\n", paua_game_moves(game));
    put_known(out, "Source", tags->source);
    put_number(out, "BlackElo", tags->black_elo);
    put_number(out, "WhiteElo", tags->white_elo);
    put_known(out, "TimeControl", tags->time_control);
    put_known(out, "Annotator", tags->annotator);
}

/* One word of the text of moves, on the line if it still fits there. */
static void put_word(struct text_out *out, size_t *line, const char *word)
{
    size_t length = strlen(word);

    if (*line && *line + 1 + length > LINE_MAX_BYTES) {
        text_put(out, "\n");
        *line = 0;
    }
    text_put(out, "%s%s", *line ? " " : "", word);
    *line += length + (*line ? 1 : 0);
}

static void put_move_number(struct text_out *out, size_t *line, int number, const char *dots)
{
    char word[16];
    struct text_out in_word = text_out_begin(word, sizeof word);

    text_put(&in_word, "%d%s", number, dots);
    put_word(out, line, word);
}

static void put_moves(struct text_out *out, const paua_game *game)
{
    bool white_first = paua_game_start(game)->to_move == PAUA_WHITE;
    int count = paua_game_moves(game);
    size_t line = 0;

    for (int i = 0; i < count; i++) {
        char word[PAUA_MOVE_TEXT_MAX];
        int half = i + white_first;
        if (half % 2 == 0)
            put_move_number(out, &line, half / 2 + 1, ".");
        else if (i == 0)
            put_move_number(out, &line, 1, "...");
        paua_move_format(paua_game_board(game), paua_game_move(game, i), word, sizeof word);
        put_word(out, &line, word);
    }
    put_word(out, &line, paua_result_text(paua_game_outcome(game).result));
    text_put(out, "\n");
}

size_t paua_apgn_format(const paua_game *game, const paua_tags *tags, char *text, size_t cap)
{
    static const paua_tags nothing;
    struct text_out out = text_out_begin(text, cap);

    put_tags(&out, game, tags ? tags : &nothing);
    text_put(&out, "\n");
    put_moves(&out, game);
    return out.length;
}
