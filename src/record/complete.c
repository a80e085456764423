/* complete.c - fills in what a record lacks: tags, start, result. Where the record does not say how
 * its moves are to be read, the starts and readings are tried one after the other until all moves
 * are legal. */
#include <paua/replay.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "record/internal.h"

/* How the moves are read. */
enum reading {
    READ_NOTATION, /* by the tag Notation; they are kept as they are */
    READ_SHAPE,    /* each by its shape */
    READ_SWAPPED,  /* likewise, with the letters and numbers of cells exchanged */
    READ_ROWS,     /* likewise, with numbers that count each row's cells from 1 */
};

/* Moves that are legal for so long begin at the right place, even if a later one is not legal. */
enum { PLIES_ENOUGH = 40 };

struct completion {
    const paua_record *from;
    paua_record *out;
    paua_notes *notes;
    paua_board *board; /* owned */
    paua_position start, end;
    enum reading reading;
    paua_notation notation;
    paua_error furthest; /* of the readings that failed */
    char layout[64];     /* of the start: its name, or its board */
    bool named;          /* it is a layout */
};

/* A line of moves that is being converted: the main line or a variation. */
struct converted_line {
    paua_position now;
    paua_position before; /* the position before the last move */
};

/* Adds a note; further ones than PAUA_NOTES_MAX are left out. */
__attribute__((format(printf, 2, 3))) static void add_note(struct completion *completion,
                                                           const char *format, ...)
{
    paua_notes *notes = completion->notes;
    va_list values;
    if (notes->count == PAUA_NOTES_MAX)
        return;
    char *text = notes->text[notes->count++];
    va_start(values, format);
    vsnprintf(text, sizeof notes->text[0], format, values);
    va_end(values);
    /* quoted input may be cut off in the middle of a character */
    if (!record_text_good(text, strlen(text), ""))
        for (char *at = text; *at; at++)
            *at = *at < ' ' || *at > '~' ? '?' : *at;
}

/* Two cells, as in "a1d4" and "a1xd4": rows from 0, columns from 1. */
struct cell_pair {
    int row[2], column[2];
};

static bool read_pair(const char *text, struct cell_pair *out)
{
    for (int i = 0; i < 2; i++) {
        if (i == 1 && (*text == 'x' || *text == '-'))
            text++;
        if (text[0] < 'a' || text[0] > 'z' || text[1] < '1' || text[1] > '9')
            return false;
        out->row[i] = *text++ - 'a';
        out->column[i] = *text++ - '0';
    }
    return *text == '\0';
}

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

/* Writes a pair as text, `one`: as the in-line move of a marble from the first cell towards the
 * second one, however far that is. False: such cells have no such text. */
static bool write_pair(const struct cell_pair *pair, bool one, char text[16])
{
    int rows = pair->row[1] - pair->row[0], columns = pair->column[1] - pair->column[0];
    if (one && rows && columns && rows != columns)
        return false;
    int row = one ? pair->row[0] + sign_of(rows) : pair->row[1];
    int column = one ? pair->column[0] + sign_of(columns) : pair->column[1];
    snprintf(text, 16, "%c%d%c%d", 'a' + pair->row[0], pair->column[0], 'a' + row, column);
    return row >= 0 && row < 26;
}

/* Letters become numbers and numbers letters. */
static void swap_pair(struct cell_pair *pair)
{
    for (int i = 0; i < 2; i++) {
        int row = pair->row[i];
        pair->row[i] = pair->column[i] - 1;
        pair->column[i] = row + 1;
    }
}

/* The number of a row's first cell. */
static int first_column(const paua_board *board, int row)
{
    int column = 1;
    while (column < PAUA_CELLS_MAX && paua_board_cell(board, row, column) == PAUA_NO_CELL)
        column++;
    return column;
}

