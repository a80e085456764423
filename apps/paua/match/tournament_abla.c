/* tournament_abla.c - replays the six games of the paper on ABLA (seed 001) by its own heuristics
 * and compares the results with its tables 1 and 2. What the paper leaves open can be decided in
 * other ways. */
#include "match/tournament_abla.h"

#include <stdio.h>
#include <string.h>

#include <paua/notation.h>
#include <paua/search.h>

#include "cli/common.h"
#include "cli/save.h"

enum { GAMES = 6, EJECTIONS = 6, PLIES = 400, DRAW = -1, CHOICES_MAX = 64 };

struct abla_player {
    bool combined; /* both heuristics, or the single one */
    int depth;
};

struct score {
    int ejected[PAUA_SIDES]; /* by gray, by black */
};

/* Table 1. Gray moves first, so it has our black marbles. */
static const struct {
    struct abla_player players[PAUA_SIDES];
    struct score paper;
} games[GAMES] = {
    {{{true, 4}, {false, 4}}, {{3, 3}}}, {{{false, 4}, {true, 4}}, {{0, 1}}},
    {{{false, 3}, {true, 4}}, {{2, 6}}}, {{{false, 4}, {true, 3}}, {{6, 2}}},
    {{{true, 4}, {false, 3}}, {{6, 1}}}, {{{true, 3}, {false, 4}}, {{1, 0}}},
};

/* What the paper leaves open. */
struct abla_choice {
    int ejected; /* steps from the centre that an ejected marble counts as */
    int order; /* of equally good moves: a symmetry of the board, which the start is seen through */
    int repetition; /* a position that often is a draw, 0: only the limit of plies is */
};

static const struct abla_choice usual = {8, 0, 3};

struct replayed_game {
    struct score score;
    int plies;
    const char *reason;
};

struct replay {
    const struct abla_choice *choice;
    struct replayed_game games[GAMES];
};

/* What all replays share. */
struct abla {
    paua_board *board;
    struct progress progress;
    struct save_file *file; /* for every game, or NULL */
    int done;               /* games */
};

/* 0: gray has won, 1: black, DRAW. */
static int winner_of(struct score score)
{
    for (int side = 0; side < PAUA_SIDES; side++)
        if (score.ejected[side] >= EJECTIONS)
            return side;
    return DRAW;
}

static bool same_score(struct score a, struct score b)
{
    return a.ejected[0] == b.ejected[0] && a.ejected[1] == b.ejected[1];
}

/* The name of the heuristic in the paper. */
static const char *name_of(struct abla_player player)
{
    return player.combined ? "combined" : "single";
}

/* The heuristic of the winner of a game, or draw. */
static const char *winner_name(int game, int winner)
{
    return winner == DRAW ? "draw" : name_of(games[game].players[winner]);
}

/* The layout of the paper's figure 2, as a symmetry of the board shows it. */
static paua_status start_of(const paua_board *board, int order, paua_position *start)
{
    paua_status status = paua_position_parse(board, "standard", start, NULL);

    for (int side = 0; side < PAUA_SIDES; side++)
        start->marbles[side] = paua_board_map(board, order, start->marbles[side]);
    return status == PAUA_OK ? paua_position_complete(board, start) : status;
}

/* A game of the paper: six ejections win; draws as the choice and the limit of plies say. */
static paua_status new_game(const struct abla *abla, const struct abla_choice *choice,
                            paua_game **out)
{
    paua_rules rules = paua_rules_solver(abla->board);
    paua_position start;
    paua_status status = start_of(abla->board, choice->order, &start);

    rules.win = EJECTIONS;
    rules.repetition = (uint8_t)choice->repetition;
    rules.plies = PLIES;
    return status == PAUA_OK ? paua_game_new(abla->board, &rules, &start, out) : status;
}

/* An engine with the paper's heuristic as its evaluation. */
static paua_status new_engine(const struct abla *abla, const struct abla_choice *choice,
                              struct abla_player player, paua_engine **out)
{
    char eval[32];

    snprintf(eval, sizeof eval, "abla-%s/%d", name_of(player), choice->ejected);
    return paua_engine_new(abla->board, 0, eval, out);
}

