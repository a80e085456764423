/* tournament_abla.c - replays the games of the paper on ABLA (seed 001) and compares the results
 * with its tables 1, 2 and 3. What the paper leaves open can be decided in other ways. */
#include "match/tournament_abla.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/search.h>

#include "match/abla_choices.h"
#include "match/abla_replay.h"

/* Who won a game, by the name in the paper, or draw. */
static const char *winner_name(const struct abla_game *game, int winner)
{
    return winner == ABLA_DRAW ? "draw" : game->players[winner].name;
}

/* A player as the tables name it, such as combined 4-ply. */
static char *player_text(struct abla_player player, char text[32])
{
    snprintf(text, 32, "%s %s", player.name, player.level);
    return text;
}

/* Every game's score and winner, the paper's beside ours. */
static void print_games(const struct abla_replay *replay)
{
    char texts[2][32], scores[2][24];

    puts("                                       paper              paua\n"
         "no  gray            black           score winner      score winner      plies  end       "
         "  "
         "agrees");
    for (int i = 0; i < ABLA_GAMES; i++) {
        const struct abla_result *ours = &replay->results[i];
        const struct abla_game *game = &replay->games[i];
        printf("%d   %-15s %-15s %-5s %-11s %-5s %-11s %5d  %-11s %s\n", i + 1,
               player_text(game->players[0], texts[0]), player_text(game->players[1], texts[1]),
               abla_score_text(game->paper, scores[0]), winner_name(game, abla_winner(game->paper)),
               abla_score_text(ours->score, scores[1]), winner_name(game, abla_winner(ours->score)),
               ours->plies, ours->reason, abla_agreement(replay, i));
    }
}

/* A row of table 2: who fits over the games where the other one does not. */
struct standing {
    int games, wins, losses, draws, made, suffered;
};

enum { AGENTS = 4 };

static const char *const agent_names[AGENTS] = {"4-ply", "3-ply", "combined", "single"};

/* Whether a player belongs to a row of table 2: by its depth, or by its heuristic. */
static bool is_agent(struct abla_player player, int agent)
{
    return !strcmp(player.name, agent_names[agent]) || !strcmp(player.level, agent_names[agent]);
}

/* Adds a game to a row of table 2, from the view of one side. */
static void add_game(struct standing *standing, int side, struct abla_score score)
{
    int winner = abla_winner(score);

    standing->games++;
    standing->wins += winner == side;
    standing->draws += winner == ABLA_DRAW;
    standing->losses += winner == 1 - side;
    standing->made += score.ejected[side];
    standing->suffered += score.ejected[1 - side];
}

/* Of the paper's own scores when replay is NULL. */
static struct standing standing_of(int agent, const struct abla_replay *replay)
{
    struct standing standing = {0};