/* Copies a move whose numbers count each row's cells from 1. False: it is too long for a move. */
static bool count_along_diagonals(const paua_board *board, const char *text, char *word, size_t cap)
{
    size_t length = 0;
    while (*text && length + 8 < cap) {
        char letter = (char)(*text | 32);
        word[length++] = *text++;
        if (letter < 'a' || letter > 'z' || *text < '1' || *text > '9')
            continue;
        length += (size_t)snprintf(word + length, cap - length, "%d",
                                   first_column(board, letter - 'a') + *text++ - '1');
    }
    word[length] = '\0';
    return !*text;
}

/* Reads a move. Programs that name only two cells may mean the cell behind a push by the second. */
static paua_status read_move(const struct completion *completion, const paua_position *position,
                             const char *text, paua_move *move, paua_error *error)
{
    const paua_board *board = completion->board;
    struct cell_pair pair;
    char word[16], counted[48];
    if (completion->reading == READ_NOTATION)
        return paua_move_read(board, position, completion->notation, text, move, error);
    if (completion->reading == READ_ROWS)
        return count_along_diagonals(board, text, counted, sizeof counted)
                   ? paua_move_parse(board, position, counted, move, error)
                   : (error->code = PAUA_ERROR_BAD_SYNTAX);
    bool paired = read_pair(text, &pair);
    if (completion->reading == READ_SWAPPED) {
        if (!paired || pair.row[0] > 8 || pair.row[1] > 8)
            return error->code = PAUA_ERROR_BAD_SYNTAX;
        swap_pair(&pair);
        write_pair(&pair, false, word);
        text = word;
    }
    paua_status status = paua_move_parse(board, position, text, move, error);
    if (status == PAUA_OK || !paired || !write_pair(&pair, true, word))
        return status;
    return paua_move_parse(board, position, word, move, NULL) == PAUA_OK ? PAUA_OK : status;
}

/* Appends an item as it is, or a move in standard notation. */
static paua_status add_converted(struct completion *completion, const paua_item *item,
                                 const char *text)
{
    const char *why;
    return record_add_item(completion->out, item->kind, text, strlen(text), item->line, &why);
}

/* Makes a move on its line and appends it. */
static paua_status convert_move(struct completion *completion, struct converted_line *line,
                                const paua_item *item, int ply, paua_error *error)
{
    char text[PAUA_MOVE_TEXT_MAX];
    paua_error why = {.message = "expected two cells"};
    paua_move move = PAUA_NO_MOVE;
    paua_undo undo;
    paua_status status = read_move(completion, &line->now, item->text, &move, &why);
    if (status != PAUA_OK)
        return record_refuse(error, status, item->line, ply, "%s: %s", item->text, why.message);
    paua_move_format(completion->board, move, text, sizeof text);
    line->before = line->now;
    paua_position_make(completion->board, &line->now, move, &undo);
    return add_converted(completion, item,
                         completion->reading == READ_NOTATION ? item->text : text);
}

/* A player leaves the game. */
static paua_status convert_departure(struct completion *completion, struct converted_line *line,
                                     const paua_item *item, int ply, paua_error *error)
{
    int side = (int)(strchr(RECORD_LETTERS, item->text[0]) - RECORD_LETTERS);
    if (side >= line->now.players ||
        paua_position_leave(completion->board, &line->now, (paua_side)side) != PAUA_OK)
        return record_refuse(error, PAUA_ERROR_ILLEGAL_MOVE, item->line, ply,
                             "%s: this player cannot leave here", item->text);
    return add_converted(completion, item, item->text);
}

/* Copies all items by one reading from one start, and finds the end of the main line. */
static paua_status convert_items(struct completion *completion, paua_error *error)
{
    struct converted_line lines[PAUA_VARIATION_DEPTH + 1];
    int depth = 0, ply = 0;
    lines[0].now = lines[0].before = completion->start;
    record_clear(completion->out);
    for (int i = 0; i < completion->from->item_count; i++) {
        paua_item item = paua_record_item(completion->from, i);
        paua_status status;
        if (item.kind == PAUA_ITEM_MOVE) {
            ply += depth == 0;
            status = convert_move(completion, &lines[depth], &item, ply, error);
        } else if (item.kind == PAUA_ITEM_DEPARTURE) {
            status = convert_departure(completion, &lines[depth], &item, ply, error);
        } else {
            if (item.kind == PAUA_ITEM_OPEN) {
                lines[depth + 1].now = lines[depth].before;
                depth++;
            }
            depth -= item.kind == PAUA_ITEM_CLOSE;
            status = add_converted(completion, &item, item.text);
        }
        if (status != PAUA_OK)
            return status;
    }
    completion->end = lines[0].now;
    return PAUA_OK;
}

