/* tournament.c - `paua tournament`: everybody against everybody. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "match/abla_choices.h"
#include "match/abla_weights.h"
#include "match/contest.h"
#include "match/tournament_abla.h"

/* How it stands, the players in the order of their ratings. */
struct standings {
    const struct contest *contest;
    int count;
    paua_tally *tallies; /* count * count */
    paua_tally totals[PAUA_ENGINE_CONFIGS_MAX];
    paua_elo elo[PAUA_ENGINE_CONFIGS_MAX];
    int order[PAUA_ENGINE_CONFIGS_MAX];
    bool added; /* drawn games, for the ratings' sake */
};

/* Adds the games; pairs are not added. */
static void add_tally(paua_tally *sum, const paua_tally *tally)
{
    sum->wins += tally->wins;
    sum->draws += tally->draws;
    sum->losses += tally->losses;
}

/* Higher rating first; equal ratings in the order in which the engines were given. */
static bool stands_before(const struct standings *standings, int a, int b)
{
    return standings->elo[a].elo > standings->elo[b].elo ||
           (standings->elo[a].elo == standings->elo[b].elo && a < b);
}

/* Insertion sort: there are few engines. */
static void sort_standings(struct standings *standings)
{
    for (int i = 0; i < standings->count; i++) {
        int place = i;
        while (place > 0 && stands_before(standings, i, standings->order[place - 1])) {
            standings->order[place] = standings->order[place - 1];
            place--;
        }
        standings->order[place] = i;
    }
}

/* Fills the standings, whose contest, count and room for tallies are there. */
static int fill_standings(struct standings *standings)
{
    int count = standings->count;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            if (i == j)
                continue;
            standings->tallies[i * count + j] = paua_match_tally(standings->contest->match, i, j);
            add_tally(&standings->totals[i], &standings->tallies[i * count + j]);
        }
    if (paua_ratings_fit(count, standings->tallies, standings->elo, &standings->added) != PAUA_OK)
        return complain_memory();
    sort_standings(standings);
    return EXIT_DONE;
}

static const char *name_of(const struct standings *standings, int i)
{
    return standings->contest->engines[i].name;
}

/* The width of the engine column, which also has to hold its heading. */
static int name_width(const struct standings *standings)
{
    size_t width = strlen("engine");
    for (int i = 0; i < standings->count; i++)
        if (strlen(name_of(standings, i)) > width)
            width = strlen(name_of(standings, i));
    return (int)width;
}

/* "12.5/20", or "-" for two who have not met. */
static void print_cell(const paua_tally *tally)
{
    char text[48] = "-";
    if (paua_tally_games(tally) > 0)
        snprintf(text, sizeof text, "%g/%lld", (double)tally->wins + (double)tally->draws / 2,
                 (long long)paua_tally_games(tally));
    printf(" %11s", text);
}

/* The cross table, best engine first. The first engine given has no interval: the other ratings are
 * relative to it. */
static void print_table(const struct standings *standings)
{
    int width = name_width(standings);
    contest_print_conditions(standings->contest);
    printf("%3s %-*s %8s %18s %6s %6s", "", width, "engine", "elo", "95 % interval", "games",
           "score");
    for (int i = 0; i < standings->count; i++)
        printf(" %11d", i + 1);
    putchar('\n');
    for (int i = 0; i < standings->count; i++) {
        int player = standings->order[i];
        const paua_elo *elo = &standings->elo[player];
        char texts[3][16], interval[40] = "";
        if (player > 0)
            snprintf(interval, sizeof interval, "%s to %s", contest_elo(elo->low, texts[1]),
                     contest_elo(elo->high, texts[2]));
        printf("%3d %-*s %8s %18s %6lld %6.3f", i + 1, width, name_of(standings, player),
               contest_elo(elo->elo, texts[0]), interval,
               (long long)paua_tally_games(&standings->totals[player]),
               paua_tally_score(&standings->totals[player]));
        for (int j = 0; j < standings->count; j++)
            print_cell(&standings->tallies[player * standings->count + standings->order[j]]);
        putchar('\n');
    }
    if (standings->added)
        puts("some have won or lost everything: for the ratings each two have drawn one game more");
    contest_print_faults(standings->contest);
}

