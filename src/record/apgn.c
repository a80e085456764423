/* apgn.c - writes a paua_game as APGN: tags from the game and the caller, then the moves. write.c
 * does the same for a record that was read. */
#include <paua/notation.h>

#include "base/options.h"
#include "record/internal.h"

/* A tag with any text: quotes are escaped, control characters become blanks. */
static void put_free_tag(struct text_out *out, const char *name, const char *value)
{
    text_put(out, "[%s \"", name);
    for (const char *c = value; *c; c++) {
        if (*c == '"' || *c == '\\')
            put_text(out, "\\");
        put_bytes(out, (unsigned char)*c < ' ' || *c == 127 ? " " : c, 1);
    }
    put_text(out, "\"]\n");
}

/* A tag that is left out if its value is unknown. */
static void put_optional_tag(struct text_out *out, const char *name, const char *value)
{
    if (value)
        put_free_tag(out, name, value);
}

static void put_number_tag(struct text_out *out, const char *name, int value)
{
    if (value > 0)
        text_put(out, "[%s \"%d\"]\n", name, value);
}

static const char *value_or(const char *value, const char *otherwise)
{
    return value ? value : otherwise;
}

const paua_layout *record_start_layout(const paua_board *board, const paua_position *start)
{
    paua_position alone = *start;
    alone.teams = PAUA_TEAMS_NONE;
    for (int i = 0; i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at(i);
        paua_position position;
        bool same = layout->players == start->players;
        for (int side = 0; side < 3; side++)
            same = same && layout->sides[side] == paua_board_side(board, side);
        if (same && paua_position_parse(board, layout->rows, &position, NULL) == PAUA_OK &&
            paua_position_same(&position, &alone))
            return layout;
    }
    return NULL;
}

/* The tag Position: rows of the native form with its board prefix, then APGN's losses and side.
 * Where that form cannot express the position, the whole native form. */
static void put_position(struct text_out *out, const paua_board *board, const paua_position *start)
{
    char text[PAUA_POSITION_TEXT_MAX];
    int black_out = start->ejected[PAUA_WHITE], white_out = start->ejected[PAUA_BLACK];
    paua_position_format(board, start, text, sizeof text);
    if (start->players != PAUA_SIDES || start->crowned) {
        put_tag(out, "Position", text);
        return;
    }
    text_put(out, "[Position \"%.*s", (int)strcspn(text, " "), text);
    if (black_out || white_out)
        text_put(out, "-%db%dw", black_out, white_out);
    text_put(out, " %c\"]\n", RECORD_LETTERS[start->to_move]);
}

/* The tags of a game for three to six players. */
static void put_players(struct text_out *out, const paua_position *start, const paua_tags *tags)
{
    static const char *const names[] = {"Red", "Green", "Yellow", "Purple"};
    static const char *const teams[PAUA_TEAMS_COUNT] = {"", "br-wg", "bg-wr", "bg-wy-rp"};
    if (start->players == PAUA_SIDES)
        return;
    put_number_tag(out, "Players", start->players);
    for (int i = PAUA_SIDES; i < start->players; i++)
        put_free_tag(out, names[i - PAUA_SIDES], value_or(tags->others[i - PAUA_SIDES], "?"));
    if (start->teams)
        put_tag(out, "Teams", teams[start->teams]);
}

/* The tag Rules, unless the game is played by the board's default rules. */
static void put_rules(struct text_out *out, const paua_game *game)
{
    const paua_board *board = paua_game_board(game);
    paua_rules usual = paua_rules_default(board);
    char text[PAUA_RULES_TEXT_MAX];
    if (paua_rules_same(paua_game_rules(game), &usual))
        return;
    paua_rules_format(board, paua_game_rules(game), text, sizeof text);
    put_tag(out, "Rules", text);
}

