/* abla_replay.c - plays games of the paper on ABLA (seed 001) again: its tables 1 and 3, by the
 * opponents that stand for its players. What the paper leaves open is a choice. */
#include "match/abla_replay.h"

#include <stdio.h>
#include <string.h>

#include <paua/notation.h>
#include <paua/opponent.h>
#include <paua/version.h>

enum { EJECTIONS = 6 };

#define COMBINED_4                                                                                 \
    {                                                                                              \
        "combined", "4-ply", "abla-combined:4"                                                     \
    }
#define COMBINED_3                                                                                 \
    {                                                                                              \
        "combined", "3-ply", "abla-combined:3"                                                     \
    }
#define SINGLE_4                                                                                   \
    {                                                                                              \
        "single", "4-ply", "abla-single:4"                                                         \
    }
#define SINGLE_3                                                                                   \
    {                                                                                              \
        "single", "3-ply", "abla-single:3"                                                         \
    }
#define ABLA                                                                                       \
    {                                                                                              \
        "ABLA", "4-ply", "abla-combined:4"                                                         \
    }
#define RANDOM_SOFT                                                                                \
    {                                                                                              \
        "Random Soft", "M", "random-soft:medium"                                                   \
    }
#define ABA_PRO_B                                                                                  \
    {                                                                                              \
        "ABA-PRO", "B", "abapro:beginner,centre=own"                                               \
    }
#define ABA_PRO_A                                                                                  \
    {                                                                                              \
        "ABA-PRO", "A", "abapro:apprentice,centre=own"                                             \
    }

const struct abla_game abla_table_1[ABLA_GAMES] = {
    {{COMBINED_4, SINGLE_4}, {{3, 3}}}, {{SINGLE_4, COMBINED_4}, {{0, 1}}},
    {{SINGLE_3, COMBINED_4}, {{2, 6}}}, {{SINGLE_4, COMBINED_3}, {{6, 2}}},
    {{COMBINED_4, SINGLE_3}, {{6, 1}}}, {{COMBINED_3, SINGLE_4}, {{1, 0}}},
};

const struct abla_game abla_table_3[ABLA_GAMES] = {
    {{RANDOM_SOFT, ABLA}, {{0, 0}}}, {{ABLA, RANDOM_SOFT}, {{6, 1}}}, {{ABA_PRO_B, ABLA}, {{0, 0}}},
    {{ABLA, ABA_PRO_B}, {{6, 3}}},   {{ABA_PRO_A, ABLA}, {{0, 0}}},   {{ABLA, ABA_PRO_A}, {{3, 1}}},
};

const struct abla_choice abla_usual = {8, 0, PAUA_ORDER_RULES, false, 3};

int abla_winner(struct abla_score score)
{
    for (int side = 0; side < PAUA_SIDES; side++)
        if (score.ejected[side] >= EJECTIONS)
            return side;
    return ABLA_DRAW;
}

bool abla_agrees(const struct abla_replay *replay, int game, bool score_too)
{
    struct abla_score ours = replay->results[game].score, paper = replay->games[game].paper;
    if (score_too)
        return ours.ejected[0] == paper.ejected[0] && ours.ejected[1] == paper.ejected[1];
    return abla_winner(ours) == abla_winner(paper);
}

int abla_count_agreeing(const struct abla_replay *replay, bool score_too)
{
    int count = 0;
    for (int i = 0; i < ABLA_GAMES; i++)
        count += abla_agrees(replay, i, score_too);
    return count;
}

const char *abla_agreement(const struct abla_replay *replay, int game)
{
    if (abla_agrees(replay, game, true))
        return "score and winner";
    return abla_agrees(replay, game, false) ? "winner" : "no";
}

char *abla_score_text(struct abla_score score, char text[24])
{
    snprintf(text, 24, "%d-%d", score.ejected[0], score.ejected[1]);
    return text;
}

paua_status abla_start(const paua_board *board, int image, paua_position *start)
{
    paua_status status = paua_position_parse(board, "standard", start, NULL);
    for (int side = 0; side < PAUA_SIDES; side++)
        start->marbles[side] = paua_board_map(board, image, start->marbles[side]);
    return status == PAUA_OK ? paua_position_complete(board, start) : status;
}

/* A game of the paper: six ejections win; draws as the choice and the limit of plies say. */
static paua_status new_game(const struct abla *abla, const struct abla_choice *choice,
                            paua_game **out)
{
    paua_rules rules = paua_rules_solver(abla->board);
    paua_position start;
    paua_status status = abla_start(abla->board, choice->image, &start);

    rules.win = EJECTIONS;
    rules.repetition = (uint8_t)choice->repetition;
    rules.plies = ABLA_PLIES;
    return status == PAUA_OK ? paua_game_new(abla->board, &rules, &start, out) : status;
}