/* Sets the start; the board is kept if it is the same. */
static paua_status set_start(struct completion *completion, const char *text, paua_error *error)
{
    int sides[3];
    paua_board *board = completion->board;
    paua_status status = paua_position_shape(text, sides, error);
    if (status != PAUA_OK)
        return status;
    if (!board || paua_board_side(board, 0) != sides[0] || paua_board_side(board, 1) != sides[1] ||
        paua_board_side(board, 2) != sides[2]) {
        status = paua_board_new(sides[0], sides[1], sides[2], &board);
        if (status != PAUA_OK)
            return status;
        paua_board_free(completion->board);
        completion->board = board;
    }
    return paua_position_parse(board, text, &completion->start, error);
}

/* Whether PlayStrategy wrote the record: by its name for every game, its site, or its letters for
 * marbles. */
static bool is_playstrategy(const paua_record *record)
{
    const char *variant = paua_record_tag(record, "Variant"),
               *site = paua_record_tag(record, "Site"), *fen = paua_record_tag(record, "FEN");
    return (variant && (strcmp(variant, "Abalone") == 0 || strcmp(variant, "abalone") == 0)) ||
           (site && strstr(site, "playstrategy")) || (fen && memchr(fen, 'S', strcspn(fen, " ")));
}

/* Tries the start that is set, by each reading; keeps the error of the one that got furthest. */
static paua_status try_readings(struct completion *completion)
{
    const char *tag = paua_record_tag(completion->from, "Notation");
    bool tagged = tag && record_notation(tag, &completion->notation);
    enum reading first = tagged                                     ? READ_NOTATION
                         : tag && strcasecmp(tag, "row-local") == 0 ? READ_ROWS
                                                                    : READ_SHAPE;
    enum reading last =
        first == READ_SHAPE && is_playstrategy(completion->from) ? READ_SWAPPED : first;
    paua_status status = PAUA_OK;
    for (int reading = (int)first; reading <= (int)last; reading++) {
        paua_error error = {.code = PAUA_OK};
        completion->reading = (enum reading)reading;
        status = convert_items(completion, &error);
        if (status == PAUA_OK || status == PAUA_ERROR_NO_MEMORY)
            return status;
        if (completion->furthest.code == PAUA_OK || error.ply > completion->furthest.ply)
            completion->furthest = error;
    }
    return status;
}

/* The start is given by the tag Position, or by FEN. */
static paua_status try_position(struct completion *completion, const char *name, const char *text)
{
    paua_error why = {.code = PAUA_OK};
    paua_status status = set_start(completion, text, &why);
    if (status == PAUA_ERROR_NO_MEMORY)
        return status;
    if (status != PAUA_OK)
        return record_refuse(&completion->furthest, status, 0, 0, "%s '%.60s': %s", name, text,
                             why.message);
    return try_readings(completion);
}

/* Tries a layout. */
static paua_status try_layout(struct completion *completion, const char *name)
{
    paua_status status = set_start(completion, name, NULL);
    return status == PAUA_OK ? try_readings(completion) : status;
}

/* PlayStrategy begins with the Belgian daisy, either way round. */
static paua_status try_daisies(struct completion *completion)
{
    paua_status status = PAUA_ERROR_ILLEGAL_MOVE;
    if (is_playstrategy(completion->from)) {
        status = try_layout(completion, "belgian-daisy");
        if (status != PAUA_OK && status != PAUA_ERROR_NO_MEMORY)
            status = try_layout(completion, "bowl-2");
    }
    return status;
}

