/* game.c - one game in memory: applies each event to its state, its clocks and the rules' view. A
 * dry run says what an event would make of it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "service/games/model/conditional.h"
#include "service/games/model/game.h"
#include "service/games/model/game_proposals.h"
#include "service/games/model/game_vacation.h"
#include "service/games/model/rated.h"
#include "service/ratings/ratings.h"

#define DAY_MS        ((int64_t)24 * 60 * 60 * 1000)
#define IDLE_BEGIN_MS (7 * DAY_MS)
#define IDLE_MS       (14 * DAY_MS)

/* The event that played the move with this number, the newest one if some were taken back. */
static int find_move(const struct game *game, int ply)
{
    int number = game->event_count;

    while (game->events[number - 1].type != EVENT_MOVE || game->events[number - 1].ply != ply)
        number--;
    return number;
}

/* Whether the side has played one of the first `moves` moves. */
static bool has_moved(const struct game *game, int side, int moves)
{
    for (int i = 0; i < moves; i++) {
        if (game->events[find_move(game, game->setup.start.ply + i) - 1].side == side)
            return true;
    }
    return false;
}

/* Whether not everybody who is still in has had a turn: the clocks stand until then, but in a
 * tournament. Of the moves of `play` the events have `moves`; the next one is of `mover`. */
static bool is_first_round(const struct game *game, const paua_game *play, int moves, int mover)
{
    const int players = game->setup.start.players;
    const unsigned out = paua_game_position(play)->out;

    if (game->setup.tournament[0] || paua_game_moves(play) >= players)
        return false;
    for (int side = 0; side < players; side++) {
        if (!(out >> side & 1) && side != mover && !has_moved(game, side, moves))
            return true;
    }
    return false;
}

/* Whether the side to move in `play` may not take as long as it likes for its first move: others
 * wait for it, who cannot know whether it is there. Of the moves of `play` the events have `moves`.
 */
static bool awaits_first_move(const struct game *game, const paua_game *play, int moves)
{
    const int turn = paua_game_position(play)->to_move;

    return is_first_round(game, play, moves, NOBODY) && setup_is_remote(&game->setup) &&
           game_clock_first_move(&game->setup.rules) > 0 &&
           !seat_is_computer(&game->setup.seats[turn]) && !has_moved(game, turn, moves);
}

/* Seats the computers, the persons whose keys the creator has, and the accounts that need not
 * accept. */
static void seat_players(struct game *game)
{
    for (int side = 0; side < game->setup.start.players; side++) {
        const struct seat *seat = &game->setup.seats[side];
        struct seated_player *player = &game->players[side];

        player->seated = seat->kind != SEAT_OPEN && !seat->is_challenge;
        if (!seat_is_computer(seat)) /* a computer is named by its strength */
            memcpy(player->name, seat->name, sizeof player->name);
        if (seat->kind == SEAT_PERSON)
            memcpy(player->key_hash, seat->key_hash, sizeof player->key_hash);
        if (player->seated)
            memcpy(player->account, seat->account, sizeof player->account);
    }
    game->began_ms = game_is_full(game) ? game->created_ms : 0;
}

struct game *game_new(const char *id, int64_t created_ms, int64_t clock_ms,
                      const struct setup *setup)
{
    struct game *game = calloc(1, sizeof *game);

    if (!game)
        return NULL;
    if (paua_game_new(setup->board, &setup->rules, &setup->start, &game->play) != PAUA_OK) {
        free(game);
        return NULL;
    }
    snprintf(game->id, sizeof game->id, "%s", id);
    game->setup = *setup;
    game->created_ms = created_ms;
    game->clock_ms = clock_ms;
    seat_players(game);
    game_clock_reset(&game->clock, &setup->rules, setup->start.to_move);
    if (setup->tournament[0] && clock_ms > 0)
        game_clock_run(&game->clock, true, clock_ms);
    game_clock_await_first(&game->clock,
                           game_is_full(game) && awaits_first_move(game, game->play, 0), clock_ms);
    for (int kind = 0; kind < PROPOSALS; kind++)
        game->proposals[kind].by = NOBODY;
    memset(game->offer_ended_by, NOBODY, sizeof game->offer_ended_by);
    game->closed_by = NOBODY;
    pthread_mutex_init(&game->mutex, NULL);
    return game;
}