/* The engine of a player and its limits. The choice says how ABLA counts an ejected marble. */
static paua_status new_engine(const struct abla *abla, const struct abla_choice *choice,
                              const char *name, paua_limits *limits, paua_engine **out)
{
    paua_opponent opponent;
    paua_status status = paua_opponent_parse(name, &opponent, NULL);
    if (status != PAUA_OK)
        return status;
    *limits =
        (paua_limits){.size = sizeof(paua_limits), .order = choice->order, .last = choice->last};
    paua_opponent_limit(&opponent, limits);
    char eval[PAUA_EVAL_TEXT_MAX];
    snprintf(eval, sizeof eval, "%s", opponent.eval);
    if (strncmp(name, "abla-", 5) == 0)
        snprintf(eval, sizeof eval, "%.20s/%d", opponent.eval, choice->ejected);
    return paua_engine_new(abla->board, 0, eval, out);
}

/* Plays on until the game is over or somebody interrupts. */
static paua_status play_out(struct abla *abla, paua_game *game,
                            paua_engine *const engines[PAUA_SIDES],
                            const paua_limits limits[PAUA_SIDES])
{
    paua_status status = PAUA_OK;

    while (status == PAUA_OK && paua_game_outcome(game).result == PAUA_RESULT_ONGOING &&
           !interrupt_seen()) {
        int side = paua_game_position(game)->to_move;
        paua_move move;
        status = paua_engine_search(engines[side], game, &limits[side], &move, NULL, NULL, NULL);
        if (status == PAUA_OK)
            status = paua_game_play(game, move);
        progress_show(&abla->progress, "game %d, ply %d", abla->done + 1, paua_game_moves(game));
    }
    return status;
}

/* Adds a game to the file, with the choice in the name of its event. Returns an exit code. */
static int save_replay(const struct abla *abla, const struct abla_choice *choice,
                       const struct abla_game *played, int number, const paua_game *game)
{
    char event[128], round[16], source[32];

    snprintf(event, sizeof event, "ABLA (ejected %d, image %d, order %s%s, repetition %d)",
             choice->ejected, choice->image, paua_order_name(choice->order),
             choice->last ? ", last" : "", choice->repetition);
    snprintf(round, sizeof round, "%d", number + 1);
    snprintf(source, sizeof source, "paua %s", paua_version());
    const paua_tags tags = {.size = sizeof(paua_tags),
                            .event = event,
                            .round = round,
                            .black = played->players[PAUA_BLACK].engine,
                            .white = played->players[PAUA_WHITE].engine,
                            .source = source};
    return save_game(abla->file, game, &tags);
}

/* Returns an exit code; an interrupted game is neither counted nor saved. */
static int play_game(struct abla *abla, const struct abla_choice *choice,
                     const struct abla_game *played, int number, struct abla_result *out)
{
    paua_engine *engines[PAUA_SIDES] = {NULL};
    paua_limits limits[PAUA_SIDES];
    paua_game *game = NULL;
    paua_status status = new_game(abla, choice, &game);
    int code = EXIT_DONE;

    for (int side = 0; side < PAUA_SIDES && status == PAUA_OK; side++)
        status =
            new_engine(abla, choice, played->players[side].engine, &limits[side], &engines[side]);
    if (status == PAUA_OK)
        status = play_out(abla, game, engines, limits);
    if (status != PAUA_OK)
        code = complain_memory();
    else if (paua_game_outcome(game).result == PAUA_RESULT_ONGOING)
        code = EXIT_NO;
    else if (abla->file)
        code = save_replay(abla, choice, played, number, game);
    if (code == EXIT_DONE) {
        const paua_position *end = paua_game_position(game);
        *out = (struct abla_result){.score = {{end->ejected[0], end->ejected[1]}},
                                    .plies = paua_game_moves(game),
                                    .reason = paua_reason_name(paua_game_outcome(game).reason)};
        abla->done++;
    }
    for (int side = 0; side < PAUA_SIDES; side++)
        paua_engine_free(engines[side]);
    paua_game_free(game);
    return code;
}

int abla_play_all(struct abla *abla, const struct abla_game *games,
                  const struct abla_choice *choice, struct abla_replay *out)
{
    out->games = games;
    out->choice = choice;
    for (int i = 0; i < ABLA_GAMES; i++) {
        int code = play_game(abla, choice, &games[i], i, &out->results[i]);
        if (code != EXIT_DONE)
            return code;
        if (interrupt_seen())
            return EXIT_NO;
    }
    return EXIT_DONE;
}

json_t *abla_score_json(struct abla_score score)
{
    return json_pack("[i, i]", score.ejected[0], score.ejected[1]);
}

json_t *abla_games_json(const struct abla_replay *replay)
{
    json_t *list = json_array();

    for (int i = 0; i < ABLA_GAMES; i++) {
        const struct abla_result *ours = &replay->results[i];
        const struct abla_game *game = &replay->games[i];
        json_array_append_new(
            list,
            json_pack("{s:i, s:s, s:s, s:o, s:o, s:i, s:s, s:s}", "game", i + 1, "gray",
                      game->players[0].engine, "black", game->players[1].engine, "paper",
                      abla_score_json(game->paper), "paua", abla_score_json(ours->score), "plies",
                      ours->plies, "end", ours->reason, "agrees", abla_agreement(replay, i)));
    }
    return list;
}
