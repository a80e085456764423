/* How many marbles a player is ahead of its opponents when its games end: what a match of
 * `paua match --out FILE` says beside its score.
 *
 *   bench_leads PLAYER FILE     PLAYER as in the tags Black and White, FILE games in APGN
 *
 * Prints, for the drawn games and for all: the games, those in which it was ahead, level and behind
 * at the end, and its mean lead with the standard error.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/paua.h>

struct leads {
    int games, ahead, level, behind;
    double sum, squares;
};

static void add_lead(struct leads *leads, int lead)
{
    leads->games++;
    leads->ahead += lead > 0;
    leads->level += lead == 0;
    leads->behind += lead < 0;
    leads->sum += lead;
    leads->squares += (double)lead * lead;
}

static void print_leads(const char *what, const struct leads *leads)
{
    const double n = leads->games, mean = n > 0 ? leads->sum / n : 0;
    const double variance = n > 1 ? (leads->squares - n * mean * mean) / (n - 1) : 0;
    printf("%-6s games %d ahead %d level %d behind %d lead %+.2f error %.2f\n", what, leads->games,
           leads->ahead, leads->level, leads->behind, mean, n > 0 ? sqrt(variance / n) : 0);
}

static long read_file(char *bytes, size_t cap, void *context)
{
    return (long)fread(bytes, 1, cap, context);
}

/* Whether the tag of a record names the player. */
static bool is_player(const paua_record *record, const char *tag, const char *player)
{
    const char *name = paua_record_tag(record, tag);
    return name && strcmp(name, player) == 0;
}

int main(int argc, char **argv)
{
    paua_apgn_reader *reader;
    const paua_record *record;
    paua_replay replay = {0};
    paua_status status;
    struct leads drawn = {0}, all = {0};
    if (argc != 3) {
        fputs("usage: bench_leads PLAYER FILE\n", stderr);
        return 2;
    }
    FILE *file = fopen(argv[2], "r");
    if (!file || paua_apgn_reader_new(read_file, file, &reader) != PAUA_OK) {
        perror(argv[2]);
        return 3;
    }
    while ((status = paua_apgn_next(reader, &record, NULL)) == PAUA_OK) {
        const bool black = is_player(record, "Black", argv[1]);
        if (!black && !is_player(record, "White", argv[1]))
            continue;
        if (paua_replay_record(&replay, record, NULL, NULL, NULL) != PAUA_OK) {
            fprintf(stderr, "%s: game %d cannot be replayed\n", argv[2], paua_apgn_game(reader));
            return 2;
        }
        const int lead = replay.end.ejected[PAUA_BLACK] - replay.end.ejected[PAUA_WHITE];
        add_lead(&all, black ? lead : -lead);
        if (replay.result == PAUA_RESULT_DRAW)
            add_lead(&drawn, black ? lead : -lead);
    }
    paua_apgn_reader_free(reader);
    paua_replay_end(&replay);
    fclose(file);
    print_leads("drawn", &drawn);
    print_leads("all", &all);
    return status == PAUA_ERROR_NOT_FOUND ? 0 : 2;
}
