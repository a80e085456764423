/* replay.c - replays a record by the rules: sets up the start from the tags, makes every move of
 * the main line and the variations, and compares the result with the board. */
#include <paua/replay.h>

#include <stdio.h>

#include "record/internal.h"
#include "rules/teams.h"

const char *const record_mandatory[RECORD_MANDATORY] = {
    "Event", "Date", "Black", "White", "Variant", "Result", "Notation",
};

static const char *const team_names[PAUA_TEAMS_COUNT] = {"", "br-wg", "bg-wr", "bg-wy-rp"};

/* Refuses the record because of one tag's value. */
static paua_status refuse_tag(paua_error *error, paua_status code, const char *name,
                              const char *value, const char *expected)
{
    return record_refuse(error, code, 0, 0, "%s '%.60s': %s", name, value, expected);
}

/* Checks that the mandatory tags are present, and Position with SetUp. */
static paua_status check_tags(const paua_record *record, paua_error *error)
{
    for (int i = 0; i < RECORD_MANDATORY; i++)
        if (!paua_record_tag(record, record_mandatory[i]))
            return record_refuse(error, PAUA_ERROR_BAD_SYNTAX, 0, 0, "the tag %s is missing",
                                 record_mandatory[i]);
    const char *setup = paua_record_tag(record, "SetUp");
    if (setup && strcmp(setup, "1") == 0 && !paua_record_tag(record, "Position"))
        return record_refuse(error, PAUA_ERROR_BAD_SYNTAX, 0, 0,
                             "SetUp '1': expected the tag Position as well");
    return PAUA_OK;
}

/* Sets replay->board to a board with these sides; the previous one is kept if it has them. */
static paua_status use_board(paua_replay *replay, const int sides[3], paua_error *error)
{
    paua_board *board = replay->board;
    if (board && paua_board_side(board, 0) == sides[0] && paua_board_side(board, 1) == sides[1] &&
        paua_board_side(board, 2) == sides[2])
        return PAUA_OK;
    paua_status status = paua_board_new(sides[0], sides[1], sides[2], &board);
    if (status != PAUA_OK)
        return record_refuse(error, status, 0, 0, "%s", paua_status_text(status));
    paua_board_free(replay->board);
    replay->board = board;
    return PAUA_OK;
}

/* Refuses the tag Variant, which names no layout. */
static paua_status refuse_variant(const char *name, paua_error *error)
{
    const paua_layout *nearest = paua_layout_nearest(name);
    if (nearest)
        return record_refuse(error, PAUA_ERROR_UNSUPPORTED, 0, 0,
                             "Variant '%.60s': no layout has this name, did you mean '%s'?", name,
                             nearest->name);
    return refuse_tag(error, PAUA_ERROR_UNSUPPORTED, "Variant", name,
                      "no layout has this name, expected one or the tag Position");
}

/* The start from the tag Variant. */
static paua_status set_up_layout(paua_replay *replay, const paua_record *record, paua_error *error)
{
    const char *name = paua_record_tag(record, "Variant");
    const paua_layout *layout = paua_layout_find_for(name, record_players(record));
    if (!layout && !paua_record_tag(record, "Players"))
        layout = paua_layout_find(name); /* set_up_players() will ask for the tag */
    if (!layout)
        return refuse_variant(name, error);
    paua_status status = use_board(replay, layout->sides, error);
    if (status != PAUA_OK)
        return status;
    status = paua_position_parse(replay->board, layout->rows, &replay->start, NULL);
    return status == PAUA_OK ? PAUA_OK : refuse_tag(error, status, "Variant", name, layout->rows);
}

/* The start from the tag Position. */
static paua_status set_up_position(paua_replay *replay, const char *text, paua_error *error)
{
    int sides[3];
    paua_error why = {.code = PAUA_OK};
    paua_status status = paua_position_shape(text, sides, &why);
    if (status == PAUA_OK) {
        status = use_board(replay, sides, error);
        if (status != PAUA_OK)
            return status;
        status = paua_position_parse(replay->board, text, &replay->start, &why);
    }
    return status == PAUA_OK ? PAUA_OK : refuse_tag(error, status, "Position", text, why.message);
}

/* Checks the tag Players against the start position, and adds the teams of the tag Teams. */
static paua_status set_up_players(paua_replay *replay, const paua_record *record, paua_error *error)
{
    const char *players = paua_record_tag(record, "Players");
    const char *teams = paua_record_tag(record, "Teams");
    paua_position *start = &replay->start;
    if (players && (players[1] || players[0] - '0' != start->players))
        return record_refuse(error, PAUA_ERROR_CONFLICT, 0, 0,
                             "Players '%.20s': the start position has %d players", players,
                             start->players);
    if (!players && start->players != PAUA_SIDES)
        return record_refuse(error, PAUA_ERROR_BAD_SYNTAX, 0, 0,
                             "the tag Players is missing: the start position has %d players",
                             start->players);
    if (!teams)
        return PAUA_OK;
    for (int i = 0; i < PAUA_TEAMS_COUNT; i++)
        if (strcmp(teams, team_names[i]) == 0) {
            start->teams = (uint8_t)i;
            if (paua_position_complete(replay->board, start) == PAUA_OK)
                return PAUA_OK;
        }
    return refuse_tag(error, PAUA_ERROR_BAD_SYNTAX, "Teams", teams,
                      "expected br-wg, bg-wr or bg-wy-rp, and that number of players");
}