/* Tries layouts until the moves are legal: the usual one first. */
static paua_status try_layouts(struct completion *completion)
{
    int players = record_players(completion->from);
    paua_status status = PAUA_ERROR_ILLEGAL_MOVE;
    for (int i = 0; i < paua_layout_count() && completion->furthest.ply <= PLIES_ENOUGH; i++) {
        if (paua_layout_at(i)->players != players)
            continue;
        status = try_layout(completion, paua_layout_at(i)->name);
        if (status == PAUA_OK || status == PAUA_ERROR_NO_MEMORY)
            return status;
    }
    return status;
}

/* A name that is no layout: the moves must be legal to their end from exactly one, or they could
 * begin anywhere. */
static paua_status guess_layout(struct completion *completion, const char *variant)
{
    int players = record_players(completion->from);
    const paua_layout *found = NULL;
    for (int i = 0; i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at(i);
        if (layout->players != players)
            continue;
        paua_status status = try_layout(completion, layout->name);
        if (status == PAUA_ERROR_NO_MEMORY)
            return status;
        if (status == PAUA_OK && found)
            return record_refuse(&completion->furthest, PAUA_ERROR_AMBIGUOUS, 0, 0,
                                 "Variant '%.40s': no layout has this name, and the moves are "
                                 "legal from %s and %s, expected a name or the tag Position",
                                 variant, found->name, layout->name);
        if (status == PAUA_OK)
            found = layout;
    }
    if (found)
        return try_layout(completion, found->name);
    const paua_error near = completion->furthest;
    return record_refuse(&completion->furthest, near.code, near.line, near.ply,
                         "Variant '%.40s': no layout has this name, and from none are the moves "
                         "legal: %.90s",
                         variant, near.message);
}

/* Finds the start of a record without Position, FEN and the name of a layout. */
static paua_status find_layout(struct completion *completion, const char *variant)
{
    /* by the specification of APGN this one has the tag Position */
    if (variant && strcmp(variant, "custom") == 0)
        return record_refuse(&completion->furthest, PAUA_ERROR_BAD_SYNTAX, 0, 0,
                             "Variant 'custom': expected the tag Position as well");
    paua_status status = try_daisies(completion);
    if (status == PAUA_OK || status == PAUA_ERROR_NO_MEMORY)
        return status;
    return variant && strcmp(variant, "?") != 0 ? guess_layout(completion, variant)
                                                : try_layouts(completion);
}

/* Whether the game begins with this layout. */
static bool starts_with(const struct completion *completion, const paua_layout *layout)
{
    int sides[3];
    paua_position position;
    for (int i = 0; i < 3; i++)
        sides[i] = paua_board_side(completion->board, i);
    return memcmp(sides, layout->sides, sizeof sides) == 0 &&
           paua_position_parse(completion->board, layout->rows, &position, NULL) == PAUA_OK &&
           paua_position_same(&position, &completion->start);
}

/* Finds the start and copies the items. */
static paua_status find_start(struct completion *completion)
{
    const paua_record *from = completion->from;
    const char *position = paua_record_tag(from, "Position"), *fen = paua_record_tag(from, "FEN");
    const char *variant = paua_record_tag(from, "Variant");
    const paua_layout *layout =
        variant ? paua_layout_find_for(variant, record_players(from)) : NULL;
    paua_status status;
    if (position || fen) {
        status = position ? try_position(completion, "Position", position)
                          : try_position(completion, "FEN", fen);
    } else if (layout) {
        status = try_layout(completion, layout->name);
    } else {
        status = find_layout(completion, variant);
    }
    if (status != PAUA_OK)
        return status;
    const paua_layout *found = record_start_layout(completion->board, &completion->start);
    /* a name in the record stays: where it is another one the start is a position */
    completion->named = !position && (layout ? starts_with(completion, layout) : found && !variant);
    if (found)
        snprintf(completion->layout, sizeof completion->layout, "%s", found->name);
    else
        snprintf(completion->layout, sizeof completion->layout, "%dx%dx%d",
                 paua_board_side(completion->board, 0), paua_board_side(completion->board, 1),
                 paua_board_side(completion->board, 2));
    if (!position && fen)
        add_note(completion, "the start is that of the tag FEN");
    else if (!position && variant && !layout)
        add_note(completion,
                 "the Variant '%.60s' is no layout: the moves are legal from %s, the Position now",
                 variant, completion->layout);
    else if (!position && !variant)
        add_note(completion, "the tag Variant is missing: the moves are legal from %s",
                 completion->layout);
    return PAUA_OK;
}