/* Frees the cached JSON, which each event makes stale. */
static void game_drop_views(struct game *game)
{
    for (size_t i = 0; i < sizeof game->views / sizeof game->views[0]; i++) {
        free(game->views[i]);
        game->views[i] = NULL;
    }
}

void game_free(struct game *game)
{
    if (!game)
        return;
    game_drop_views(game);
    paua_game_free(game->play);
    for (int i = 0; i < game->event_count; i++)
        event_clear(&game->events[i]);
    free(game->events);
    free(game->clocks);
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        conditional_free(game->conditionals[side]);
    pthread_mutex_destroy(&game->mutex);
    free(game);
}

bool game_reserve(struct game *game)
{
    return ARRAY_RESERVE(game->events, game->event_capacity, game->event_count + 1) &&
           (!game_is_timed(game) ||
            ARRAY_RESERVE(game->clocks, game->clock_capacity, game->event_count + 1));
}

/* Takes back moves until number `ply` is the next one. */
static paua_status take_back(paua_game *play, int ply)
{
    int moves = ply - paua_game_start(play)->ply;

    if (moves < 0 || moves >= paua_game_moves(play))
        return PAUA_ERROR_CONFLICT;
    while (paua_game_moves(play) > moves)
        paua_game_takeback(play);
    return PAUA_OK;
}

paua_status game_replay_event(paua_game *play, const struct event *event)
{
    switch (event->type) {
    case EVENT_MOVE:
        return event->side == paua_game_position(play)->to_move ? paua_game_play(play, event->move)
                                                                : PAUA_ERROR_CONFLICT;
    case EVENT_RESIGN:
        return paua_game_resign(play, (paua_side)event->side);
    case EVENT_TIME:
    case EVENT_GONE:
        return paua_game_forfeit(play, (paua_side)event->side);
    case EVENT_OFFER:
    case EVENT_ACCEPT:
        if (event->done && event->proposal == PROPOSE_DRAW)
            return paua_game_agree_draw(play);
        return event->done && event->proposal == PROPOSE_TAKEBACK ? take_back(play, event->ply)
                                                                  : PAUA_OK;
    default:
        return PAUA_OK;
    }
}

bool game_is_over(const struct game *game)
{
    return game->closed || paua_game_outcome(game->play).result != PAUA_RESULT_ONGOING;
}

bool game_is_full(const struct game *game)
{
    for (int side = 0; side < game->setup.start.players; side++) {
        if (!game->players[side].seated)
            return false;
    }
    return true;
}

bool game_side_has_left(const struct game *game, int side)
{
    return paua_game_position(game->play)->out >> side & 1;
}

/* The clocks say whose turn it was; of games that are older than these any departure counts. */
bool game_departure_passes_turn(const struct game *game, int number)
{
    const struct event *event = &game->events[number - 1];

    if (event->type != EVENT_RESIGN || (number > 1 && !game->clocks))
        return event_is_departure(event->type);
    return event->side == (number == 1 ? game->setup.start.to_move : game->clocks[number - 2].turn);
}

bool game_side_is_guest(const struct game *game, int side)
{
    const enum seat_kind kind = game->setup.seats[side].kind;
    const struct seated_player *player = &game->players[side];

    return (kind == SEAT_PERSON || kind == SEAT_OPEN) && player->name[0] && !player->account[0];
}

bool game_side_plays(const struct game *game, int side)
{
    return !game_is_over(game) && !game_side_has_left(game, side);
}

/* Why a game was closed: the first word of the event's text. NULL: not a reason. */
static const char *find_close_reason(const char *text)
{
    static const char *const reasons[] = {"declined", "idle"};

    for (size_t i = 0; text && i < sizeof reasons / sizeof reasons[0]; i++) {
        size_t length = strlen(reasons[i]);

        if (strcspn(text, " ") == length && strncmp(text, reasons[i], length) == 0)
            return reasons[i];
    }
    return NULL;
}

/* Whether a seat may be taken: that of an account by this account alone. */
static bool may_join(const struct game *game, const struct event *event)
{
    const struct seat *seat = &game->setup.seats[event->side];

    return !game->closed && !game->players[event->side].seated &&
           (event->key_hash || event->account[0]) &&
           (seat->kind != SEAT_USER || strcmp(seat->account, event->account) == 0);
}