/* The win count from the tag Rules, or the board's. */
static paua_status set_up_rules(paua_replay *replay, const paua_record *record, paua_error *error)
{
    const char *text = paua_record_tag(record, "Rules");
    paua_error why = {.code = PAUA_OK};
    paua_rules rules = paua_rules_solver(replay->board);
    if (text) {
        paua_rules named;
        paua_status status = paua_rules_parse(replay->board, text, &named, &why);
        if (status != PAUA_OK)
            return refuse_tag(error, status, "Rules", text, why.message);
        rules.win = named.win;
    }
    replay->rules = rules;
    return PAUA_OK;
}

/* The result from the tag Result. */
static paua_status set_up_result(paua_replay *replay, const paua_record *record, paua_error *error)
{
    const char *text = paua_record_tag(record, "Result");
    for (int i = PAUA_RESULT_ONGOING; i <= PAUA_RESULT_DRAW; i++)
        if (strcmp(text, paua_result_text((paua_result)i)) == 0) {
            int players = replay->start.players;
            if (i != PAUA_RESULT_DRAW && i - (int)PAUA_RESULT_BLACK_WINS >= players)
                break;
            replay->result = (paua_result)i;
            return PAUA_OK;
        }
    return refuse_tag(error, PAUA_ERROR_BAD_SYNTAX, "Result", text,
                      "expected 1-0, 0-1, 1/2-1/2, * or, for player three, 0-0-1");
}

paua_status paua_replay_begin(paua_replay *replay, const paua_record *record, paua_error *error)
{
    const char *position = paua_record_tag(record, "Position");
    paua_status status = check_tags(record, error);
    if (status != PAUA_OK)
        return status;
    status =
        position ? set_up_position(replay, position, error) : set_up_layout(replay, record, error);
    if (status != PAUA_OK)
        return status;
    if ((status = set_up_players(replay, record, error)) != PAUA_OK ||
        (status = set_up_rules(replay, record, error)) != PAUA_OK ||
        (status = set_up_result(replay, record, error)) != PAUA_OK)
        return status;
    replay->end = replay->start;
    replay->plies = 0;
    return PAUA_OK;
}

void paua_replay_end(paua_replay *replay)
{
    paua_board_free(replay->board);
    replay->board = NULL;
}

/* A line of moves: the main line or a variation. */
struct replay_line {
    paua_position now;
    paua_position before; /* the position before the last move, where a variation begins */
};

struct replay_walk {
    paua_replay *replay;
    const paua_record *record;
    paua_notation notation;
    paua_replay_step step;
    void *context;
    paua_error *error;
    int depth;
    struct replay_line lines[PAUA_VARIATION_DEPTH + 1];
};

