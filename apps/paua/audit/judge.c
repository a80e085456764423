/* judge.c - decides claims about options, classes, names and counts of boards; middle.c and
 * family.c the rest.
 *
 * Each function judges one kind of claim and writes the evidence: what is true, and where the
 * claim differs. */
#include <stdio.h>
#include <string.h>

#include "audit/parts.h"

/* Canonical constellations, each once. */
struct board_set {
    int count;
    paua_constellation at[AUDIT_SET_MAX];
};

/* Compares canonical forms: isomorphic boards count as equal. */
static bool set_contains(const struct board_set *set, paua_constellation at)
{
    for (int i = 0; i < set->count; i++)
        if (audit_same(set->at[i], at))
            return true;
    return false;
}

/* Adds a constellation, unless it is there or the set is full. */
static void set_add(struct board_set *set, paua_constellation at)
{
    if (!set_contains(set, at) && set->count < AUDIT_SET_MAX)
        set->at[set->count++] = at;
}

/* Reads the boards that the claim lists; false if one is unknown. */
static bool read_list(struct judging *judging, struct board_set *set)
{
    const char *list = judging->claim->list;
    char word[AUDIT_WORD_MAX];
    set->count = 0;
    while (audit_word(&list, word)) {
        paua_constellation at;
        if (!audit_named(judging, word, &at))
            return false;
        set_add(set, at);
    }
    return true;
}

/* "B6, -B7 and 2 others", in the order of the names. */
static void write_names(const struct judging *judging, const struct board_set *set, char *text,
                        size_t cap)
{
    const struct audit_names *names = &judging->game->names;
    int others = set->count;
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < 2 * names->count; i++) {
        bool negative = i % 2 == 1;
        paua_constellation at = names->at[i / 2];
        if (negative)
            at =
                paua_constellation_canonical(judging->game->board, paua_constellation_negative(at));
        if (!set_contains(set, at) || (negative && audit_same(at, names->at[i / 2])))
            continue;
        others--;
        length += (size_t)snprintf(text + length, cap - length, "%s%s%s", length ? ", " : "",
                                   negative ? "-" : "", names->text[i / 2]);
    }
    if (others)
        snprintf(text + length, cap - length, "%s%d%s", length ? " and " : "", others,
                 length ? others == 1 ? " other" : " others" : "");
    else if (!length)
        snprintf(text, cap, "none");
}

/* The claim holds if its list is equal to `truth`. The evidence shows `truth`, followed by
 * `more`. */
static void compare_sets(struct judging *judging, const struct board_set *truth, const char *what,
                         const char *more)
{
    struct board_set claimed;
    char text[256], name[AUDIT_WORD_MAX];
    if (!read_list(judging, &claimed))
        return;
    write_names(judging, truth, text, sizeof text);
    audit_say(judging, "%s: %s%s", what, text, more);
    judging->holds = true;
    for (int i = 0; i < truth->count; i++)
        if (!set_contains(&claimed, truth->at[i])) {
            audit_show(judging, truth->at[i], "not listed: %s",
                       audit_name_of(judging, truth->at[i], name));
            judging->holds = false;
        }
    for (int i = 0; i < claimed.count; i++)
        if (!set_contains(truth, claimed.at[i])) {
            audit_show(judging, claimed.at[i], "listed, but not so: %s",
                       audit_name_of(judging, claimed.at[i], name));
            judging->holds = false;
        }
}

/* How many options and moves a side has, for compare_sets(). */
static void write_totals(struct judging *judging, paua_constellation at, paua_side side,
                         bool safe_only, char text[64])
{
    paua_choice choices[PAUA_MOVES_MAX];
    int count = audit_choices(judging, at, side, choices), moves = 0;
    for (int i = 0; i < count; i++)
        moves += choices[i].moves;
    if (safe_only)
        snprintf(text, 64, " (of %d)", count);
    else
        snprintf(text, 64, " (by %d %s)", moves, moves == 1 ? "move" : "moves");
}