/* Plays on until the game is over or somebody interrupts. */
static paua_status play_out(struct abla *abla, int number, paua_game *game,
                            paua_engine *const engines[PAUA_SIDES])
{
    paua_status status = PAUA_OK;

    while (status == PAUA_OK && paua_game_outcome(game).result == PAUA_ONGOING &&
           !interrupt_seen()) {
        int side = paua_game_position(game)->to_move;
        const paua_limits limits = {.depth = games[number].players[side].depth,
                                    .method = PAUA_METHOD_PLAIN};
        paua_move move;
        status = paua_engine_search(engines[side], game, &limits, &move, NULL, NULL, NULL);
        if (status == PAUA_OK)
            status = paua_game_play(game, move);
        progress_show(&abla->progress, "game %d, ply %d", abla->done + 1, paua_game_moves(game));
    }
    return status;
}

/* Adds a game to the file, with the choice in the name of its event. Returns an exit code. */
static int save_replay(const struct abla *abla, const struct abla_choice *choice, int number,
                       const paua_game *game)
{
    char event[96], round[16], names[PAUA_SIDES][32], source[32];

    snprintf(event, sizeof event, "ABLA (ejected %d, order %d, repetition %d)", choice->ejected,
             choice->order, choice->repetition);
    snprintf(round, sizeof round, "%d", number + 1);
    snprintf(source, sizeof source, "paua %s", paua_version());
    for (int side = 0; side < PAUA_SIDES; side++)
        snprintf(names[side], sizeof names[side], "abla-%s:%d",
                 name_of(games[number].players[side]), games[number].players[side].depth);
    const paua_tags tags = {.event = event,
                            .round = round,
                            .black = names[PAUA_BLACK],
                            .white = names[PAUA_WHITE],
                            .source = source};
    return save_game(abla->file, game, &tags);
}

/* Returns an exit code; an interrupted game is neither counted nor saved. */
static int play_game(struct abla *abla, const struct abla_choice *choice, int number,
                     struct replayed_game *out)
{
    paua_engine *engines[PAUA_SIDES] = {NULL};
    paua_game *game = NULL;
    paua_status status = new_game(abla, choice, &game);
    int code = EXIT_DONE;

    for (int side = 0; side < PAUA_SIDES && status == PAUA_OK; side++)
        status = new_engine(abla, choice, games[number].players[side], &engines[side]);
    if (status == PAUA_OK)
        status = play_out(abla, number, game, engines);
    if (status != PAUA_OK)
        code = complain_memory();
    else if (paua_game_outcome(game).result == PAUA_ONGOING)
        code = EXIT_NO;
    else if (abla->file)
        code = save_replay(abla, choice, number, game);
    if (code == EXIT_DONE) {
        const paua_position *end = paua_game_position(game);
        *out = (struct replayed_game){.score = {{end->ejected[0], end->ejected[1]}},
                                      .plies = paua_game_moves(game),
                                      .reason = paua_reason_name(paua_game_outcome(game).reason)};
        abla->done++;
    }
    for (int side = 0; side < PAUA_SIDES; side++)
        paua_engine_free(engines[side]);
    paua_game_free(game);
    return code;
}

/* Returns an exit code; EXIT_NO when interrupted. */
static int play_all(struct abla *abla, const struct abla_choice *choice, struct replay *out)
{
    out->choice = choice;
    for (int i = 0; i < GAMES; i++) {
        int code = play_game(abla, choice, i, &out->games[i]);
        if (code != EXIT_DONE)
            return code;
        if (interrupt_seen())
            return EXIT_NO;
    }
    return EXIT_DONE;
}

/* Games with the same winner as in the paper, or also with the same score. */
static int count_agreeing(const struct replay *replay, bool score_too)
{
    int count = 0;

    for (int i = 0; i < GAMES; i++)
        count += score_too ? same_score(replay->games[i].score, games[i].paper)
                           : winner_of(replay->games[i].score) == winner_of(games[i].paper);
    return count;
}

/* What agrees with the paper, for the last column of table 1. */
static const char *agreement_text(struct score ours, struct score paper)
{
    if (same_score(ours, paper))
        return "score and winner";
    return winner_of(ours) == winner_of(paper) ? "winner" : "no";
}

/* Gray's ejections, then black's. */
static char *score_text(struct score score, char text[24])
{
    snprintf(text, 24, "%d-%d", score.ejected[0], score.ejected[1]);
    return text;
}