bool record_notation(const char *text, paua_notation *out)
{
    static const struct {
        const char *name;
        paua_notation notation;
    } names[] = {
        {"aba-pro", PAUA_NOTATION_STANDARD},
        {"abapro", PAUA_NOTATION_STANDARD},
        {"standard", PAUA_NOTATION_STANDARD},
        {"nacre", PAUA_NOTATION_NACRE},
        {"pbm", PAUA_NOTATION_PBM},
        {"triple", PAUA_NOTATION_TRIPLE},
        {"direction", PAUA_NOTATION_DIRECTION},
    };
    char small[16];
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof small; i++) {
        char c = i < length ? text[i] : '\0';
        small[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (length < sizeof small && strcmp(small, names[i].name) == 0) {
            *out = names[i].notation;
            return true;
        }
    return false;
}

/* The notation of the moves by the tag Notation. */
static paua_status find_notation(const paua_record *record, paua_notation *out, paua_error *error)
{
    const char *text = paua_record_tag(record, "Notation");
    if (record_notation(text, out))
        return PAUA_OK;
    return refuse_tag(error, PAUA_ERROR_UNSUPPORTED, "Notation", text,
                      "expected Aba-Pro, Nacre, pbm, triple or direction");
}

/* Whether the game is won by ejections or because all others have left. */
static bool is_won(const paua_replay *replay, const paua_position *position)
{
    if (!position->out)
        return teams_winner(position, replay->rules.win) >= 0;
    paua_reason reason = paua_position_outcome(replay->board, &replay->rules, position).reason;
    return reason == PAUA_REASON_EJECTIONS || reason == PAUA_REASON_CENTRAL ||
           reason == PAUA_REASON_RESIGNATION;
}

/* Makes a move of the current line. */
static paua_status walk_move(struct replay_walk *walk, const paua_item *item)
{
    struct replay_line *line = &walk->lines[walk->depth];
    const paua_board *board = walk->replay->board;
    int ply = walk->replay->plies + (walk->depth == 0);
    paua_move move = PAUA_NO_MOVE;
    paua_error why = {.code = PAUA_OK};
    paua_undo undo;
    if (is_won(walk->replay, &line->now))
        return record_refuse(walk->error, PAUA_ERROR_ILLEGAL_MOVE, item->line, ply,
                             "%s: the game is already won", item->text);
    paua_status status = paua_move_read(board, &line->now, walk->notation, item->text, &move, &why);
    if (status != PAUA_OK)
        return record_refuse(walk->error, status, item->line, ply, "%s: %s%s", item->text,
                             walk->depth ? "in a variation: " : "", why.message);
    if (walk->depth == 0) {
        walk->replay->plies++;
        if (walk->step)
            walk->step(board, &line->now, move, walk->context);
    }
    line->before = line->now;
    paua_position_make(board, &line->now, move, &undo);
    return PAUA_OK;
}

/* A player leaves the game. */
static paua_status walk_departure(struct replay_walk *walk, const paua_item *item)
{
    struct replay_line *line = &walk->lines[walk->depth];
    int side = (int)(strchr(RECORD_LETTERS, item->text[0]) - RECORD_LETTERS);
    if (side >= line->now.players || is_won(walk->replay, &line->now) ||
        paua_position_leave(walk->replay->board, &line->now, (paua_side)side) != PAUA_OK)
        return record_refuse(walk->error, PAUA_ERROR_ILLEGAL_MOVE, item->line, walk->replay->plies,
                             "%s: this player cannot leave here", item->text);
    return PAUA_OK;
}

/* Applies one item of the move text. */
static paua_status walk_item(struct replay_walk *walk, const paua_item *item)
{
    switch (item->kind) {
    case PAUA_ITEM_MOVE:
        return walk_move(walk, item);
    case PAUA_ITEM_DEPARTURE:
        return walk_departure(walk, item);
    case PAUA_ITEM_OPEN:
        walk->lines[walk->depth + 1].now = walk->lines[walk->depth].before;
        walk->depth++;
        return PAUA_OK;
    case PAUA_ITEM_CLOSE:
        walk->depth--;
        return PAUA_OK;
    default:
        return PAUA_OK;
    }
}

/* Whether the recorded result is a win of the winner on the board or of the partner. */
static bool won_by_team(const paua_position *position, paua_result won, paua_result said)
{
    return said >= PAUA_RESULT_BLACK_WINS && said < PAUA_RESULT_DRAW &&
           (paua_position_team(position, (paua_side)((int)won - (int)PAUA_RESULT_BLACK_WINS)) >>
            ((int)said - (int)PAUA_RESULT_BLACK_WINS)) &
               1;
}

/* Checks that the tag Result, the result behind the moves and the board agree. */
static paua_status check_result(const paua_replay *replay, const paua_record *record,
                                paua_error *error)
{
    const char *said = paua_record_tag(record, "Result");
    if (strcmp(said, paua_record_result(record)) != 0)
        return record_refuse(error, PAUA_ERROR_CONFLICT, record->result_line, replay->plies,
                             "the tag Result is %s, but the moves end with %s", said,
                             paua_record_result(record));
    if (!is_won(replay, &replay->end))
        return PAUA_OK;
    paua_outcome outcome = paua_position_outcome(replay->board, &replay->rules, &replay->end);
    if (!won_by_team(&replay->end, outcome.result, replay->result))
        return record_refuse(error, PAUA_ERROR_CONFLICT, record->result_line, replay->plies,
                             "the result is given as %s, but on the board it is %s (%s)", said,
                             paua_result_text(outcome.result), paua_reason_text(outcome.reason));
    return PAUA_OK;
}

/* Checks the tag Plies, if given, against the number of moves. */
static paua_status check_plies(const paua_replay *replay, const paua_record *record,
                               paua_error *error)
{
    const char *said = paua_record_tag(record, "Plies");
    char counted[16];
    snprintf(counted, sizeof counted, "%d", replay->plies);
    if (!said || strcmp(said, counted) == 0)
        return PAUA_OK;
    return record_refuse(error, PAUA_ERROR_CONFLICT, 0, replay->plies,
                         "the tag Plies is %.20s, but there are %d moves", said, replay->plies);
}

paua_status paua_replay_record(paua_replay *replay, const paua_record *record,
                               paua_replay_step step, void *context, paua_error *error)
{
    struct replay_walk walk = {
        .replay = replay, .record = record, .step = step, .context = context, .error = error};
    paua_status status = paua_replay_begin(replay, record, error);
    if (status != PAUA_OK)
        return status;
    status = find_notation(record, &walk.notation, error);
    if (status != PAUA_OK)
        return status;
    replay->notation = walk.notation;
    walk.lines[0].now = walk.lines[0].before = replay->start;
    for (int i = 0; i < record->item_count; i++) {
        paua_item item = paua_record_item(record, i);
        status = walk_item(&walk, &item);
        if (status != PAUA_OK)
            return status;
    }
    replay->end = walk.lines[0].now;
    status = check_result(replay, record, error);
    return status == PAUA_OK ? check_plies(replay, record, error) : status;
}
