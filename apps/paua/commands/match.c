/* match.c - `paua match`: games between two engines. */
#include <math.h>
#include <stdio.h>

#include "commands/commands.h"
#include "match/contest.h"

/* The log-likelihood ratio between its bounds, and the hypothesis accepted, if any. */
static void print_sprt(const struct contest *contest)
{
    const paua_sprt *sprt = &contest->setup.sprt;
    double llr, low, high;
    paua_sprt_state state = paua_match_decision(contest->match, &llr);
    paua_sprt_bounds(sprt, &low, &high);
    printf("sprt elo %g or %g: llr %.2f of %.2f to %.2f, ", sprt->elo0, sprt->elo1, llr, low, high);
    if (state == PAUA_SPRT_OPEN)
        puts("not decided");
    else
        printf("accepted: elo %g\n", state == PAUA_SPRT_ELO0 ? sprt->elo0 : sprt->elo1);
}

/* The result from the first engine's view: games, score, Elo, pairs, then SPRT and faults. */
static void print_table(const struct contest *contest)
{
    const paua_tally tally = paua_match_tally(contest->match, 0, 1);
    const paua_elo elo = paua_tally_elo(&tally);
    char wins[64], texts[3][16];
    printf("%s against %s\n", contest->engines[0].name, contest->engines[1].name);
    contest_print_conditions(contest);
    snprintf(wins, sizeof wins, "%lld-%lld-%lld", (long long)tally.wins, (long long)tally.draws,
             (long long)tally.losses);
    printf("%8s %20s %7s %9s  %s\n", "games", "wins-draws-losses", "score", "elo", "95 % interval");
    printf("%8lld %20s %7.3f %9s  %s to %s\n", (long long)paua_tally_games(&tally), wins,
           paua_tally_score(&tally), contest_elo(elo.elo, texts[0]), contest_elo(elo.low, texts[1]),
           contest_elo(elo.high, texts[2]));
    printf("pairs scoring 0, 0.5, 1, 1.5, 2: %lld %lld %lld %lld %lld\n", (long long)tally.pairs[0],
           (long long)tally.pairs[1], (long long)tally.pairs[2], (long long)tally.pairs[3],
           (long long)tally.pairs[4]);
    if (contest->setup.sprt_on)
        print_sprt(contest);
    contest_print_faults(contest);
}

/* A new object; `accepted` is the hypothesis, or "undecided". */
static json_t *pack_sprt(const struct contest *contest)
{
    static const char *const words[] = {"undecided", "elo0", "elo1"};
    const paua_sprt *sprt = &contest->setup.sprt;
    double llr, low, high;
    paua_sprt_state decision = paua_match_decision(contest->match, &llr);
    paua_sprt_bounds(sprt, &low, &high);
    return json_pack("{s:f, s:f, s:f, s:[f, f], s:s}", "elo0", sprt->elo0, "elo1", sprt->elo1,
                     "llr", llr, "bounds", low, high, "accepted", words[decision]);
}

/* The result from the first engine's view; "sprt" only with --sprt. Returns an exit code. */
static int print_json(const struct contest *contest)
{
    const paua_tally tally = paua_match_tally(contest->match, 0, 1);
    const paua_elo elo = paua_tally_elo(&tally);
    json_t *object = json_pack("{s:I, s:I, s:I, s:I, s:f, s:o, s:[o, o], s:[I, I, I, I, I]}",
                               "games", (json_int_t)paua_tally_games(&tally), "wins",
                               (json_int_t)tally.wins, "draws", (json_int_t)tally.draws, "losses",
                               (json_int_t)tally.losses, "score", paua_tally_score(&tally), "elo",
                               contest_json_elo(elo.elo), "elo95", contest_json_elo(elo.low),
                               contest_json_elo(elo.high), "pairs", (json_int_t)tally.pairs[0],
                               (json_int_t)tally.pairs[1], (json_int_t)tally.pairs[2],
                               (json_int_t)tally.pairs[3], (json_int_t)tally.pairs[4]);
    if (object)
        json_object_set_new(
            object, "faults",
            json_pack("[o, o]", contest_json_faults(contest, 0), contest_json_faults(contest, 1)));
    if (object && contest->setup.sprt_on)
        json_object_set_new(object, "sprt", pack_sprt(contest));
    return output_json(object);
}

int command_match(int argc, char **argv)
{
    struct contest_options options = contest_options_default();
    const struct option_row rows[] = {
        ROWS_CONTEST(options),
        {"sprt", 0, OPTION_TEXT, &options.sprt, 0, 0, "E0,E1",
         "end when the Elo is known to be E0 or E1"},
    };
    static const struct usage usage = {
        .command = "match",
        .operands = "",
        .purpose = "Play games between two engines and say how much stronger the first one is.",
        .notes = CONTEST_NOTES,
        .examples = {"paua match -e paua:level=5 -e abla-combined:4",
                     "paua match -e paua -e 'cmd:other ugi' --tc 60+0.6 --out games.apgn"},
    };
    struct contest contest;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL), printed = EXIT_DONE;
    if (code != OPTIONS_GO)
        return code;
    if (options.engines.count != 2)
        return complain_with(EXIT_USAGE, "--engine: given %d times, expected two engines",
                             options.engines.count);
    code = contest_run(&contest, &options);
    if (contest.played) {
        if (options.json)
            printed = print_json(&contest);
        else
            print_table(&contest);
    }
    contest_close(&contest);
    return code == EXIT_DONE ? printed : code;
}