/* A player as table 1 names it, such as combined 4-ply. */
static char *player_text(struct abla_player player, char text[32])
{
    snprintf(text, 32, "%s %d-ply", name_of(player), player.depth);
    return text;
}

/* Table 1: every game's score and winner, the paper's beside ours. */
static void print_table_1(const struct replay *replay)
{
    char texts[2][32], scores[2][24];

    puts("Table 1: the games, gray's ejections first. Gray has the black marbles and moves "
         "first.\n\n"
         "                                       paper             paua\n"
         "no  gray            black           score winner     score winner     plies  end         "
         "agrees");
    for (int i = 0; i < GAMES; i++) {
        const struct replayed_game *ours = &replay->games[i];
        const struct abla_player *players = games[i].players;
        printf("%d   %-15s %-15s %-5s %-10s %-5s %-10s %5d  %-11s %s\n", i + 1,
               player_text(players[0], texts[0]), player_text(players[1], texts[1]),
               score_text(games[i].paper, scores[0]), winner_name(i, winner_of(games[i].paper)),
               score_text(ours->score, scores[1]), winner_name(i, winner_of(ours->score)),
               ours->plies, ours->reason, agreement_text(ours->score, games[i].paper));
    }
}

/* A row of table 2: who fits over the games where the other one does not. */
struct standing {
    int games, wins, losses, draws, made, suffered;
};

enum agent { FOUR_PLY, THREE_PLY, COMBINED, SINGLE, AGENTS };

static const char *const agent_names[AGENTS] = {"4-ply", "3-ply", "combined", "single"};

/* Whether a player belongs to a row of table 2: by its depth, or by its heuristic. */
static bool is_agent(struct abla_player player, enum agent agent)
{
    return agent == COMBINED || agent == SINGLE ? player.combined == (agent == COMBINED)
                                                : player.depth == (agent == FOUR_PLY ? 4 : 3);
}

/* Adds a game to a row of table 2, from the view of one side. */
static void add_game(struct standing *standing, int side, struct score score)
{
    int winner = winner_of(score);

    standing->games++;
    standing->wins += winner == side;
    standing->draws += winner == DRAW;
    standing->losses += winner == 1 - side;
    standing->made += score.ejected[side];
    standing->suffered += score.ejected[1 - side];
}

/* Of the paper's own scores when replay is NULL. */
static struct standing standing_of(enum agent agent, const struct replay *replay)
{
    struct standing standing = {0};

    for (int i = 0; i < GAMES; i++)
        for (int side = 0; side < PAUA_SIDES; side++)
            if (is_agent(games[i].players[side], agent) &&
                !is_agent(games[i].players[1 - side], agent))
                add_game(&standing, side, replay ? replay->games[i].score : games[i].paper);
    return standing;
}

/* Wins, losses, draws and the difference of ejections, as columns of table 2. */
static char *standing_text(const struct standing *standing, char text[64])
{
    snprintf(text, 64, "%4d %6d %5d   %+3d (%d-%d)", standing->wins, standing->losses,
             standing->draws, standing->made - standing->suffered, standing->made,
             standing->suffered);
    return text;
}

/* Table 2: every agent's results, the paper's beside ours. */
static void print_table_2(const struct replay *replay)
{
    puts(
        "\nTable 2: the agents.\n\n"
        "                 paper                           paua\n"
        "agent     games   win   loss  draw   score         win   loss  draw   score       agrees");
    for (int agent = 0; agent < AGENTS; agent++) {
        const struct standing paper = standing_of((enum agent)agent, NULL);
        const struct standing ours = standing_of((enum agent)agent, replay);
        char texts[2][64];
        bool record = paper.wins == ours.wins && paper.losses == ours.losses;
        bool sign = (paper.made > paper.suffered) == (ours.made > ours.suffered) &&
                    (paper.made < paper.suffered) == (ours.made < ours.suffered);
        printf("%-9s %5d  %-30s %-30s %s\n", agent_names[agent], paper.games,
               standing_text(&paper, texts[0]), standing_text(&ours, texts[1]),
               record ? "games won and lost"
               : sign ? "who ejects more"
                      : "no");
    }
}