/* Whether the player of a seat may link it to an account. */
static bool may_link_account(const struct game *game, const struct event *event)
{
    const struct seated_player *player = &game->players[event->side];

    return player->seated && !seat_is_computer(&game->setup.seats[event->side]) &&
           !player->account[0] && event->account[0] && event->text;
}

/* Whether the rules of the service allow the event now; those of the game itself are left to
 * game_replay_event(). */
static bool is_allowed(const struct game *game, const struct event *event)
{
    switch (event->type) {
    case EVENT_MOVE:
        return game_is_full(game) && !game->paused && !game->closed;
    case EVENT_RESIGN:
    case EVENT_TIME:
        return game_side_plays(game, event->side);
    case EVENT_GONE:
        return event->text && game_side_plays(game, event->side);
    case EVENT_OFFER:
    case EVENT_ACCEPT:
    case EVENT_DECLINE:
    case EVENT_WITHDRAW:
        return game_proposal_allows(game, event);
    case EVENT_RESUME:
        return game->paused;
    case EVENT_JOIN:
        return may_join(game, event);
    case EVENT_ACCOUNT:
        return may_link_account(game, event);
    case EVENT_CHAT:
        return event->text != NULL;
    case EVENT_VACATION_BEGIN:
    case EVENT_VACATION_END:
        return game_vacation_allows(game, event);
    case EVENT_CLOSE:
        return !game_is_over(game) && find_close_reason(event->text);
    default:
        return false;
    }
}

/* What follows the first word of a text: of a closed game's reason the id of the next game. */
static const char *text_after_blank(const char *text)
{
    const char *blank = strchr(text, ' ');

    return blank ? blank + 1 : "";
}

/* What an event does besides playing. */
static void update_state(struct game *game, struct event *event)
{
    struct seated_player *player;

    switch (event->type) {
    case EVENT_OFFER:
    case EVENT_ACCEPT:
        if (event->done && event->proposal == PROPOSE_PAUSE)
            game->paused = true;
        if (event->done && event->proposal == PROPOSE_REMATCH && event->text)
            snprintf(game->next, sizeof game->next, "%.*s", ID_SIZE, event->text);
        break;
    case EVENT_RESUME:
        game->paused = false;
        break;
    case EVENT_JOIN:
        player = &game->players[event->side];
        player->seated = true;
        if (event->key_hash)
            memcpy(player->key_hash, event->key_hash, sizeof player->key_hash);
        memcpy(player->account, event->account, sizeof player->account);
        snprintf(player->name, sizeof player->name, "%s", event->text ? event->text : "");
        game->began_ms = game_is_full(game) ? event->at_ms : 0;
        break;
    case EVENT_ACCOUNT:
        player = &game->players[event->side];
        memcpy(player->account, event->account, sizeof player->account);
        snprintf(player->name, sizeof player->name, "%s", event->text);
        break;
    case EVENT_CLOSE:
        game->closed = find_close_reason(event->text);
        game->closed_by = event->side;
        snprintf(game->next, sizeof game->next, "%.*s", ID_SIZE, text_after_blank(event->text));
        break;
    case EVENT_MOVE:
        game->moved_ms = event->at_ms;
        break;
    default:
        break;
    }
    game_vacation_update(game, event);
    if (game_is_over(game))
        game->paused = false;
}

/* The clocks as they were before the newest move with this number. */
static struct game_clock clock_before(const struct game *game, int ply)
{
    int number = find_move(game, ply) - 1;
    struct game_clock clock;

    if (number > 0 && game->clocks)
        return game->clocks[number - 1];
    game_clock_reset(&clock, &game->setup.rules, game->setup.start.to_move);
    return clock;
}

/* The clocks after an event, from which on they run or stand. A takeback puts them back to the
 * beginning of that turn. `play` is the game after the event. */