    for (int i = 0; i < ABLA_GAMES; i++) {
        const struct abla_game *game = &abla_table_1[i];
        for (int side = 0; side < PAUA_SIDES; side++)
            if (is_agent(game->players[side], agent) && !is_agent(game->players[1 - side], agent))
                add_game(&standing, side, replay ? replay->results[i].score : game->paper);
    }
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
static void print_table_2(const struct abla_replay *replay)
{
    puts(
        "\nTable 2: the agents.\n\n"
        "                 paper                           paua\n"
        "agent     games   win   loss  draw   score         win   loss  draw   score       agrees");
    for (int agent = 0; agent < AGENTS; agent++) {
        const struct standing paper = standing_of(agent, NULL);
        const struct standing ours = standing_of(agent, replay);
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
    puts("\nThe paper prints the score of 3-ply as -12 (18-6), the numbers in the order of its "
         "opponent;\nhere, as in its other rows, an agent's own ejections come first.");
}

/* How a choice decides what the paper leaves open. */
static void print_decisions(const struct abla_choice *choice)
{
    printf("\nWhat the paper leaves open is decided so: an ejected marble counts as %d steps from "
           "the\n"
           "centre; of equally good moves the %s is made, in the order of %s%s; the start is seen\n"
           "through symmetry %d of the board; ",
           choice->ejected, choice->last ? "last" : "first",
           choice->order == PAUA_ORDER_RULES ? "the " : "", paua_order_name(choice->order),
           choice->image);
    if (choice->repetition)
        printf("a position that comes %d times is a draw, and so is a\ngame of %d plies.\n",
               choice->repetition, ABLA_PLIES);
    else
        printf("only a game of %d plies is a draw.\n", ABLA_PLIES);
}

/* Tables 1 and 2, the number of games that agree, and how open questions are decided. */
static void print_tables(const struct abla_replay *replay)
{
    puts("The six games of \"A Simple Intelligent Agent for Playing Abalone Game: ABLA\", "
         "replayed\n\n"
         "Table 1: the games, gray's ejections first. Gray has the black marbles and moves "
         "first.\n");
    print_games(replay);
    print_table_2(replay);
    printf("\nOf 6 games %d end as in the paper, %d of them with its score.\n",
           abla_count_agreeing(replay, false), abla_count_agreeing(replay, true));
    print_decisions(replay->choice);
    printf(
        "\nThe paper remarks that with fewer plies but the first move the combined heuristic does "
        "not\nlose (games 3 and 6): here it %s.\n",
        abla_winner(replay->results[5].score) == 1 ? "loses game 6" : "does not, either");
}

/* Games of table 3 in which ABLA loses. */
static int count_beaten(const struct abla_replay *replay)
{
    int beaten = 0;

    for (int i = 0; i < ABLA_GAMES; i++) {
        int winner = abla_winner(replay->results[i].score);
        beaten += winner != ABLA_DRAW && strcmp(replay->games[i].players[winner].name, "ABLA") != 0;
    }
    return beaten;
}

/* Table 3, and who stands for whom in it. */
static void print_table_3(const struct abla_replay *replay)
{
    puts("The games of ABLA against other programs, replayed with opponents that stand for them\n\n"
         "Table 3: the games, gray's ejections first. Gray has the black marbles and moves "
         "first.\n");
    print_games(replay);
    printf(
        "\nOf 6 games %d end as in the paper, %d of them with its score. ABLA is beaten in %d, in "
        "the paper in none.\n\n"
        "Random Soft M is random-soft:medium, of whose original nothing but these two results is "
        "known;\n"
        "ABA-PRO B and A are abapro:beginner and abapro:apprentice with centre=own, the feature "
        "that the\n"
        "paper describes. How far the originals search is not known: weight and plies are those "
        "that bring\n"
        "the results back. See docs/opponents.md.\n",
        abla_count_agreeing(replay, false), abla_count_agreeing(replay, true),
        count_beaten(replay));
}

/* JSON: one agent's results in table 2. */
static json_t *pack_standing(const struct standing *standing)
{
    return json_pack("{s:i, s:i, s:i, s:i, s:i}", "wins", standing->wins, "losses",
                     standing->losses, "draws", standing->draws, "made", standing->made, "suffered",
                     standing->suffered);
}

/* JSON: table 2. */
static json_t *pack_agents(const struct abla_replay *replay)
{
    json_t *list = json_array();

    for (int agent = 0; agent < AGENTS; agent++) {
        const struct standing paper = standing_of(agent, NULL);
        const struct standing ours = standing_of(agent, replay);
        json_array_append_new(list, json_pack("{s:s, s:i, s:o, s:o}", "agent", agent_names[agent],
                                              "games", ours.games, "paper", pack_standing(&paper),
                                              "paua", pack_standing(&ours)));
    }
    return list;
}

/* The first replay is the usual one. */
static int print_all(const struct abla_replay *replays, int count,
                     const struct tournament_abla *options)
{
    bool third = replays->games == abla_table_3;

    if (options->json) {
        json_t *object = json_pack("{s:o, s:i}", "games", abla_games_json(replays), "agree",
                                   abla_count_agreeing(replays, false));
        if (third)
            json_object_set_new(object, "beaten", json_integer(count_beaten(replays)));
        else
            json_object_set_new(object, "agents", pack_agents(replays));
        if (options->choices)
            json_object_set_new(object, "choices", abla_choices_json(replays, count));
        return output_json(object);
    }
    if (third) {
        print_table_3(replays);
        return EXIT_DONE;
    }
    print_tables(replays);
    if (options->choices)
        abla_choices_print(replays, count);
    else if (!options->choice)
        puts("Other choices, as sensible, lead to other games: --choices plays them.");
    return EXIT_DONE;
}

/* Replays the games, with --choices under every choice. An interrupt still prints the replays that
 * are complete. */
static int replay_all(struct abla *abla, const struct tournament_abla *options,
                      struct abla_choice *list, struct abla_replay *replays)
{
    const struct abla_game *games = options->table == 3 ? abla_table_3 : abla_table_1;
    int count = options->choices ? ABLA_CHOICES : 1;
    int done = 0, code = EXIT_DONE;

    abla_choices_list(abla->board, list);
    if (options->choice)
        list[0] = list[options->choice - 1];
    interrupt_catch();
    progress_begin(&abla->progress, options->quiet);
    while (done < count && code == EXIT_DONE) {
        code = abla_play_all(abla, games, &list[done], &replays[done]);
        done += code == EXIT_DONE;
    }
    progress_clear(&abla->progress);
    if (code != EXIT_DONE && code != EXIT_NO)
        return code;
    if (done == 0)
        return complain_with(EXIT_ENVIRONMENT, "interrupted before the six games were over");
    code = print_all(replays, done, options);
    return done == count || code != EXIT_DONE
               ? code
               : complain_with(EXIT_ENVIRONMENT, "interrupted after %d of %d choices", done, count);
}

/* replay_all() with a board and room for all choices. */
static int replay_on_board(struct abla *abla, const struct tournament_abla *options)
{
    struct abla_choice *list = calloc(ABLA_CHOICES, sizeof *list);
    struct abla_replay *replays = calloc(ABLA_CHOICES, sizeof *replays);
    int code = list && replays && paua_board_new(5, 5, 5, &abla->board) == PAUA_OK
                   ? replay_all(abla, options, list, replays)
                   : complain_memory();
    paua_board_free(abla->board);
    free(replays);
    free(list);
    return code;
}

int tournament_abla(const struct tournament_abla *options)
{
    struct abla abla = {0};
    struct save_file file;
    int code = options->out ? save_open(options->out, &file) : EXIT_DONE;

    if (code != EXIT_DONE)
        return code;
    abla.file = options->out ? &file : NULL;
    code = options->out ? save_lock(&file) : EXIT_DONE;
    if (code == EXIT_DONE)
        code = replay_on_board(&abla, options);
    if (options->out)
        save_close(&file);
    return code;
}