/* Both tables, the number of games that agree, and how open questions are decided. */
static void print_tables(const struct replay *replay)
{
    puts("The six games of \"A Simple Intelligent Agent for Playing Abalone Game: ABLA\", "
         "replayed\n");
    print_table_1(replay);
    print_table_2(replay);
    printf(
        "\nOf 6 games %d end as in the paper, %d of them with its score.\n\n"
        "What the paper leaves open is decided so: an ejected marble counts as %d steps from the\n"
        "centre; of equally good moves the first is made, in the order of the rules (pushes that\n"
        "eject, other pushes, in-line, broadside); a position that comes for the third time is a\n"
        "draw, and so is a game of %d plies.\n",
        count_agreeing(replay, false), count_agreeing(replay, true), usual.ejected, PLIES);
}

/* Each image of the start once: two symmetries may show it the same. */
static bool is_new_order(const struct abla *abla, int order)
{
    paua_position start, earlier;

    for (int i = 0; i < order; i++)
        if (start_of(abla->board, i, &earlier) == PAUA_OK &&
            start_of(abla->board, order, &start) == PAUA_OK && paua_position_same(&start, &earlier))
            return false;
    return true;
}

/* Every order with every place of an ejected marble, and two more ways to end a game. */
static int list_choices(const struct abla *abla, struct abla_choice list[CHOICES_MAX])
{
    static const int places[] = {8, 5, 4, 0};
    int count = 0;

    for (int place = 0; place < 4; place++)
        for (int order = 0; order < paua_board_symmetries(abla->board); order++)
            if (is_new_order(abla, order))
                list[count++] = (struct abla_choice){places[place], order, usual.repetition};
    list[count++] = (struct abla_choice){usual.ejected, usual.order, 2};
    list[count++] = (struct abla_choice){usual.ejected, usual.order, 0};
    return count;
}

/* A row of scores under one choice; = marks the paper's outcome. */
static void print_choice(const struct replay *replay)
{
    const struct abla_choice *choice = replay->choice;
    char text[24];

    printf("%7d %6d %11d ", choice->ejected, choice->order, choice->repetition);
    for (int i = 0; i < GAMES; i++)
        printf("  %5s%c", score_text(replay->games[i].score, text),
               winner_of(replay->games[i].score) == winner_of(games[i].paper) ? '=' : ' ');
    printf("  %4d\n", count_agreeing(replay, false));
}

/* The scores of all choices (--choices), and how many of them agree with the paper. */
static void print_choices(const struct replay *replays, int count)
{
    char text[24];
    int most = 0;

    puts("\nOther choices: the scores of games 1 to 6, with = where the paper's winner wins or the "
         "game is a\n"
         "draw as there. ejected: the steps that an ejected marble counts as (0: it does not "
         "count);\n"
         "order: which of equally good moves comes first, by the symmetry of the board through "
         "which the\n"
         "start is seen; repetition: how often a position comes before it is a draw (0: only the "
         "limit\n"
         "of plies draws).\n\n"
         "ejected  order  repetition     1       2       3       4       5       6     agree");
    printf("%27s", "paper  ");
    for (int i = 0; i < GAMES; i++)
        printf("%7s ", score_text(games[i].paper, text));
    putchar('\n');
    for (int i = 0; i < count; i++) {
        int agreeing = count_agreeing(&replays[i], false);
        print_choice(&replays[i]);
        most = agreeing > most ? agreeing : most;
    }
    printf("%27s", "agree  ");
    for (int i = 0; i < GAMES; i++) {
        int agreeing = 0;
        for (int k = 0; k < count; k++)
            agreeing += winner_of(replays[k].games[i].score) == winner_of(games[i].paper);
        printf("%4d/%-2d ", agreeing, count);
    }
    printf("\n\nOf %d replays the nearest to the paper agrees in %d games of 6.\n", count, most);
}

/* JSON: ejections by gray and by black. */
static json_t *pack_score(struct score score)
{
    return json_pack("[i, i]", score.ejected[0], score.ejected[1]);
}

/* JSON: table 1. */
static json_t *pack_games(const struct replay *replay)
{
    json_t *list = json_array();
    char texts[2][32];

    for (int i = 0; i < GAMES; i++) {
        const struct replayed_game *ours = &replay->games[i];
        const struct abla_player *players = games[i].players;
        snprintf(texts[0], sizeof texts[0], "abla-%s:%d", name_of(players[0]), players[0].depth);
        snprintf(texts[1], sizeof texts[1], "abla-%s:%d", name_of(players[1]), players[1].depth);
        json_array_append_new(
            list, json_pack("{s:i, s:s, s:s, s:o, s:o, s:i, s:s, s:s}", "game", i + 1, "gray",
                            texts[0], "black", texts[1], "paper", pack_score(games[i].paper),
                            "paua", pack_score(ours->score), "plies", ours->plies, "end",
                            ours->reason, "agrees", agreement_text(ours->score, games[i].paper)));
    }
    return list;
}

