/* abla_weights.c - a feature of ABLA's evaluation with growing weight against the distance to the
 * centre alone: a gauntlet for each number of plies and each start. Every weight plays the same
 * openings, so that an interrupted run has as many games of each, give or take one opening.
 */
#include "match/abla_weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/opponent.h>

#include "match/abla_choices.h"

enum {
    WEIGHT_MOST = 300, /* hundredths, as the setting of the evaluation */
    WEIGHTS_MAX = PAUA_ENGINE_CONFIGS_MAX - 1,
    PLIES_MAX = 4, /* numbers of plies in one run */
    GAMES = 400,
    RANDOM_MOST = 100,
    NAME_MAX = PAUA_OPPONENT_TEXT_MAX,
};

static const char *const starts[] = {"standard", "belgian-daisy"};

static const char usual_openings[] = "random:2";

/* What a weight may be of; "%s" is the weight. */
static const struct feature {
    const char *name, *setting;
} features[] = {
    {"neighbours", "w2=%s"},
    {"hexagons", "w2=0,w3=%s"},
    {"groups", "w2=0,w4=%s"},
};

struct weights_study {
    const struct contest_options *options;
    const struct feature *feature;
    int weights[WEIGHTS_MAX], count; /* hundredths */
    int plies[PLIES_MAX], depths;
    int ejected; /* steps of an ejected marble, 0: as the evaluation has it */
    paua_limits tie;
    char names[PAUA_ENGINE_CONFIGS_MAX][NAME_MAX]; /* of the engines; the first is the distance */
    json_t *rows;                                  /* with --json */
    bool headed;                                   /* the table has been begun */
};

/* A weight in hundredths as text: "0.5". Returns `text`. */
static char *weight_text(int weight, char text[16])
{
    snprintf(text, 16, "%g", weight / 100.0);
    return text;
}

/* Reads a number with at most two decimals up to `end`, in hundredths. */
static bool read_weight(const char **text, int *out)
{
    const char *at = *text;
    bool negative = *at == '-';
    int number = 0, decimals = -1, digits = 0;
    for (at += negative; (*at >= '0' && *at <= '9') || (*at == '.' && decimals < 0); at++) {
        if (*at == '.') {
            decimals = 0;
            continue;
        }
        if (++digits > 5 || (decimals >= 0 && ++decimals > 2))
            return false;
        number = 10 * number + (*at - '0');
    }
    for (int left = decimals < 0 ? 2 : 2 - decimals; left > 0; left--)
        number *= 10;
    *out = negative ? -number : number;
    *text = at;
    return digits > 0 && decimals != 0 && number <= WEIGHT_MOST;
}

/* Reads --weights: FIRST:LAST:STEP, or one weight. */
static int read_weights(const char *text, struct weights_study *study)
{
    const char *at = text;
    int first = 0, last, step = 1;
    bool good = read_weight(&at, &first);
    last = first;
    if (good && *at == ':')
        good = read_weight((at++, &at), &last) && *at == ':' && read_weight((at++, &at), &step);
    int most = step ? (last - first) / step : -1;
    if (!good || *at || most < 0)
        return complain_with(EXIT_USAGE,
                             "--weights: '%.40s': expected one weight, or first:last:step such as "
                             "0:1:0.1, from -3 to 3 with at most two decimals",
                             text);
    if (most >= WEIGHTS_MAX)
        return complain_with(EXIT_USAGE, "--weights: '%.40s': expected at most %d weights", text,
                             (int)WEIGHTS_MAX);
    study->count = most + 1;
    for (int i = 0; i <= most; i++)
        study->weights[i] = first + i * step;
    return EXIT_DONE;
}

/* Reads --plies: numbers with commas between them. */
static int read_plies(const char *text, struct weights_study *study)
{
    for (const char *at = text; study->depths < PLIES_MAX; at++) {
        char *end;
        long plies = *at >= '1' && *at <= '9' ? strtol(at, &end, 10) : 0;
        if (plies < 1 || plies > PAUA_OPPONENT_DEPTH_MAX)
            break;
        study->plies[study->depths++] = (int)plies;
        if (!*end)
            return EXIT_DONE;
        if (*end != ',')
            break;
        at = end;
    }
    return complain_with(EXIT_USAGE,
                         "--plies: '%.40s': expected up to %d numbers from 1 to %d with commas "
                         "between them",
                         text, (int)PLIES_MAX, PAUA_OPPONENT_DEPTH_MAX);
}

static int read_feature(const char *name, struct weights_study *study)
{
    for (int i = 0; i < ROWS(features); i++)
        if (strcmp(features[i].name, name) == 0) {
            study->feature = &features[i];
            return EXIT_DONE;
        }
    return complain_with(
        EXIT_USAGE, "--feature: '%.40s' is unknown, expected neighbours, hexagons or groups", name);
}

/* --openings: only random moves, since both starts are given. */
static int check_openings(const char *text)
{
    long long number;
    if (strncmp(text, "random:", 7) != 0)
        return complain_with(
            EXIT_USAGE, "--openings: '%.40s': expected random:N, N moves from either start", text);
    return number_read("--openings: random", text + 7, 0, RANDOM_MOST, &number);
}

/* How the choice of this number, from 1, decides what the paper leaves open. */
static int read_choice(long long number, struct weights_study *study)
{
    static struct abla_choice list[ABLA_CHOICES];
    paua_board *board;
    if (!number)
        return EXIT_DONE;
    if (paua_board_new(5, 5, 5, &board) != PAUA_OK)
        return complain_memory();
    abla_choices_list(board, list);
    paua_board_free(board);
    study->ejected = list[number - 1].ejected;
    study->tie.order = list[number - 1].order;
    study->tie.last = list[number - 1].last;
    return EXIT_DONE;
}