static struct game_clock clock_after(const struct game *game, const struct event *event,
                                     const paua_game *play, bool runs)
{
    int turn = paua_game_position(play)->to_move;
    bool taken_back = event->done && event->proposal == PROPOSE_TAKEBACK;
    struct game_clock clock = game->clock;

    /* The clock of a player on vacation stands, but what passed before counts. */
    if (event->type == EVENT_MOVE && (clock.runs || clock.used_ms > 0))
        game_clock_charge(&clock, &game->setup.rules, event->spent_ms);
    if (event->type == EVENT_TIME)
        clock.left_ms[event->side] = 0;
    if (taken_back)
        clock = clock_before(game, event->ply);
    if (event->type == EVENT_MOVE || taken_back || turn != clock.turn)
        game_clock_next_turn(&clock, turn, event->clock_ms);
    const int moves = paua_game_moves(play) - (event->type == EVENT_MOVE);
    const int mover = event->type == EVENT_MOVE ? event->side : NOBODY;
    const bool awaits_first = runs && awaits_first_move(game, play, moves);
    runs = runs && !is_first_round(game, play, moves, mover) &&
           !game_vacation_until(game, event, turn);
    game_vacation_clock(game, event, &clock);
    game_clock_run(&clock, runs, event->clock_ms);
    game_clock_await_first(&clock, awaits_first, event->clock_ms);
    return clock;
}

bool game_is_timed(const struct game *game)
{
    return game->clock_ms > 0 && rules_have_clock(&game->setup.rules);
}

paua_status game_apply(struct game *game, struct event *event)
{
    if (!is_allowed(game, event))
        return PAUA_ERROR_CONFLICT;
    if (!game_reserve(game))
        return PAUA_ERROR_NO_MEMORY;
    game_proposal_complete(game, event);
    paua_status status = game_replay_event(game->play, event);
    if (status != PAUA_OK)
        return status;

    update_state(game, event);
    game_proposals_update(game, event);

    bool running = game_is_full(game) && !game->paused && !game_is_over(game);
    game->clock = clock_after(game, event, game->play, running);
    if (game_is_timed(game))
        game->clocks[game->event_count] = game->clock;
    game->events[game->event_count++] = *event;
    if (!game->end_event && game_is_over(game))
        game->end_event = game->event_count;
    game_drop_views(game);
    return PAUA_OK;
}

/* The seat that is to move in a position, if a computer has it. */
static const struct seat *computer_to_move(const struct game *game, const paua_game *play)
{
    const struct seat *seat = &game->setup.seats[paua_game_position(play)->to_move];

    return paua_game_outcome(play).result == PAUA_RESULT_ONGOING && seat_is_computer(seat) ? seat
                                                                                           : NULL;
}

/* Where the lobby shows a game that is not over. */
static store_listing listing_of_seats(const struct game *game)
{
    for (int side = 0; side < game->setup.start.players; side++) {
        if (game->setup.seats[side].listed && !game->players[side].seated)
            return STORE_SEEK;
    }
    return game_is_full(game) && setup_is_public(&game->setup) ? STORE_LIVE : STORE_NOT_LISTED;
}

store_listing game_listing(const struct game *game)
{
    return game_is_over(game) ? STORE_NOT_LISTED : listing_of_seats(game);
}

/* When the flag of the side to move falls, a person's; 0: no clock runs. */
static int64_t deadline_of(const struct game *game, const struct game_clock *clock)
{
    int64_t flag = game_clock_flag(clock, &game->setup.rules);

    return game_is_timed(game) && flag != CLOCK_NEVER ? flag : 0;
}

int64_t game_deadline(const struct game *game)
{
    return game_computer_to_move(game) ? 0 : deadline_of(game, &game->clock);
}

/* After how long a game closes in which a person is to move whose clock stands, or a player is
 * missing. */
static int64_t idle_limit(const struct setup *setup, bool begun)
{
    const int64_t turn_ms = rules_are_correspondence(&setup->rules) ? CLOCK_CORRESPONDENCE_TURN : 0;

    if (!begun)
        return IDLE_BEGIN_MS + setup->rules.turn_ms;
    return IDLE_MS > turn_ms ? IDLE_MS : turn_ms;
}

void game_set_deadline(struct game *game, int64_t deadline_ms)
{
    const int64_t late_ms = deadline_ms - game_deadline(game);

    if (late_ms == 0)
        return;
    game->clock.since_ms += late_ms;
    game_drop_views(game);
}