/* The options of a side, all or the safe ones. */
static bool options_from(struct judging *judging, paua_constellation at, paua_side side,
                         bool safe_only, struct board_set *set)
{
    paua_choice choices[PAUA_MOVES_MAX];
    int count = audit_choices(judging, at, side, choices);
    set->count = 0;
    for (int i = 0; i < count; i++)
        if (choices[i].safe || !safe_only)
            set_add(set, choices[i].to);
    return count >= 0;
}

/* A side's options, or safe options, are those listed (section 2, and the table of 3.5). */
static void judge_options(struct judging *judging)
{
    const struct audit_claim *claim = judging->claim;
    bool safe_only = claim->kind == AUDIT_CLAIM_SAFE;
    paua_constellation at;
    struct board_set truth;
    char what[64], more[64];
    if (!audit_named(judging, claim->subject, &at) ||
        !options_from(judging, at, claim->side, safe_only, &truth))
        return;
    write_totals(judging, at, claim->side, safe_only, more);
    snprintf(what, sizeof what, "%s's %s from %s", audit_player(claim->side),
             safe_only ? "safe options" : "options", claim->subject);
    compare_sets(judging, &truth, what, more);
}

/* Adds what is safe for the side after every safe reply to its move. */
static bool go_through(struct judging *judging, paua_constellation at, struct board_set *set)
{
    paua_side side = judging->claim->side;
    struct board_set replies, next;
    bool worked = options_from(judging, at, PAUA_OTHER(side), true, &replies);
    for (int i = 0; i < replies.count && worked; i++) {
        worked = options_from(judging, replies.at[i], side, true, &next);
        for (int k = 0; k < next.count; k++)
            set_add(set, next.at[k]);
    }
    return worked;
}

/* Section 2's reduced lists: the option `through` (B12) is replaced by what is safe after the
 * opponent's safe replies to it. */
static void judge_reduced(struct judging *judging)
{
    const struct audit_claim *claim = judging->claim;
    paua_constellation at, through;
    struct board_set safe, truth = {0};
    char what[80];
    if (!audit_named(judging, claim->subject, &at) ||
        !audit_named(judging, claim->through, &through) ||
        !options_from(judging, at, claim->side, true, &safe))
        return;
    for (int i = 0; i < safe.count; i++)
        if (!audit_same(safe.at[i], through))
            set_add(&truth, safe.at[i]);
        else if (!go_through(judging, through, &truth))
            return;
    snprintf(what, sizeof what, "%s's safe options from %s, beyond %s", audit_player(claim->side),
             claim->subject, claim->through);
    compare_sets(judging, &truth, what, "");
}

/* The side has at least one of the listed options. */
static void judge_can(struct judging *judging)
{
    const struct audit_claim *claim = judging->claim;
    paua_constellation at;
    struct board_set truth, wanted;
    char text[256];
    if (!audit_named(judging, claim->subject, &at) || !read_list(judging, &wanted) ||
        !options_from(judging, at, claim->side, false, &truth))
        return;
    for (int i = 0; i < wanted.count; i++)
        judging->holds = judging->holds || set_contains(&truth, wanted.at[i]);
    write_names(judging, &truth, text, sizeof text);
    audit_say(judging, "%s's options from %s: %s", audit_player(claim->side), claim->subject, text);
}

/* Lists the choices of the claim's side on the claim's board. Returns their number, or -1. */
static int choices_claimed(struct judging *judging, paua_constellation *at,
                           paua_choice choices[PAUA_MOVES_MAX])
{
    const struct audit_claim *claim = judging->claim;
    if (!audit_named(judging, claim->subject, at))
        return -1;
    return audit_choices(judging, *at, claim->side, choices);
}

/* The side can end the game with its next move; such a choice comes first in the list. */
static void judge_ejects(struct judging *judging)
{
    const struct audit_claim *claim = judging->claim;
    paua_choice choices[PAUA_MOVES_MAX];
    paua_constellation at;
    int count = choices_claimed(judging, &at, choices);
    if (count < 0)
        return;
    judging->holds = count > 0 && choices[0].ends;
    audit_show(judging, at, "%s; %s to move: %s", claim->subject, audit_player(claim->side),
               judging->holds ? "pushes off at once" : "nothing to push off");
}