/* JSON: one agent's results in table 2. */
static json_t *pack_standing(const struct standing *standing)
{
    return json_pack("{s:i, s:i, s:i, s:i, s:i}", "wins", standing->wins, "losses",
                     standing->losses, "draws", standing->draws, "made", standing->made, "suffered",
                     standing->suffered);
}

/* JSON: table 2. */
static json_t *pack_agents(const struct replay *replay)
{
    json_t *list = json_array();

    for (int agent = 0; agent < AGENTS; agent++) {
        const struct standing paper = standing_of((enum agent)agent, NULL);
        const struct standing ours = standing_of((enum agent)agent, replay);
        json_array_append_new(list, json_pack("{s:s, s:i, s:o, s:o}", "agent", agent_names[agent],
                                              "games", ours.games, "paper", pack_standing(&paper),
                                              "paua", pack_standing(&ours)));
    }
    return list;
}

/* JSON: the scores of all choices. */
static json_t *pack_choices(const struct replay *replays, int count)
{
    json_t *list = json_array();

    for (int i = 0; i < count; i++) {
        json_t *scores = json_array();
        for (int k = 0; k < GAMES; k++)
            json_array_append_new(scores, pack_score(replays[i].games[k].score));
        json_array_append_new(list, json_pack("{s:i, s:i, s:i, s:o, s:i}", "ejected",
                                              replays[i].choice->ejected, "order",
                                              replays[i].choice->order, "repetition",
                                              replays[i].choice->repetition, "scores", scores,
                                              "agree", count_agreeing(&replays[i], false)));
    }
    return list;
}

/* The first replay is the usual one. */
static int print_all(const struct replay *replays, int count, bool choices, bool json)
{
    json_t *object;

    if (json) {
        object = json_pack("{s:o, s:o, s:i}", "games", pack_games(replays), "agents",
                           pack_agents(replays), "agree", count_agreeing(replays, false));
        if (choices)
            json_object_set_new(object, "choices", pack_choices(replays, count));
        return output_json(object);
    }
    print_tables(replays);
    if (choices)
        print_choices(replays, count);
    else
        puts("Other choices, as sensible, lead to other games: --choices plays them.");
    return EXIT_DONE;
}

/* Replays the games, with --choices under every choice. An interrupt still prints the replays that
 * are complete. */
static int replay_all(struct abla *abla, bool choices, bool json, bool quiet)
{
    struct abla_choice list[CHOICES_MAX];
    struct replay replays[CHOICES_MAX] = {0};
    int count, done = 0, code = EXIT_DONE;

    count = choices ? list_choices(abla, list) : 1;
    list[0] = usual;
    interrupt_catch();
    progress_begin(&abla->progress, quiet);
    while (done < count && code == EXIT_DONE) {
        code = play_all(abla, &list[done], &replays[done]);
        done += code == EXIT_DONE;
    }
    progress_clear(&abla->progress);
    if (code != EXIT_DONE && code != EXIT_NO)
        return code;
    if (done == 0)
        return complain_with(EXIT_ENVIRONMENT, "interrupted before the six games were over");
    code = print_all(replays, done, choices, json);
    return done == count || code != EXIT_DONE
               ? code
               : complain_with(EXIT_ENVIRONMENT, "interrupted after %d of %d choices", done, count);
}

int tournament_abla(bool choices, bool json, bool quiet, const char *out)
{
    struct abla abla = {0};
    struct save_file file;
    int code = out ? save_open(out, &file) : EXIT_DONE;

    if (code != EXIT_DONE)
        return code;
    abla.file = out ? &file : NULL;
    code = out ? save_lock(&file) : EXIT_DONE;
    if (code == EXIT_DONE)
        code = paua_board_new(5, 5, 5, &abla.board) == PAUA_OK
                   ? replay_all(&abla, choices, json, quiet)
                   : complain_memory();
    paua_board_free(abla.board);
    if (out)
        save_close(&file);
    return code;
}