static int read_study(const struct abla_weights *weights, struct weights_study *study)
{
    int code = read_weights(weights->weights, study);
    if (code == EXIT_DONE)
        code = read_feature(weights->feature ? weights->feature : features[0].name, study);
    if (code == EXIT_DONE)
        code = read_plies(weights->plies ? weights->plies : "3,4", study);
    if (code == EXIT_DONE && study->options->openings)
        code = check_openings(study->options->openings);
    return code == EXIT_DONE ? read_choice(weights->choice, study) : code;
}

/* Names an engine, such as abla:3,w2=0.5; the setting may be empty. */
static void name_engine(const struct weights_study *study, const char *opponent, int plies,
                        const char *setting, char name[NAME_MAX])
{
    int used = snprintf(name, NAME_MAX, "%s:%d%s%s", opponent, plies, *setting ? "," : "", setting);
    if (study->ejected)
        snprintf(name + used, NAME_MAX - (size_t)used, ",ejected=%d", study->ejected);
}

static void name_engines(struct weights_study *study, int plies)
{
    name_engine(study, "abla-single", plies, "", study->names[0]);
    for (int i = 0; i < study->count; i++) {
        char weight[16], setting[40];
        snprintf(setting, sizeof setting, study->feature->setting,
                 weight_text(study->weights[i], weight));
        name_engine(study, "abla", plies, setting, study->names[i + 1]);
    }
}

static void print_heading(const struct weights_study *study)
{
    const struct contest_options *options = study->options;
    printf("ABLA's distance to the centre and the weight of %s, against the distance alone;\n"
           "openings %s, seed %lld, rules %s%s\n\n"
           "%5s  %-13s %6s %6s %6s %6s %6s  %5s %8s  %s\n",
           study->feature->name, options->openings ? options->openings : usual_openings,
           options->seed, CONTEST_RULES,
           study->tie.last || study->ejected ? ", open questions as --choice says" : "", "plies",
           "start", "weight", "games", "wins", "draws", "losses", "score", "elo", "95 % interval");
}

/* Adds a row for --json, or prints one of the table. */
static void print_row(struct weights_study *study, int plies, const char *start, int weight,
                      const paua_tally *tally)
{
    paua_elo elo = paua_tally_elo(tally);
    char texts[4][16];
    if (study->rows) {
        json_array_append_new(
            study->rows,
            json_pack("{s:i, s:s, s:f, s:I, s:I, s:I, s:I, s:f, s:o, s:[o, o]}", "plies", plies,
                      "start", start, "weight", weight / 100.0, "games",
                      (json_int_t)paua_tally_games(tally), "wins", (json_int_t)tally->wins, "draws",
                      (json_int_t)tally->draws, "losses", (json_int_t)tally->losses, "score",
                      paua_tally_score(tally), "elo", contest_json_elo(elo.elo), "elo95",
                      contest_json_elo(elo.low), contest_json_elo(elo.high)));
        return;
    }
    if (!study->headed)
        print_heading(study);
    study->headed = true;
    printf("%5d  %-13s %6s %6lld %6lld %6lld %6lld  %.3f %8s  %s to %s\n", plies, start,
           weight_text(weight, texts[0]), (long long)paua_tally_games(tally),
           (long long)tally->wins, (long long)tally->draws, (long long)tally->losses,
           paua_tally_score(tally), contest_elo(elo.elo, texts[1]), contest_elo(elo.low, texts[2]),
           contest_elo(elo.high, texts[3]));
}

/* Plays the gauntlet from one start and prints its rows, also when it was interrupted. */
static int play_start(struct weights_study *study, int plies, const char *start)
{
    struct contest_options options = *study->options;
    struct contest contest;
    char openings[80];
    name_engines(study, plies);
    options.engines.count = study->count + 1;
    for (int i = 0; i <= study->count; i++)
        options.engines.texts[i] = study->names[i];
    snprintf(openings, sizeof openings, "%s:%s",
             options.openings ? options.openings : usual_openings, start);
    options.openings = openings;
    options.games = (options.games ? options.games : GAMES) * study->count;
    options.concurrency *= options.threads;
    options.threads = 1;
    options.tt_mb = 1;
    options.json = false;
    options.gauntlet = options.mixed = true;
    options.tie = study->tie;
    int code = contest_run(&contest, &options);
    for (int i = 0; contest.played && i < study->count; i++) {
        paua_tally tally = paua_match_tally(contest.match, i + 1, 0);
        print_row(study, plies, start, study->weights[i], &tally);
    }
    contest_close(&contest);
    if (code == EXIT_DONE && !output_flush())
        code = EXIT_ENVIRONMENT;
    return code;
}

/* All gauntlets, until one is interrupted or fails. */
static int play_study(struct weights_study *study)
{
    int code = EXIT_DONE;
    for (int i = 0; i < study->depths; i++)
        for (int j = 0; j < ROWS(starts) && code == EXIT_DONE; j++)
            code = play_start(study, study->plies[i], starts[j]);
    return code;
}

int abla_weights(const struct abla_weights *weights, const struct contest_options *options)
{
    struct weights_study study = {.options = options};
    int code = read_study(weights, &study), printed;
    if (code != EXIT_DONE)
        return code;
    study.rows = options->json ? json_array() : NULL;
    code = play_study(&study);
    if (!options->json)
        return code;
    printed =
        output_json(json_pack("{s:s, s:o}", "feature", study.feature->name, "weights", study.rows));
    return code == EXIT_DONE ? printed : code;
}