/* The games of a player, or of a player against another, as a new object. */
static json_t *pack_tally(const paua_tally *tally)
{
    return json_pack("{s:I, s:I, s:I, s:I}", "games", (json_int_t)paua_tally_games(tally), "wins",
                     (json_int_t)tally->wins, "draws", (json_int_t)tally->draws, "losses",
                     (json_int_t)tally->losses);
}

/* A new object; "against" has an entry for each engine, null for the player itself. */
static json_t *pack_player(const struct standings *standings, int player)
{
    const paua_elo *elo = &standings->elo[player];
    json_t *object = pack_tally(&standings->totals[player]), *against = json_array();
    for (int i = 0; i < standings->count; i++)
        json_array_append_new(
            against, i == player ? json_null()
                                 : pack_tally(&standings->tallies[player * standings->count + i]));
    json_object_set_new(object, "engine", json_string(name_of(standings, player)));
    json_object_set_new(object, "score", json_real(paua_tally_score(&standings->totals[player])));
    json_object_set_new(object, "elo", contest_json_elo(elo->elo));
    json_object_set_new(
        object, "elo95",
        json_pack("[o, o]", contest_json_elo(elo->low), contest_json_elo(elo->high)));
    json_object_set_new(object, "against", against);
    json_object_set_new(object, "faults", contest_json_faults(standings->contest, player));
    return object;
}

/* Engines in the order in which they were given. */
static int print_json(const struct standings *standings)
{
    json_t *engines = json_array();
    for (int i = 0; i < standings->count; i++)
        json_array_append_new(engines, pack_player(standings, i));
    return output_json(
        json_pack("{s:o, s:b}", "engines", engines, "draws_added", (int)standings->added));
}

/* Rates the engines and prints the standings. Returns an exit code. */
static int print_standings(const struct contest *contest)
{
    int count = contest->setup.count, code;
    paua_tally *tallies = calloc((size_t)count * (size_t)count, sizeof *tallies);
    struct standings standings = {.contest = contest, .count = count, .tallies = tallies};
    if (!tallies)
        return complain_memory();
    code = fill_standings(&standings);
    if (code == EXIT_DONE && contest->options->json)
        code = print_json(&standings);
    else if (code == EXIT_DONE)
        print_table(&standings);
    free(tallies);
    return code;
}

/* As given on the command line. */
struct tournament_command {
    struct contest_options options;
    bool abla;
    struct tournament_abla replay;
    struct abla_weights weights;
};

/* Refuses options that go only with others. */
static int check_abla(const struct tournament_command *command)
{
    const struct tournament_abla *replay = &command->replay;
    const struct abla_weights *weights = &command->weights;
    bool games = replay->choices || replay->choice || replay->table != 1;
    if (command->abla && command->options.engines.count)
        return complain_with(EXIT_USAGE, "expected either --engine or --abla");
    if (!command->abla && (games || weights->weights))
        return complain_with(EXIT_USAGE, "--%s goes with --abla alone",
                             weights->weights  ? "weights"
                             : replay->choices ? "choices"
                             : replay->choice  ? "choice"
                                               : "table");
    if (!weights->weights && (weights->feature || weights->plies))
        return complain_with(EXIT_USAGE, "--%s goes with --abla --weights alone",
                             weights->feature ? "feature" : "plies");
    return EXIT_DONE;
}

/* `other` is an option that does not fit, or NULL. Returns an exit code. */
static int run_weights(struct tournament_command *command, const char *other)
{
    if (other)
        return complain_with(EXIT_USAGE,
                             "--%s: not with --weights, expected no more than --feature, --plies, "
                             "--choice, --games, --openings, --seed, --concurrency, --threads, "
                             "--out, --resume, --json and --quiet",
                             other);
    command->weights.choice = command->replay.choice;
    return abla_weights(&command->weights, &command->options);
}

