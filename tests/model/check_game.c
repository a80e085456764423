/* check_game.c - random games in the library and in the model: what may be played, how they end, and what is left
 * after take-backs and departures. */
#include <string.h>

#include "checks.h"

static struct model_game record;

static const struct model_position *now(void)
{
    return &record.position[record.count];
}

static void draw_game_ends(struct comparison *c, const struct model_position *start,
                           struct model_ends *ends, paua_rules *rules)
{
    draw_ends(c, start, ends, rules);
    if (draw(c, 3)) { /* most games should not end at once */
        ends->quiet = rules->quiet = 0;
        ends->plies = rules->plies = 0;
        ends->centre_turn = rules->centre_turn = 0;
        ends->line_turn = rules->line_turn = 0;
    }
    ends->ko = rules->ko = draw(c, 2) > 0;
    ends->repetition = draw(c, 2) ? 2 + (int)draw(c, 3) : 0;
    rules->repetition = (uint8_t)ends->repetition;
    if (c->spoil == SPOIL_KO)
        rules->ko = false;
    if (c->spoil == SPOIL_REPETITION && rules->repetition)
        rules->repetition++;
}

/* Both sides have the same history. */
static bool check_history(struct comparison *c, const paua_game *game)
{
    const paua_position *position = paua_game_position(game);
    struct model_position seen;

    convert(c->ground, position, &seen);
    if (model_position_compare(now(), &seen) != 0 ||
        position->key != paua_position_key(c->ground->board, position))
        return report(c, now(), "the game has come to another position");
    if (paua_game_moves(game) != record.count || paua_game_departures(game) != record.departures)
        return report(c, now(), "the game has another number of moves or departures");
    for (int i = 0; i < record.count; i++)
        if ((paua_game_keys(game)[i] == position->key) !=
            model_position_same(&record.position[i], now()))
            return report(c, now(), "the key says something else of the position %d moves ago",
                          record.count - i);
    for (int i = 0; i < record.departures; i++) {
        const struct model_departure *departure = &record.departure[i];
        paua_reason reason;
        int move, side = (int)paua_game_departure(game, i, &move, &reason);
        if (c->spoil == SPOIL_DEPARTURE)
            reason = PAUA_REASON_TIME;
        if (side != departure->player || move != departure->move ||
            (reason == PAUA_REASON_TIME) != (departure->reason == MODEL_TIME))
            return report(c, now(), "departure %d is another one", i);
    }
    return true;
}

/* The moves that may be played, in c->expected; *count of them. */
static bool check_allowed(struct comparison *c, const paua_game *game, int *count)
{
    paua_move_list *list = &c->list;

    *count = model_game_moves(&record, c->expected);
    paua_game_generate(game, list);
    if (list->count != *count)
        return report(c, now(), "%d moves may be played by the rules, %d by the library", *count,
                      list->count);
    for (int i = 0; i < list->count; i++) {
        paua_position after = *paua_game_position(game);
        struct model_position seen;
        paua_undo undo;
        int k = 0;
        paua_position_make(c->ground->board, &after, list->moves[i], &undo);
        convert(c->ground, &after, &seen);
        while (k < *count && model_position_compare(&c->expected[k].after, &seen) != 0)
            k++;
        if (k == *count)
            return report(c, now(), "move %04x may not be played", (unsigned)list->moves[i]);
    }
    return true;
}

static bool check_state(struct comparison *c, const paua_game *game, int *count)
{
    struct model_outcome wanted = model_game_outcome(&record);
    paua_outcome got = paua_game_outcome(game);

    if (!same_outcome(&wanted, got))
        return report(c, now(),
                      "the game is %s (%s) by the library; by the rules winner %d reason %d",
                      paua_result_text(got.result), paua_reason_name(got.reason), wanted.winner,
                      (int)wanted.reason);
    return check_history(c, game) && check_allowed(c, game, count);
}