int64_t game_idle_ms(const struct game *game)
{
    if (game_is_over(game) || game_computer_to_move(game) || game_deadline(game))
        return 0;
    return idle_limit(&game->setup, game_is_full(game) && paua_game_moves(game->play) > 0);
}

/* For how long the side to move is on vacation after the event; the game closes that much later. */
static int64_t vacation_left(const struct game *game, const struct event *event, int turn)
{
    int64_t until_ms = game_vacation_until(game, event, turn);

    return until_ms > event->at_ms ? until_ms - event->at_ms : 0;
}

/* Completes *out for the game after the event; `play` is the rules' view of it then. */
static void predict_state(struct game *game, const paua_game *play, const struct event *event,
                          struct game_outcome *out)
{
    struct seated_player *joins = event->type == EVENT_JOIN ? &game->players[event->side] : NULL;
    bool paused = game->paused;

    if (event->type == EVENT_RESUME || (event->done && event->proposal == PROPOSE_PAUSE))
        paused = event->type != EVENT_RESUME;

    /* A seat that the event takes counts as taken meanwhile. */
    if (joins)
        joins->seated = true;
    bool full = game_is_full(game);
    out->listing = out->over ? STORE_NOT_LISTED : listing_of_seats(game);
    if (joins)
        joins->seated = false;

    bool running = full && !paused && !out->over;
    struct game_clock clock = clock_after(game, event, play, running);
    out->computer_next = running && computer_to_move(game, play);
    out->unplayed = out->closed && paua_game_moves(play) == 0;
    out->deadline_ms = out->computer_next ? 0 : deadline_of(game, &clock);
    out->idle_ms = out->over || out->computer_next || out->deadline_ms
                       ? 0
                       : idle_limit(&game->setup, full && paua_game_moves(play) > 0) +
                             vacation_left(game, event, paua_game_position(play)->to_move);
}

/* Plays a move and takes it back, which also reserves its memory in `play`, so that game_apply()
 * does not fail afterwards. Other events are applied to a copy. */
paua_status game_dry_run(struct game *game, const struct event *event, struct game_outcome *out)
{
    struct event completed = *event;

    if (!is_allowed(game, event))
        return PAUA_ERROR_CONFLICT;
    game_proposal_complete(game, &completed);

    bool is_move = event->type == EVENT_MOVE, was_over = game_is_over(game);
    paua_game *play = is_move ? game->play : game_copy(game);
    paua_status status = play ? game_replay_event(play, &completed) : PAUA_ERROR_NO_MEMORY;
    if (status != PAUA_OK) {
        paua_game_free(is_move ? NULL : play);
        return status;
    }

    out->outcome = paua_game_outcome(play);
    out->closed = event->type == EVENT_CLOSE ? find_close_reason(event->text) : game->closed;
    out->over = out->closed || out->outcome.result != PAUA_RESULT_ONGOING;
    out->rematch = completed.done && event->proposal == PROPOSE_REMATCH;
    bool counts = !was_over && out->outcome.result != PAUA_RESULT_ONGOING &&
                  rated_game_counts(&game->setup, play);
    out->best = counts ? rate_game_best(paua_game_position(play), out->outcome.result) : 0;
    predict_state(game, play, &completed, out);

    if (is_move)
        paua_game_takeback(play);
    else
        paua_game_free(play);
    return PAUA_OK;
}

int game_ply(const struct game *game)
{
    return game->setup.start.ply + paua_game_moves(game->play);
}

const struct seat *game_computer_to_move(const struct game *game)
{
    return game_is_full(game) && !game->paused && !game->closed ? computer_to_move(game, game->play)
                                                                : NULL;
}

int game_move_event(const struct game *game, int i)
{
    assert(i >= 0 && i < paua_game_moves(game->play));
    return find_move(game, game->setup.start.ply + i);
}

paua_game *game_copy_at(const struct game *game, int events)
{
    paua_game *copy = NULL;

    if (paua_game_new(game->setup.board, &game->setup.rules, &game->setup.start, &copy) != PAUA_OK)
        return NULL;
    for (int i = 0; i < events; i++) {
        if (game_replay_event(copy, &game->events[i]) != PAUA_OK) {
            paua_game_free(copy);
            return NULL;
        }
    }
    return copy;
}

paua_game *game_copy(const struct game *game)
{
    return game_copy_at(game, game->event_count);
}