/* Shows a board, its class, and the result when Black begins and when Gray (White here) does. */
static void show_verdict(struct judging *judging, paua_constellation at,
                         const paua_verdict *verdict)
{
    bool named = judging->game->names.count > 0;
    char name[AUDIT_WORD_MAX], black[32], gray[32];
    audit_result(verdict->value[PAUA_BLACK], verdict->remoteness[PAUA_BLACK], black);
    audit_result(verdict->value[PAUA_WHITE], verdict->remoteness[PAUA_WHITE], gray);
    audit_show(judging, at, "%s%s%s; Black first: %s; Gray first: %s",
               named ? audit_name_of(judging, at, name) : "", named ? ": " : "",
               paua_class_name((int)verdict->class_), black, gray);
}

/* The side wins on every listed board when it begins. */
static void judge_wins(struct judging *judging)
{
    struct board_set list;
    if (!read_list(judging, &list))
        return;
    judging->holds = true;
    for (int i = 0; i < list.count; i++) {
        paua_verdict verdict;
        if (!audit_verdict(judging, list.at[i], &verdict))
            return;
        if (verdict.value[judging->claim->side] != PAUA_VALUE_WIN)
            judging->holds = false;
        show_verdict(judging, list.at[i], &verdict);
    }
}

/* Outcome classes of the board and, if a second one is listed, of its negative (a row of the
 * paper's Table 1). */
static void judge_class(struct judging *judging)
{
    const char *list = judging->claim->list;
    char word[AUDIT_WORD_MAX];
    paua_constellation at;
    if (!audit_named(judging, judging->claim->subject, &at))
        return;
    judging->holds = true;
    for (int i = 0; i < 2 && audit_word(&list, word); i++) {
        paua_class claimed = audit_class(judging, word);
        paua_verdict verdict;
        if (i)
            at =
                paua_constellation_canonical(judging->game->board, paua_constellation_negative(at));
        if (!audit_verdict(judging, at, &verdict))
            return;
        if (verdict.class_ != claimed)
            judging->holds = false;
        show_verdict(judging, at, &verdict);
    }
}

/* Claims about classes of the same board that do not hold. */
static int wrong_classes(struct judging *judging, int *claims)
{
    int wrong = 0;
    *claims = 0;
    for (int i = 0; i < judging->audit->count; i++) {
        const struct audit_claim *claim = &judging->audit->claims[i];
        struct judging other = *judging;
        if (claim->kind != AUDIT_CLAIM_CLASS || claim->board != judging->claim->board)
            continue;
        other.claim = claim;
        other.evidence = NULL;
        judge_class(&other);
        audit_worked(judging, other.status);
        wrong += !other.holds;
        ++*claims;
    }
    return wrong;
}

/* The paper's Table 1: the names and their negatives are all boards, each in its class. */
static void judge_table(struct judging *judging)
{
    const struct audit_names *names = &judging->game->names;
    struct board_set named = {0};
    int claims, wrong = wrong_classes(judging, &claims);
    for (int i = 0; i < names->count && names->namings; i++) {
        set_add(&named, names->at[i]);
        set_add(&named, paua_constellation_canonical(judging->game->board,
                                                     paua_constellation_negative(names->at[i])));
    }
    judging->holds = wrong == 0 && (uint64_t)named.count == judging->game->classes.constellations;
    audit_say(judging, "%d names and their negatives are %d of %llu boards; %d of %d entries wrong",
              names->count, named.count, (unsigned long long)judging->game->classes.constellations,
              wrong, claims);
}