/* Likewise, for the games of the paper. */
static int run_replay(struct tournament_command *command, const char *other)
{
    struct tournament_abla *replay = &command->replay;
    if (other)
        return complain_with(EXIT_USAGE,
                             "--%s: not with --abla, expected no more than --table, --choices, "
                             "--choice, --out, --json and --quiet, or --weights",
                             other);
    if (replay->table == 2)
        return complain_with(EXIT_USAGE,
                             "--table: expected 1 or 3; table 2 is printed with table 1");
    if ((replay->choices || replay->choice) && replay->table != 1)
        return complain_with(EXIT_USAGE, "--%s goes with table 1 alone",
                             replay->choices ? "choices" : "choice");
    if (replay->choices && replay->choice)
        return complain_with(EXIT_USAGE, "expected either --choices or --choice");
    replay->json = command->options.json;
    replay->quiet = command->options.quiet;
    replay->out = command->options.out;
    return tournament_abla(replay);
}

/* The games of the paper, or with --weights others between its players. Returns an exit code. */
static int run_abla(struct tournament_command *command, const struct option_row *rows, int count,
                    int argc, char **argv)
{
    static const char *const replaying[] = {"abla", "table", "choices", "choice",
                                            "out",  "json",  "quiet",   NULL};
    static const char *const weighing[] = {"abla",        "weights",  "feature", "plies", "choice",
                                           "games",       "openings", "seed",    "out",   "resume",
                                           "concurrency", "threads",  "json",    "quiet", NULL};
    if (command->weights.weights)
        return run_weights(command, options_given_but(rows, count, argc, argv, weighing));
    return run_replay(command, options_given_but(rows, count, argc, argv, replaying));
}

int command_tournament(int argc, char **argv)
{
    struct tournament_command command = {.options = contest_options_default(), .replay.table = 1};
    const struct option_row rows[] = {
        ROWS_CONTEST(command.options),
        {"abla", 0, OPTION_FLAG, &command.abla, 0, 0, NULL,
         "replay the games of the paper on ABLA instead"},
        {"table", 0, OPTION_NUMBER, &command.replay.table, 1, 3, "N",
         "those of its table 1 (default) or 3, against other programs"},
        {"choices", 0, OPTION_FLAG, &command.replay.choices, 0, 0, NULL,
         "table 1 again, with what it leaves open decided otherwise"},
        {"choice", 0, OPTION_NUMBER, &command.replay.choice, 1, ABLA_CHOICES, "N",
         "table 1, or --weights, by one of these choices alone, by its number"},
        {"weights", 0, OPTION_TEXT, &command.weights.weights, 0, 0, "W",
         "with --abla: a feature of these weights (first:last:step) against the distance alone, "
         "N games each (400) from both starts"},
        {"feature", 0, OPTION_TEXT, &command.weights.feature, 0, 0, "NAME",
         "the feature: neighbours (default), hexagons or groups"},
        {"plies", 0, OPTION_TEXT, &command.weights.plies, 0, 0, "N,N",
         "how deep both search (3,4)"},
    };
    static const struct usage usage = {
        .command = "tournament",
        .operands = "",
        .purpose = "Play games between engines, each two of them the same number, and rate them. "
                   "Ratings are relative to the first engine.",
        .notes = CONTEST_NOTES,
        .examples = {"paua tournament -e paua:level=3 -e greedy -e random",
                     "paua tournament --abla --weights 0:1:0.1"},
    };
    struct contest contest;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL), printed = EXIT_DONE;
    if (code != OPTIONS_GO)
        return code;
    code = check_abla(&command);
    if (code != EXIT_DONE)
        return code;
    if (command.abla)
        return run_abla(&command, rows, ROWS(rows), argc, argv);
    if (command.options.engines.count < 2)
        return complain_with(EXIT_USAGE, "--engine: given %s, expected two engines or more",
                             command.options.engines.count ? "once" : "never");
    code = contest_run(&contest, &command.options);
    if (contest.played)
        printed = print_standings(&contest);
    contest_close(&contest);
    return code == EXIT_DONE ? printed : code;
}
