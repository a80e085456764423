/* necessary.c - decides whether the middle is necessary to win: by the game in which the winner may
 * never occupy it (restricted.c), and by who is there on won boards. */
#include "audit/restricted.h"

/* The boards on which who begins wins: all, those won without the middle, and as many of those that
 * the first move wins. */
struct won_boards {
    struct judging *judging;
    const struct restricted *game;
    int won, without, at_once, at_once_without;
    bool shown; /* a longer win without the middle */
};

/* Callback of paua_constellations_each(). */
static bool count_won(paua_constellation at, void *context)
{
    struct won_boards *counts = context;
    struct judging *judging = counts->judging;
    const paua_oracle *oracle = &judging->game->oracle;
    paua_position position;
    paua_value value = PAUA_VALUE_DRAW;
    int remoteness = 0;
    paua_status status = paua_study_position(oracle, at, judging->claim->side, &position);
    if (status == PAUA_OK)
        status = oracle->ask(&position, &value, &remoteness, oracle->context);
    if (!audit_worked(judging, status))
        return false;
    if (value != PAUA_VALUE_WIN)
        return true;
    bool free = restricted_won(counts->game, at), at_once = remoteness == 1;
    counts->won++;
    counts->without += free;
    counts->at_once += at_once;
    counts->at_once_without += free && at_once;
    if (free && !at_once && !counts->shown) {
        audit_show(judging, at, "won without the middle");
        counts->shown = true;
    }
    return true;
}

/* Counts the won boards, and those that need the middle. */
static void report_won(struct judging *judging, const struct restricted *game)
{
    const paua_oracle *oracle = &judging->game->oracle;
    struct won_boards counts = {.judging = judging, .game = game};
    if (!audit_worked(judging, paua_constellations_each(oracle->board, oracle->marbles,
                                                        oracle->marbles, count_won, &counts)))
        return;
    int won = counts.won, needed = won - counts.without;
    int longer = won - counts.at_once;
    int longer_needed = longer - (counts.without - counts.at_once_without);
    judging->holds = 100 * (int64_t)needed > (int64_t)judging->claim->number * won;
    audit_say(judging,
              "%s begins and wins on %d boards; on %d of them (%.1f %%) only with a marble in the "
              "middle after a move",
              audit_player(judging->claim->side), won, needed, won ? 100.0 * needed / won : 0.0);
    if (counts.at_once)
        audit_say(judging, "without those won by the first move: %d, on %d of them (%.1f %%)",
                  longer, longer_needed, longer ? 100.0 * longer_needed / longer : 0.0);
}

/* Section 1.1: the middle is necessary in more than `number` per cent of the won positions. */
void audit_judge_necessary(struct judging *judging)
{
    struct restricted *game =
        restricted_new(judging, judging->claim->side, audit_middle(judging->game->oracle.board));
    if (game)
        report_won(judging, game);
    restricted_free(game);
}

/* The boards of a class, and of all, on which a side is in the middle. */
struct occupied {
    struct judging *judging;
    paua_class wanted;
    paua_set middle;
    uint64_t all, all_there, in_class, there;
};

/* Callback of paua_constellations_each(). */
static bool count_occupied(paua_constellation at, void *context)
{
    struct occupied *counts = context;
    bool there = (audit_own(at, counts->judging->claim->side) & counts->middle) != 0;
    paua_verdict verdict;
    if (!audit_verdict(counts->judging, at, &verdict))
        return false;
    counts->all++;
    counts->all_there += there;
    counts->in_class += verdict.class_ == counts->wanted;
    counts->there += verdict.class_ == counts->wanted && there;
    return true;
}

/* Section 1.1: on more than `number` per cent of a class's boards the side is in the middle. */
void audit_judge_occupied(struct judging *judging)
{
    const paua_oracle *oracle = &judging->game->oracle;
    const char *list = judging->claim->list;
    char word[AUDIT_WORD_MAX] = "";
    struct occupied counts = {.judging = judging, .middle = audit_middle(oracle->board)};
    audit_word(&list, word);
    counts.wanted = audit_class(judging, word);
    if (!audit_worked(judging, paua_constellations_each(oracle->board, oracle->marbles,
                                                        oracle->marbles, count_occupied, &counts)))
        return;
    judging->holds = 100 * counts.there > (uint64_t)judging->claim->number * counts.in_class;
    audit_say(judging, "%s has a marble in the middle on %llu of %llu boards in %s (%.1f %%)",
              audit_player(judging->claim->side), (unsigned long long)counts.there,
              (unsigned long long)counts.in_class, word,
              counts.in_class ? 100.0 * (double)counts.there / (double)counts.in_class : 0.0);
    audit_say(judging, "and on %llu of all %llu boards (%.1f %%)",
              (unsigned long long)counts.all_there, (unsigned long long)counts.all,
              100.0 * (double)counts.all_there / (double)counts.all);
}