/* Whether safe play of the side from here returns to the set, with this move or after the reply. */
static bool comes_back(struct judging *judging, const struct board_set *set,
                       paua_constellation from, paua_side side, int *moves)
{
    struct board_set next, replies;
    if (!options_from(judging, from, side, true, &next))
        return false;
    for (int i = 0; i < next.count; i++) {
        ++*moves;
        if (set_contains(set, next.at[i]))
            continue;
        if (!options_from(judging, next.at[i], PAUA_OTHER(side), true, &replies))
            return false;
        for (int k = 0; k < replies.count; k++)
            if (!set_contains(set, replies.at[k])) {
                char name[AUDIT_WORD_MAX];
                audit_show(judging, replies.at[k], "away from them: %s",
                           audit_name_of(judging, replies.at[k], name));
                return false;
            }
    }
    return true;
}

/* All listed boards are draws (class D), and safe play of either side comes back to them. */
static void judge_forever(struct judging *judging)
{
    struct board_set set;
    int moves = 0, draws = 0;
    if (!read_list(judging, &set))
        return;
    judging->holds = true;
    for (int i = 0; i < set.count; i++) {
        paua_verdict verdict;
        if (!audit_verdict(judging, set.at[i], &verdict))
            return;
        draws += verdict.class_ == PAUA_CLASS_D;
        for (int side = 0; side < PAUA_SIDES; side++)
            if (!comes_back(judging, &set, set.at[i], (paua_side)side, &moves))
                judging->holds = false;
    }
    if (draws < set.count)
        judging->holds = false;
    audit_say(judging, "%d of %d boards in D; %d safe options, of both sides, followed", draws,
              set.count, moves);
}

/* The side has exactly `number` options, isomorphic ones counted once (statements 3.3 and 3.4). */
static void judge_option_count(struct judging *judging)
{
    const struct audit_claim *claim = judging->claim;
    paua_choice choices[PAUA_MOVES_MAX];
    paua_constellation at;
    int count = choices_claimed(judging, &at, choices);
    if (count < 0)
        return;
    judging->holds = count == claim->number;
    for (int i = 0; i < count; i++) {
        char name[AUDIT_WORD_MAX], end[32];
        audit_result(choices[i].value, choices[i].remoteness, end);
        audit_show(judging, choices[i].to, "%s: %s", audit_name_of(judging, choices[i].to, name),
                   end);
    }
}

/* Exactly `number` options lose at once: a loss with remoteness 2 is an ejection that follows. */
static void judge_blunders(struct judging *judging)
{
    const struct audit_claim *claim = judging->claim;
    paua_choice choices[PAUA_MOVES_MAX];
    paua_constellation at;
    int blunders = 0, count = choices_claimed(judging, &at, choices);
    if (count < 0)
        return;
    for (int i = 0; i < count; i++)
        if (choices[i].value == PAUA_VALUE_LOSS && choices[i].remoteness == 2) {
            audit_show(judging, choices[i].to, "%s then pushes off",
                       audit_player(PAUA_OTHER(claim->side)));
            blunders++;
        }
    judging->holds = blunders == claim->number;
}

/* Lemma 3.4, figure 16: after an option the opponent can reach a self-negative board of the listed
 * class (P: whoever moves loses). */
static void judge_mutual(struct judging *judging)
{
    const struct audit_claim *claim = judging->claim;
    const char *list = claim->list;
    char word[AUDIT_WORD_MAX] = "";
    paua_constellation at;
    struct board_set options, replies;
    audit_word(&list, word);
    paua_class wanted = audit_class(judging, word);
    if (!audit_named(judging, claim->subject, &at) ||
        !options_from(judging, at, claim->side, false, &options))
        return;
    for (int i = 0; i < options.count && judging->status == PAUA_OK; i++) {
        if (!options_from(judging, options.at[i], PAUA_OTHER(claim->side), false, &replies))
            return;
        for (int k = 0; k < replies.count; k++) {
            paua_verdict verdict;
            if (!paua_constellation_self_negative(judging->game->board, replies.at[k]) ||
                !audit_verdict(judging, replies.at[k], &verdict) || verdict.class_ != wanted)
                continue;
            judging->holds = true;
            audit_show(judging, options.at[i], "%s's move", audit_player(claim->side));
            show_verdict(judging, replies.at[k], &verdict);
        }
    }
}