/* The result: of the moves, of the tag, or of the board. */
static const char *find_result(struct completion *completion)
{
    const paua_record *from = completion->from;
    const char *tag = paua_record_tag(from, "Result");
    if (from->ended)
        return from->result;
    if (tag && record_result(tag, strlen(tag))) {
        add_note(completion,
                 "the result behind the moves is missing: it is that of the tag Result");
        return record_result(tag, strlen(tag));
    }
    const char *rules_tag = paua_record_tag(from, "Rules");
    paua_rules rules = paua_rules_solver(completion->board), named;
    if (rules_tag && paua_rules_parse(completion->board, rules_tag, &named, NULL) == PAUA_OK)
        rules.win = named.win;
    paua_outcome outcome = paua_position_outcome(completion->board, &rules, &completion->end);
    bool won = outcome.reason == PAUA_REASON_EJECTIONS || outcome.reason == PAUA_REASON_CENTRAL ||
               outcome.reason == PAUA_REASON_RESIGNATION;
    const char *result = paua_result_text(won ? outcome.result : PAUA_RESULT_ONGOING);
    add_note(completion, "the result is missing: '%s' by the board", result);
    return result;
}

/* The value of a mandatory tag that the record lacks. */
static const char *tag_default(const struct completion *completion, const char *name,
                               const char *result)
{
    /* what match runners call the players by the order of their moves */
    static const char *const others[][2] = {
        {"Black", "Player1"}, {"White", "Player2"}, {"Black", "P1"}, {"White", "P2"}};
    const char *value = NULL;
    for (size_t i = 0; i < sizeof others / sizeof *others && !value; i++)
        if (strcmp(name, others[i][0]) == 0)
            value = paua_record_tag(completion->from, others[i][1]);
    if (value)
        return value;
    if (strcmp(name, "Date") == 0)
        value = paua_record_tag(completion->from, "UTCDate");
    if (strcmp(name, "Variant") == 0)
        return completion->layout;
    if (strcmp(name, "Result") == 0)
        return result;
    if (strcmp(name, "Notation") == 0)
        return "Aba-Pro";
    return value ? value : strcmp(name, "Date") == 0 ? "????.??.??" : "?";
}

/* Adds the mandatory tags, and notes those that were missing. */
static paua_status add_mandatory(struct completion *completion, const char *result)
{
    char missing[80] = "";
    bool kept = completion->reading == READ_NOTATION;
    for (int i = 0; i < RECORD_MANDATORY; i++) {
        const char *name = record_mandatory[i], *value = paua_record_tag(completion->from, name);
        if (!value)
            snprintf(missing + strlen(missing), sizeof missing - strlen(missing), "%s%s",
                     *missing ? ", " : "", name);
        if (!value || (strcmp(name, "Notation") == 0 && !kept))
            value = tag_default(completion, name, result);
        paua_status status = paua_record_add_tag(completion->out, name, value);
        if (status != PAUA_OK)
            return status;
    }
    if (*missing)
        add_note(completion, "missing tags were filled in: %s", missing);
    return PAUA_OK;
}

/* Whether a tag is copied behind the mandatory ones: FEN has become the start. */
static bool is_copied(const struct completion *completion, const char *name)
{
    for (int i = 0; i < RECORD_MANDATORY; i++)
        if (strcmp(name, record_mandatory[i]) == 0)
            return false;
    if (paua_record_tag(completion->from, "Position"))
        return true;
    return strcmp(name, "FEN") != 0 && strcmp(name, "SetUp") != 0;
}