/* All tags, in APGN's order. */
static void put_tags(struct text_out *out, const paua_game *game, const paua_tags *tags)
{
    const paua_board *board = paua_game_board(game);
    const paua_position *start = paua_game_start(game);
    const paua_layout *layout = record_start_layout(board, start);
    paua_outcome outcome = paua_game_outcome(game);
    put_free_tag(out, "Event", value_or(tags->event, "?"));
    put_free_tag(out, "Date", value_or(tags->date, "????.??.??"));
    put_free_tag(out, "Black", value_or(tags->black, "?"));
    put_free_tag(out, "White", value_or(tags->white, "?"));
    if (layout)
        put_tag(out, "Variant", layout->name);
    else
        text_put(out, "[Variant \"%dx%dx%d\"]\n", paua_board_side(board, 0),
                 paua_board_side(board, 1), paua_board_side(board, 2));
    put_tag(out, "Result", paua_result_text(outcome.result));
    put_tag(out, "Notation", "Aba-Pro");
    put_players(out, start, tags);
    if (!layout) {
        put_tag(out, "SetUp", "1");
        put_position(out, board, start);
    }
    put_rules(out, game);
    if (tags->termination || outcome.result != PAUA_RESULT_ONGOING)
        put_free_tag(out, "Termination",
                     value_or(tags->termination, paua_reason_name(outcome.reason)));
    text_put(out, "[Plies \"%d\"]\n", paua_game_moves(game));
    put_optional_tag(out, "Source", tags->source);
    put_number_tag(out, "BlackElo", tags->black_elo);
    put_number_tag(out, "WhiteElo", tags->white_elo);
    put_optional_tag(out, "TimeControl", tags->time_control);
    put_optional_tag(out, "Annotator", tags->annotator);
    put_optional_tag(out, "Round", tags->round);
}

/* A move number and its moves, which stay on one line. */
struct move_group {
    char text[16 + PAUA_PLAYERS_MAX * (PAUA_MOVE_TEXT_MAX + 1)];
    struct text_out out;
};

static void group_begin(struct move_group *group)
{
    group->out = text_out_begin(group->text, sizeof group->text);
}

/* Writes the group to the line and begins an empty one. */
static void group_end(struct move_group *group, struct line_writer *line)
{
    if (group->out.length) {
        line_room(line, group->out.length);
        line_put(line, group->text, group->out.length);
    }
    group_begin(group);
}

/* Writes the players who left after `moves` moves; *departure is the index of the next
 * departure. */
static void put_departures(struct move_group *group, struct line_writer *line,
                           const paua_game *game, int moves, int *departure)
{
    for (; *departure < paua_game_departures(game); ++*departure) {
        int move;
        paua_reason reason;
        paua_side side = paua_game_departure(game, *departure, &move, &reason);
        if (move != moves)
            return;
        group_end(group, line);
        text_put(&group->out, "%c:%s", RECORD_LETTERS[side],
                 reason == PAUA_REASON_TIME ? "time" : "resigns");
        group_end(group, line);
    }
}

/* The move text with numbers, departures and result. */
static void put_moves(struct text_out *out, const paua_game *game)
{
    const paua_position *start = paua_game_start(game);
    int count = paua_game_moves(game), departure = 0;
    struct line_writer line = {out, 0};
    struct move_group group;
    group_begin(&group);
    for (int i = 0;; i++) {
        char word[PAUA_MOVE_TEXT_MAX];
        int turn = i + start->to_move;
        bool begins = turn % start->players == 0;
        put_departures(&group, &line, game, i, &departure);
        if (i == count)
            break;
        if (begins)
            group_end(&group, &line);
        if (group.out.length == 0)
            text_put(&group.out, "%d%s", turn / start->players + 1, begins ? "." : "...");
        paua_move_format(paua_game_board(game), paua_game_move(game, i), word, sizeof word);
        text_put(&group.out, " %s", word);
    }
    group_end(&group, &line);
    line_result(&line, paua_result_text(paua_game_outcome(game).result));
}

size_t paua_apgn_format(const paua_game *game, const paua_tags *tags, char *text, size_t cap)
{
    static const paua_tags nothing = {.size = sizeof(paua_tags)};
    struct text_out out = text_out_begin(text, cap);
    if (tags && !OPTIONS_SIZED(tags))
        return 0;
    put_tags(&out, game, tags ? tags : &nothing);
    put_text(&out, "\n");
    put_moves(&out, game);
    return out.length;
}