/* Theorem 3.5: the boards that safe play meets are those listed, `number` in all. */
static void judge_reached(struct judging *judging)
{
    const struct audit_claim *claim = judging->claim;
    paua_constellation at;
    paua_graph *graph;
    struct board_set truth = {0};
    char what[80];
    if (!audit_named(judging, claim->subject, &at) ||
        !audit_worked(judging, paua_graph_new(&judging->game->oracle, at, claim->side,
                                              PAUA_PLAY_SAFE, 100000, &graph)))
        return;
    for (int i = 0; i < paua_graph_nodes(graph); i++)
        set_add(&truth, paua_graph_node(graph, i)->at);
    audit_say(judging, "%d boards in %d positions, %d safe options between them", truth.count,
              paua_graph_nodes(graph), paua_graph_edges(graph));
    paua_graph_free(graph);
    snprintf(what, sizeof what, "met from %s, %s to move", claim->subject,
             audit_player(claim->side));
    compare_sets(judging, &truth, what, "");
    judging->holds = judging->holds && truth.count == claim->number;
}

/* The number of canonical constellations is `number`, or more than that. */
static void judge_count(struct judging *judging)
{
    const paua_class_counts *classes = &judging->game->classes;
    uint64_t wanted = judging->claim->number < 0 ? 0 : (uint64_t)judging->claim->number;
    judging->holds = judging->claim->kind == AUDIT_CLAIM_MORE_THAN
                         ? classes->constellations > wanted
                         : classes->constellations == wanted;
    audit_say(judging, "%llu constellations; %llu when each is counted together with its negative",
              (unsigned long long)classes->constellations,
              (unsigned long long)classes->up_to_negation);
}

/* Of all named boards exactly the listed ones are isomorphic to their negatives. */
static void judge_self_negative(struct judging *judging)
{
    const struct audit_names *names = &judging->game->names;
    struct board_set truth = {0};
    for (int i = 0; i < names->count && names->namings; i++)
        if (paua_constellation_self_negative(judging->game->board, names->at[i]))
            set_add(&truth, names->at[i]);
    compare_sets(judging, &truth, "self-negative", "");
}

/* The name stands for the start layout that the claim lists. */
static void judge_start(struct judging *judging)
{
    paua_constellation at, layout;
    if (!audit_named(judging, judging->claim->subject, &at))
        return;
    if (!audit_layout(judging->game->board, judging->claim->list, &layout)) {
        judging->unreadable = true;
        return;
    }
    judging->holds = audit_same(at, layout);
    audit_show(judging, at, "%s", judging->claim->subject);
    if (!judging->holds)
        audit_show(judging, layout, "the layout");
}

/* Every name with its board. */
static void judge_names(struct judging *judging)
{
    const struct audit_names *names = &judging->game->names;
    judging->holds = names->faults == 0;
    judging->unreadable = names->namings == 0;
    audit_say(judging, "%d names for %llu boards: %d %s, with %d entries of the lists wrong",
              names->count, (unsigned long long)judging->game->classes.constellations,
              names->namings, names->namings == 1 ? "naming fits best" : "namings fit equally well",
              names->faults);
    if (names->free_namings)
        audit_say(judging, "without the layouts %s%d would fit as well",
                  names->free_namings == AUDIT_NAMINGS_MAX ? "at least " : "", names->free_namings);
    for (int i = 0; i < names->count && names->namings; i++)
        audit_show(judging, names->at[i], "%s", names->text[i]);
}

enum { EXAMPLES = 4 };