/* Any move of the position, one that may not be played with luck. */
static bool try_any(struct comparison *c, paua_game *game)
{
    static struct model_move moves[MODEL_MOVES];
    const paua_board *board = c->ground->board;
    int count = model_moves(&c->ground->model, &c->laws, now(), moves), chosen;
    char text[PAUA_MOVE_TEXT_MAX];
    paua_move move;

    if (count == 0)
        return true;
    chosen = (int)draw(c, (unsigned)count);
    /* back to where the game has been, if there is such a move */
    for (int i = 0, back = (int)draw(c, 2); i < count && back; i++)
        for (int k = 0; k <= record.count; k++)
            if (model_position_same(&moves[i].after, &record.position[k]))
                chosen = i;
    model_move_text(&c->ground->model, &moves[chosen], text);
    if (paua_move_parse(board, paua_game_position(game), text, &move, NULL) != PAUA_OK)
        return report(c, now(), "%s is not read", text);
    bool allowed = false;
    int allowed_count = model_game_moves(&record, c->expected);
    for (int i = 0; i < allowed_count && !allowed; i++)
        allowed = model_position_compare(&c->expected[i].after, &moves[chosen].after) == 0;
    paua_status status = paua_game_play(game, move);
    if (status != (allowed ? PAUA_OK : PAUA_ERROR_ILLEGAL_MOVE))
        return report(c, now(), "playing %s: %s", text, paua_status_text(status));
    c->tally.count[MET_KOS] += !allowed && !model_game_outcome(&record).over;
    c->tally.count[MET_PLIES] += allowed;
    if (allowed)
        model_game_play(&record, &moves[chosen].after);
    return true;
}

static bool take_back(struct comparison *c, paua_game *game)
{
    paua_status status = paua_game_takeback(game);

    if (c->spoil == SPOIL_TAKEBACK && record.departures > 0)
        paua_game_takeback(game);
    if (status != (model_game_take_back(&record) ? PAUA_OK : PAUA_ERROR_NOT_FOUND))
        return report(c, now(), "taking back: %s", paua_status_text(status));
    c->tally.count[MET_TAKEN_BACK] += status == PAUA_OK;
    return true;
}

static bool leave(struct comparison *c, paua_game *game)
{
    paua_side side = (paua_side)draw(c, (unsigned)now()->players);
    bool time = draw(c, 2) > 0;
    paua_status status = time ? paua_game_forfeit(game, side) : paua_game_resign(game, side);

    if (status != (model_game_leave(&record, (int)side, time ? MODEL_TIME : MODEL_RESIGNATION)
                       ? PAUA_OK
                       : PAUA_ERROR_CONFLICT))
        return report(c, now(), "player %d leaves: %s", (int)side, paua_status_text(status));
    c->tally.count[MET_LEFT] += status == PAUA_OK;
    c->tally.count[MET_ALONE] += record.agreed.over;
    return true;
}

static bool agree(struct comparison *c, paua_game *game)
{
    bool over = model_game_outcome(&record).over;

    if (paua_game_agree_draw(game) != (over ? PAUA_ERROR_CONFLICT : PAUA_OK))
        return report(c, now(), "agreeing to a draw");
    if (!over)
        record.agreed = (struct model_outcome){true, -1, MODEL_AGREEMENT};
    return true;
}

static bool play_out(struct comparison *c, paua_game *game)
{
    int count;

    for (int step = 0; step < 90 && record.count < MODEL_GAME; step++) {
        unsigned what = draw(c, 64);
        if (!check_state(c, game, &count))
            return false;
        struct model_outcome outcome = model_game_outcome(&record);
        c->tally.count[MET_REPEATED] += outcome.reason == MODEL_REPETITION;
        c->tally.count[MET_KO_STUCK] +=
            outcome.reason == MODEL_STUCK &&
            model_moves(&c->ground->model, &c->laws, now(), c->expected) > 0;
        if (outcome.over && what < 32 && record.count == 0)
            return true;
        bool good = what < 53 && !outcome.over       ? try_any(c, game)
                    : what < 60 || record.count == 0 ? take_back(c, game)
                    : what < 63                      ? leave(c, game)
                                                     : agree(c, game);
        if (!good)
            return false;
    }
    return check_state(c, game, &count);
}

bool check_game(struct comparison *c, const struct model_position *start, const paua_position *same)
{
    struct model_ends ends;
    paua_rules rules;
    paua_game *game = NULL;

    draw_game_ends(c, start, &ends, &rules);
    model_game_start(&record, &c->ground->model, &c->laws, &ends, start);
    if (paua_game_new(c->ground->board, &rules, same, &game) != PAUA_OK)
        return report(c, start, "no game begins there");
    bool good = play_out(c, game);
    c->tally.count[MET_GAMES]++;
    paua_game_free(game);
    return good;
}