/* Adds the tags that say where the game begins, if no layout does. */
static paua_status add_start(struct completion *completion)
{
    const paua_record *from = completion->from;
    char text[PAUA_POSITION_TEXT_MAX];
    paua_status status = PAUA_OK;
    int players = completion->start.players;
    if (players != PAUA_SIDES && !paua_record_tag(from, "Players")) {
        snprintf(text, sizeof text, "%d", players);
        status = paua_record_add_tag(completion->out, "Players", text);
    }
    if (status != PAUA_OK || completion->named || paua_record_tag(from, "Position"))
        return status;
    paua_position_format(completion->board, &completion->start, text, sizeof text);
    status = paua_record_add_tag(completion->out, "SetUp", "1");
    return status == PAUA_OK ? paua_record_add_tag(completion->out, "Position", text) : status;
}

/* Adds all tags and the result. */
static paua_status add_tags(struct completion *completion)
{
    const paua_record *from = completion->from;
    const char *result = find_result(completion);
    paua_status status = add_mandatory(completion, result);
    if (status == PAUA_OK)
        status = add_start(completion);
    for (int i = 0; status == PAUA_OK && i < from->tag_count; i++)
        if (is_copied(completion, paua_record_tag_name(from, i)))
            status = paua_record_add_tag(completion->out, paua_record_tag_name(from, i),
                                         paua_record_tag_value(from, i));
    if (completion->reading == READ_SWAPPED)
        add_note(completion, "letters and numbers of the cells were exchanged");
    if (completion->reading == READ_ROWS)
        add_note(completion, "numbers of the cells begin with 1 in each row");
    completion->out->result = result;
    completion->out->result_line = from->result_line;
    return status;
}

/* Whether a record lacks nothing. */
static bool is_complete(const paua_record *record)
{
    for (int i = 0; i < RECORD_MANDATORY; i++)
        if (!paua_record_tag(record, record_mandatory[i]))
            return false;
    const char *variant = paua_record_tag(record, "Variant");
    if (paua_record_tag(record, "FEN") && !paua_record_tag(record, "Position"))
        return false;
    paua_notation notation;
    return record->ended && record_notation(paua_record_tag(record, "Notation"), &notation) &&
           (paua_record_tag(record, "Position") ||
            paua_layout_find_for(variant, record_players(record)));
}

/* Copies a record as it is. */
static paua_status copy_record(const paua_record *from, paua_record *out)
{
    paua_status status = PAUA_OK;
    const char *why;
    for (int i = 0; status == PAUA_OK && i < from->tag_count; i++)
        status =
            paua_record_add_tag(out, paua_record_tag_name(from, i), paua_record_tag_value(from, i));
    for (int i = 0; status == PAUA_OK && i < from->item_count; i++) {
        paua_item item = paua_record_item(from, i);
        status = record_add_item(out, item.kind, item.text, strlen(item.text), item.line, &why);
    }
    out->result = from->result;
    out->result_line = from->result_line;
    return status;
}

/* Says what the reader passed over. */
static void note_skipped(struct completion *completion)
{
    for (int skip = 0; skip < RECORD_SKIPS; skip++)
        if (completion->from->skipped >> skip & 1)
            add_note(completion, "%s", record_skip_text((enum record_skip)skip));
}

paua_status paua_record_complete(const paua_record *record, paua_record *out, paua_notes *notes,
                                 paua_error *error)
{
    struct completion completion = {.from = record, .out = out, .notes = notes};
    notes->count = 0;
    note_skipped(&completion);
    record_clear(out);
    if (is_complete(record))
        return copy_record(record, out);
    paua_status status = find_start(&completion);
    if (status == PAUA_OK) {
        status = add_tags(&completion);
    } else if (status != PAUA_ERROR_NO_MEMORY) {
        status = completion.furthest.code;
        if (error)
            *error = completion.furthest;
    }
    paua_board_free(completion.board);
    return status;
}