/* Every constellation is in a listed outcome class; shows the first ones that are not. */
static void judge_classes(struct judging *judging)
{
    const struct audit_game *game = judging->game;
    const char *list = judging->claim->list;
    bool listed[PAUA_CLASS_COUNT + 1] = {false};
    char word[AUDIT_WORD_MAX], text[256];
    int length = 0, shown = 0;
    while (audit_word(&list, word))
        listed[audit_class(judging, word)] = true;
    judging->holds = true;
    for (int i = 0; i < PAUA_CLASS_COUNT; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length, " %s %llu",
                           paua_class_name(i), (unsigned long long)game->classes.count[i]);
        if (game->classes.count[i] && !listed[i])
            judging->holds = false;
    }
    audit_say(judging, "%llu constellations:%s", (unsigned long long)game->classes.constellations,
              text);
    for (int i = 0; i < game->count && !judging->holds && shown < EXAMPLES; i++) {
        paua_verdict verdict;
        if (!audit_verdict(judging, game->list[i], &verdict))
            return;
        if (!listed[verdict.class_]) {
            show_verdict(judging, game->list[i], &verdict);
            shown++;
        }
    }
}

void audit_judge(struct judging *judging)
{
    static void (*const judges[])(struct judging *) = {
        [AUDIT_CLAIM_COUNT] = judge_count,
        [AUDIT_CLAIM_MORE_THAN] = judge_count,
        [AUDIT_CLAIM_START] = judge_start,
        [AUDIT_CLAIM_SELF_NEGATIVE] = judge_self_negative,
        [AUDIT_CLAIM_NAMES] = judge_names,
        [AUDIT_CLAIM_OPTIONS] = judge_options,
        [AUDIT_CLAIM_REDUCED] = judge_reduced,
        [AUDIT_CLAIM_SAFE] = judge_options,
        [AUDIT_CLAIM_CAN] = judge_can,
        [AUDIT_CLAIM_EJECTS] = judge_ejects,
        [AUDIT_CLAIM_WINS] = judge_wins,
        [AUDIT_CLAIM_CLASS] = judge_class,
        [AUDIT_CLAIM_TABLE] = judge_table,
        [AUDIT_CLAIM_FOREVER] = judge_forever,
        [AUDIT_CLAIM_OPTION_COUNT] = judge_option_count,
        [AUDIT_CLAIM_BLUNDERS] = judge_blunders,
        [AUDIT_CLAIM_MUTUAL] = judge_mutual,
        [AUDIT_CLAIM_REACHED] = judge_reached,
        [AUDIT_CLAIM_MIDDLE] = audit_judge_middle,
        [AUDIT_CLAIM_HELD] = audit_judge_held,
        [AUDIT_CLAIM_TRIANGLE] = audit_judge_triangle,
        [AUDIT_CLAIM_CLASSES] = judge_classes,
        [AUDIT_CLAIM_BROADSIDE] = audit_judge_broadside,
        [AUDIT_CLAIM_FAMILY] = audit_judge_family,
        [AUDIT_CLAIM_CLUSTERS] = audit_judge_clusters,
        [AUDIT_CLAIM_FORK_SHAPES] = audit_judge_fork_shapes,
        [AUDIT_CLAIM_FORK] = audit_judge_fork,
        [AUDIT_CLAIM_POSITIONS] = audit_judge_positions,
        [AUDIT_CLAIM_DAISIES] = audit_judge_daisies,
        [AUDIT_CLAIM_TRIANGLE_MOVES] = audit_judge_triangle_moves,
        [AUDIT_CLAIM_TRIANGLE_BREAKS] = audit_judge_triangle_breaks,
        [AUDIT_CLAIM_TWO_WAYS] = audit_judge_two_ways,
        [AUDIT_CLAIM_FORCED] = audit_judge_forced,
        [AUDIT_CLAIM_LINE] = audit_judge_line,
        [AUDIT_CLAIM_LINE_LOSES] = audit_judge_line_loses,
        [AUDIT_CLAIM_BALANCED] = audit_judge_balanced,
        [AUDIT_CLAIM_BEYOND] = audit_judge_beyond,
        [AUDIT_CLAIM_NECESSARY] = audit_judge_necessary,
        [AUDIT_CLAIM_OCCUPIED] = audit_judge_occupied,
    };
    judges[judging->claim->kind](judging);
}
