/* The audit of the paper: what it says, and that planted claims, right and wrong, are found out. */
#include "unit.h"

#include "audit/audit.h"
#include "audit/parts.h"

enum { CLAIMS_MAX = 400 };

/* Claims of one board, those of the paper and others. */
struct claims {
    int count;
    struct audit_claim list[CLAIMS_MAX];
};

static struct claims paper_claims(enum audit_board board)
{
    struct claims claims = {0};
    int count;
    const struct audit_claim *paper = audit_paper_claims(&count);
    assert_in_range(count, 100, CLAIMS_MAX);
    for (int i = 0; i < count; i++)
        if (paper[i].board == board)
            claims.list[claims.count++] = paper[i];
    return claims;
}

static struct audit *audit_of(const struct claims *claims)
{
    struct audit *audit = NULL;
    assert_int_equal(audit_run(claims->list, claims->count, 1, NULL, NULL, &audit), PAUA_OK);
    return audit;
}

/* The decision of the paper's claims on small boards: these alone are refuted. */
static bool is_wrong(const struct audit_claim *claim)
{
    return !strcmp(claim->id, "S6.2x2x3") || !strcmp(claim->id, "S6.2x3x3") ||
           !strcmp(claim->id, "4.beyond.2x3x3");
}

static void check_decision(const struct audit *audit, int i, const struct audit_claim *claim,
                           bool wrong)
{
    const struct audit_finding *finding = audit_finding_at(audit, i);
    assert_ptr_equal(finding->claim, claim);
    if (finding->decision != (wrong ? AUDIT_REFUTED : AUDIT_CONFIRMED))
        fail_msg("%s (%s) is %s", claim->id, claim->list ? claim->list : "",
                 audit_decision_name(finding->decision));
}

/* Every claim of the paper is decided, with evidence, and evidence has boards of the right size. */
static void the_paper_is_decided(void **context)
{
    (void)context;
    for (int board = AUDIT_BOARD_222; board <= (SANITIZED ? AUDIT_BOARD_223 : AUDIT_BOARD_233);
         board++) {
        struct claims claims = paper_claims((enum audit_board)board);
        struct audit *audit = audit_of(&claims);
        for (int i = 0; i < claims.count; i++) {
            const struct audit_finding *finding = audit_finding_at(audit, i);
            check_decision(audit, i, &claims.list[i], is_wrong(&claims.list[i]));
            assert_true(finding->count > 0);
            for (int k = 0; k < finding->count; k++) {
                const struct audit_evidence *evidence = &finding->evidence[k];
                assert_true(strlen(evidence->text) > 0);
                if (!evidence->board)
                    continue;
                paua_set all = paua_board_all(evidence->board);
                assert_true(evidence->drawn.black || evidence->drawn.white);
                assert_false((evidence->drawn.black | evidence->drawn.white) & ~all);
                assert_false(evidence->drawn.black & evidence->drawn.white);
            }
        }
        audit_free(audit);
    }
}

static void ids_are_unique(void **context)
{
    int count;
    const struct audit_claim *claims = audit_paper_claims(&count);
    (void)context;
    for (int i = 0; i < count; i++) {
        assert_null(strpbrk(claims[i].id, " \t\n"));
        assert_null(strchr(claims[i].text, '\n'));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(claims[i].id, claims[k].id);
    }
}

static struct audit_claim *claim_of(struct claims *claims, const char *id)
{
    for (int i = 0; i < claims->count; i++)
        if (!strcmp(claims->list[i].id, id))
            return &claims->list[i];
    fail_msg("no claim %s", id);
    return NULL;
}

/* One wrong claim instead of the paper's refutes that one, whatever it does to the search for
 * names; but the claim that all fit is then refuted, too, and so may be the summary of the
 * table and what the positions of these names are. */
static void check_planted(const struct claims *claims, const struct audit_claim *planted)
{
    struct audit *audit = audit_of(claims);
    for (int i = 0; i < claims->count; i++) {
        const struct audit_claim *claim = &claims->list[i];
        if (claim->kind == AUDIT_CLAIM_NAMES || claim->kind == AUDIT_CLAIM_TABLE ||
            (claim->kind == AUDIT_CLAIM_POSITIONS && claim != planted))
            continue;
        check_decision(audit, i, claim, claim == planted || is_wrong(claim));
    }
    audit_free(audit);
}

/* What replaces a field of a claim; 0 and NULL leave it. */
struct plant {
    enum audit_board board;
    const char *id, *list, *subject;
    int number;
    bool other_side;
};

static struct audit_claim *plant_into(struct claims *claims, const struct plant *plant)
{
    struct audit_claim *claim = claim_of(claims, plant->id);
    if (plant->list)
        claim->list = plant->list;
    if (plant->subject)
        claim->subject = plant->subject;
    if (plant->number)
        claim->number = plant->number;
    if (plant->other_side)
        claim->side = PAUA_OTHER(claim->side);
    return claim;
}

static void wrong_claims_are_refuted(void **context)
{
    static const struct plant plants[] = {
        {AUDIT_BOARD_222, "S6.2x2x2", "L R D N N-hat", NULL, 0, false},
        {AUDIT_BOARD_222, "2.count", NULL, NULL, 22, false},
        {AUDIT_BOARD_222, "2.count", NULL, NULL, 14, false},
        {AUDIT_BOARD_222, "2.negatives", "B0 B1 B2 B3", NULL, 0, false},
        {AUDIT_BOARD_222, "2.negatives", "B0 B1 B2 B3 B4 B6", NULL, 0, false},
        {AUDIT_BOARD_222, "2.B0", "b1", NULL, 0, false},
        {AUDIT_BOARD_222, "2.B11R", "B13", NULL, 0, false},
        {AUDIT_BOARD_222, "2.B12", NULL, "B13", 0, false},
        {AUDIT_BOARD_222, "2.B12", NULL, NULL, 0, true},
        {AUDIT_BOARD_222, "2.B11L", "-B11", NULL, 0, false},
        {AUDIT_BOARD_222, "2.B0L", "-B11", NULL, 0, false},
        {AUDIT_BOARD_222, "2.B4L", "B12 B13", NULL, 0, false},
        {AUDIT_BOARD_222, "2.first", "B5 B7 B8 B13", NULL, 0, false},
        {AUDIT_BOARD_222, "2.first", NULL, NULL, 0, true},
        {AUDIT_BOARD_222, "2.S", "B1 B2 B3", NULL, 0, false},
        {AUDIT_BOARD_222, "2.S", "B1 B2 B3 B5 B6 -B6 B9 -B9 B10 -B10 B13 -B13", NULL, 0, false},
        {AUDIT_BOARD_223, "3.count", NULL, NULL, 1080, false},
        {AUDIT_BOARD_223, "3.C0", "c1", NULL, 0, false},
        {AUDIT_BOARD_223, "3.1.triangle", NULL, NULL, 2, false},
        {AUDIT_BOARD_223, "3.1", "L N-hat", NULL, 0, false},
        {AUDIT_BOARD_223, "3.1", "N L", NULL, 0, false},
        {AUDIT_BOARD_223, "3.1", NULL, NULL, 0, true},
        {AUDIT_BOARD_223, "3.2", "L N", NULL, 0, false},
        {AUDIT_BOARD_223, "3.3.options", NULL, NULL, 3, false},
        {AUDIT_BOARD_223, "3.4.options", NULL, NULL, 5, false},
        {AUDIT_BOARD_223, "3.4.danger", NULL, NULL, 3, false},
        {AUDIT_BOARD_223, "3.4.figure16", "L", NULL, 0, false},
        {AUDIT_BOARD_223, "3.5.boards", NULL, NULL, 12, false},
        {AUDIT_BOARD_223, "3.5.boards", "C0 C1 C2 C3 C4 C5 C6 C7 C8 -C4 -C5 -C7", NULL, 0, false},
        {AUDIT_BOARD_223, "3.5.boards", NULL, NULL, 0, true},
        {AUDIT_BOARD_223, "3.5", "N", NULL, 0, false},
        {AUDIT_BOARD_223, "3.5", NULL, "C1", 0, false},
        {AUDIT_BOARD_233, "4.1", "N", NULL, 0, false},
        {AUDIT_BOARD_233, "4.3.diamond", "2", NULL, 0, false},
        {AUDIT_BOARD_233, "4.3.diamond", "3", NULL, 0, false},
        {AUDIT_BOARD_233, "4.3.trapezoid", "4", NULL, 0, false},
    };
    (void)context;
    for (size_t i = 0; i < LENGTH(plants); i++) {
        struct claims claims = paper_claims(plants[i].board);
        struct audit_claim *claim = plant_into(&claims, &plants[i]);
        check_planted(&claims, claim);
    }
}

/* The same for the claims about forks, proofs and the middle; `through` is replaced, too. */
static void wrong_proofs_are_refuted(void **context)
{
    static const struct {
        struct plant plant;
        const char *through;
    } plants[] = {
        {{AUDIT_BOARD_223, "1.fork", NULL, NULL, 4, false}, NULL},
        {{AUDIT_BOARD_222, "1.middle.2x2x2", NULL, NULL, 100, false}, NULL},
        {{AUDIT_BOARD_223, "1.middle.2x2x3", NULL, NULL, 88, false}, NULL},
        {{AUDIT_BOARD_233, "1.middle.2x3x3", NULL, NULL, 91, false}, NULL},
        {{AUDIT_BOARD_222, "1.there.2x2x2", "N", NULL, 0, false}, NULL},
        {{AUDIT_BOARD_223, "1.there.2x2x3", NULL, NULL, 97, false}, NULL},
        {{AUDIT_BOARD_233, "1.there.2x3x3", NULL, NULL, 84, false}, NULL},
        {{AUDIT_BOARD_222, "2.positions", "B0 B1", NULL, 0, false}, "b1 b0"},
        {{AUDIT_BOARD_222, "2.positions", "B5", NULL, 0, false}, "-b5"},
        {{AUDIT_BOARD_222, "2.daisy", "B2", NULL, 0, false}, NULL},
        {{AUDIT_BOARD_222, "2.daisy", "", NULL, 0, false}, NULL},
        {{AUDIT_BOARD_223, "3.positions", "C4 C5", NULL, 0, false}, "c5 c4"},
        {{AUDIT_BOARD_223, "3.daisy", "C0", NULL, 0, false}, NULL},
        {{AUDIT_BOARD_223, "3.1.moves.tips", "achj", NULL, 0, false}, NULL},
        {{AUDIT_BOARD_223, "3.1.moves.corners", "adg", NULL, 0, false}, NULL},
        {{AUDIT_BOARD_223, "3.1.moves.ends", NULL, NULL, 1, false}, NULL},
        {{AUDIT_BOARD_223, "3.1.moves.blocked", NULL, NULL, 1, false}, NULL},
        {{AUDIT_BOARD_223, "3.1.moves.blocked", "e", NULL, 0, false}, NULL},
        {{AUDIT_BOARD_223, "3.1.figure9", NULL, NULL, 2, false}, NULL},
        {{AUDIT_BOARD_223, "3.1.neutral", NULL, NULL, 4, false}, NULL},
        {{AUDIT_BOARD_223, "3.1.neutral", NULL, NULL, 0, true}, NULL},
        {{AUDIT_BOARD_223, "3.3.bad1", "triangle triangle", NULL, 0, false}, NULL},
        {{AUDIT_BOARD_223, "3.3.bad1", NULL, NULL, 2, false}, NULL},
        {{AUDIT_BOARD_223, "3.3.bad2", "triangle triangle", NULL, 0, false}, NULL},
        {{AUDIT_BOARD_223, "3.3.bad2", NULL, NULL, 2, false}, NULL},
        {{AUDIT_BOARD_223, "3.3.bad3", "triangle triangle", NULL, 0, false}, NULL},
        {{AUDIT_BOARD_223, "3.3.bad3", NULL, NULL, 0, false}, "quiet"},
        {{AUDIT_BOARD_223, "3.4.bad12", NULL, NULL, 3, false}, NULL},
        {{AUDIT_BOARD_223, "3.4.bad12", NULL, NULL, 0, false}, "quiet"},
        {{AUDIT_BOARD_223, "3.5.line", NULL, NULL, 0, false}, "never"},
        {{AUDIT_BOARD_223, "3.5.figure17", NULL, NULL, 3, false}, NULL},
        {{AUDIT_BOARD_233, "4.4.forks", NULL, NULL, 100, false}, NULL},
    };
    (void)context;
    for (size_t i = 0; i < LENGTH(plants); i++) {
        struct claims claims = paper_claims(plants[i].plant.board);
        struct audit_claim *claim = plant_into(&claims, &plants[i].plant);
        if (plants[i].through)
            claim->through = plants[i].through;
        check_planted(&claims, claim);
    }
}

/* On the largest board, which takes seconds. E0 itself is not balanced, and of the drawn boards only
 * the most balanced one is; the middle is necessary on 40.7 % of the won boards. */
static void the_largest_board_is_decided(void **context)
{
    struct claims claims = {.count = 5};
    (void)context;
    for (int i = 0; i < claims.count; i++)
        claims.list[i] = (struct audit_claim){
            .id = "a",
            .text = "",
            .kind = i < 3 ? AUDIT_CLAIM_BALANCED : AUDIT_CLAIM_NECESSARY,
            .board = AUDIT_BOARD_333,
        };
    claims.list[0].subject = "e0-balanced";
    claims.list[1].subject = "e0";
    claims.list[2].subject = "-e0";
    claims.list[3].number = 40;
    claims.list[4].number = 41;
    struct audit *audit = audit_of(&claims);
    for (int i = 0; i < claims.count; i++)
        check_decision(audit, i, &claims.list[i], i != 0 && i != 3);
    audit_free(audit);
}

static void write_list(char *text, size_t cap, char words[32][16], int count, int without,
                       const char *extra)
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < count; i++)
        if (i != without)
            length += (size_t)snprintf(text + length, cap - length, " %s", words[i]);
    if (extra)
        snprintf(text + length, cap - length, " %s", extra);
}

static int read_list(const char *list, char words[32][16])
{
    int count = 0;
    for (const char *at = list; *at; at += strspn(at, " ")) {
        int length = (int)strcspn(at, " ");
        snprintf(words[count++], 16, "%.*s", length, at);
        at += length;
    }
    return count;
}

/* Each list of options with an entry left out, an entry too many, or one instead of another. */
static void wrong_lists_are_refuted(void **context)
{
    int planted = 0, lists = 0;
    (void)context;
    for (int board = AUDIT_BOARD_222; board <= AUDIT_BOARD_223; board++) {
        struct claims claims = paper_claims((enum audit_board)board);
        for (int i = 0; i < claims.count; i++) {
            struct audit_claim *claim = &claims.list[i], right = *claim;
            char words[32][16], text[256];
            if (claim->kind != AUDIT_CLAIM_OPTIONS && claim->kind != AUDIT_CLAIM_SAFE &&
                claim->kind != AUDIT_CLAIM_REDUCED)
                continue;
            if (SANITIZED && lists++ % 4)
                continue;
            int count = read_list(right.list, words);
            const char *wrong = board == AUDIT_BOARD_222 ? "B0" : "C0"; /* in no list */
            for (int way = 0; way < 3; way++) {
                write_list(text, sizeof text, words, count, way == 1 ? -1 : planted % count,
                           way == 0 ? NULL : wrong);
                claim->list = text;
                check_planted(&claims, claim);
                planted++;
            }
            *claim = right;
        }
    }
    assert_true(planted > (SANITIZED ? 37 : 150));
}

/* Every class but the right one, all of them at once. */
static void wrong_classes_are_refuted(void **context)
{
    (void)context;
    for (int board = AUDIT_BOARD_222; board <= (SANITIZED ? AUDIT_BOARD_223 : AUDIT_BOARD_233);
         board++) {
        struct claims claims = paper_claims((enum audit_board)board);
        int count = claims.count;
        for (int i = 0; i < count; i++) {
            char words[32][16];
            if (claims.list[i].kind != AUDIT_CLAIM_CLASS)
                continue;
            read_list(claims.list[i].list, words);
            for (int class = 0; class < PAUA_CLASS_COUNT; class ++) {
                if (!strcmp(paua_class_name(class), words[0]))
                    continue;
                assert_true(claims.count < CLAIMS_MAX);
                claims.list[claims.count] = claims.list[i];
                claims.list[claims.count++].list = paua_class_name(class);
            }
        }
        struct audit *audit = audit_of(&claims);
        for (int i = 0; i < claims.count; i++)
            if (claims.list[i].kind == AUDIT_CLAIM_CLASS)
                check_decision(audit, i, &claims.list[i], i >= count);
            else if (claims.list[i].kind == AUDIT_CLAIM_TABLE)
                check_decision(audit, i, &claims.list[i], true);
        audit_free(audit);
    }
}

/* Several wrong entries at once do not lead the search for names astray; all of them are found. */
static void many_wrong_entries_are_found(void **context)
{
    struct claims claims = paper_claims(AUDIT_BOARD_222);
    static const char *const ids[] = {"2.B9L", "2.B13R", "2.-B10R", "2.B3L"};
    static const char *const lists[] = {"B6 -B7 B12 B1", "B9", "B1 B5 B6", "B6 B12 B13 B9"};
    (void)context;
    for (size_t i = 0; i < LENGTH(ids); i++)
        claim_of(&claims, ids[i])->list = lists[i];
    struct audit *audit = audit_of(&claims);
    for (int i = 0; i < claims.count; i++) {
        bool wrong = claims.list[i].kind == AUDIT_CLAIM_NAMES;
        for (size_t k = 0; k < LENGTH(ids); k++)
            wrong = wrong || !strcmp(claims.list[i].id, ids[k]);
        check_decision(audit, i, &claims.list[i], wrong);
    }
    audit_free(audit);
}

static void right_claims_are_confirmed(void **context)
{
    static const struct audit_claim right[] = {
        {"a", "", AUDIT_CLAIM_COUNT, AUDIT_BOARD_223, NULL, NULL, NULL, PAUA_BLACK, 1080},
        {"b", "", AUDIT_CLAIM_MORE_THAN, AUDIT_BOARD_223, NULL, NULL, NULL, PAUA_BLACK, 1079},
        {"c", "", AUDIT_CLAIM_CLASSES, AUDIT_BOARD_233, NULL,
         "L R D N P N-hat N-check P-hat P-check", NULL, PAUA_BLACK, 0},
        {"d", "", AUDIT_CLAIM_OPTION_COUNT, AUDIT_BOARD_223, "c0", NULL, NULL, PAUA_WHITE, 4},
        {"e", "", AUDIT_CLAIM_CLASS, AUDIT_BOARD_222, "b0", "N N", NULL, PAUA_BLACK, 0},
        {"f", "", AUDIT_CLAIM_BLUNDERS, AUDIT_BOARD_223, "c0", NULL, NULL, PAUA_BLACK, 0},
        {"g", "", AUDIT_CLAIM_FAMILY, AUDIT_BOARD_233, NULL, "2 2", NULL, PAUA_BLACK, 0},
        {"h", "", AUDIT_CLAIM_TRIANGLE, AUDIT_BOARD_223, NULL, NULL, NULL, PAUA_WHITE, 3},
        {"i", "", AUDIT_CLAIM_HELD, AUDIT_BOARD_223, NULL, NULL, NULL, PAUA_WHITE, 0},
        {"j", "", AUDIT_CLAIM_EJECTS, AUDIT_BOARD_222, "X", NULL, NULL, PAUA_BLACK, 0},
        {"k", "", AUDIT_CLAIM_START, AUDIT_BOARD_222, "X", "b1", NULL, PAUA_BLACK, 0},
    };
    struct claims claims = {.count = LENGTH(right)};
    (void)context;
    memcpy(claims.list, right, sizeof right);
    struct audit *audit = audit_of(&claims);
    for (int i = 0; i < claims.count; i++)
        check_decision(audit, i, &claims.list[i], claims.list[i].kind == AUDIT_CLAIM_EJECTS);
    audit_free(audit);
}

/* A shape that wins nowhere has its exceptions among the evidence, and none of them is in L. */
static void exceptions_are_shown(void **context)
{
    struct claims claims = {.count = 2};
    (void)context;
    claims.list[0] = (struct audit_claim){
        .id = "a", .text = "", .kind = AUDIT_CLAIM_FAMILY, .board = AUDIT_BOARD_233, .list = "3"};
    claims.list[1] = (struct audit_claim){.id = "b",
                                          .text = "",
                                          .kind = AUDIT_CLAIM_CLASSES,
                                          .board = AUDIT_BOARD_233,
                                          .list = "L R D N N-hat N-check"};
    struct audit *audit = audit_of(&claims);
    for (int i = 0; i < 2; i++) {
        const struct audit_finding *finding = audit_finding_at(audit, i);
        int shown = 0;
        check_decision(audit, i, &claims.list[i], true);
        for (int k = 0; k < finding->count; k++)
            shown += finding->evidence[k].board && count_of(finding->evidence[k].drawn.white) == 5;
        assert_int_equal(shown, 4);
    }
    audit_free(audit);
}

/* What names no board for certain, no class, no layout is not decided: neither way. */
static void what_cannot_be_read_is_undecided(void **context)
{
    static const struct audit_claim strange[] = {
        {"a", "", AUDIT_CLAIM_CLASS, AUDIT_BOARD_222, "X", "D", NULL, PAUA_BLACK, 0},
        {"b", "", AUDIT_CLAIM_CLASS, AUDIT_BOARD_222, "b0", "Q", NULL, PAUA_BLACK, 0},
        {"c", "", AUDIT_CLAIM_START, AUDIT_BOARD_222, "X", "nowhere", NULL, PAUA_BLACK, 0},
        {"d", "", AUDIT_CLAIM_CLASS, AUDIT_BOARD_222, NULL, "D", NULL, PAUA_BLACK, 0},
        {"e", "", AUDIT_CLAIM_CLASS, AUDIT_BOARD_222, "c0", "D", NULL, PAUA_BLACK, 0},
        {"i", "", AUDIT_CLAIM_START, AUDIT_BOARD_223, "C0", "c9", NULL, PAUA_BLACK, 0},
        {"f", "", AUDIT_CLAIM_FAMILY, AUDIT_BOARD_222, NULL, "9", NULL, PAUA_BLACK, 0},
        {"g", "", AUDIT_CLAIM_CLASS, AUDIT_BOARD_222, "B0", "N", NULL, PAUA_BLACK, 0},
        {"h", "", AUDIT_CLAIM_WINS, AUDIT_BOARD_222, NULL, "averyverylongname", NULL, PAUA_BLACK,
         0},
    };
    (void)context;
    for (size_t i = 0; i < LENGTH(strange); i++) {
        struct claims claims = {.count = 1};
        claims.list[0] = strange[i];
        struct audit *audit = audit_of(&claims);
        if (audit_finding_at(audit, 0)->decision != AUDIT_UNDECIDED)
            fail_msg("%s is decided", strange[i].id);
        audit_free(audit);
    }
}

static bool end_it(const paua_solve_progress *now, void *context)
{
    assert_non_null(now->phase);
    return ++*(int *)context < 3;
}

static void audits_can_be_refused_and_ended(void **context)
{
    struct claims claims = paper_claims(AUDIT_BOARD_233);
    struct audit *audit = NULL;
    int calls = 0;
    (void)context;
    assert_int_equal(audit_run(claims.list, claims.count, 0, NULL, NULL, &audit),
                     PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(audit_run(claims.list, claims.count, 1, end_it, &calls, &audit),
                     PAUA_ERROR_CONFLICT);
    assert_in_range(calls, 3, 10);
    assert_null(audit);
    assert_int_equal(audit_run(NULL, 0, 1, NULL, NULL, &audit), PAUA_OK);
    audit_free(audit);
    audit_free(NULL);
    assert_null(audit_board_name(AUDIT_BOARDS));
    assert_string_equal(audit_board_name(AUDIT_BOARD_223), "2x2x3");
}

/* The game without the middle, solved once more: by value iteration, from the rules alone. A side
 * has all its marbles, so that an ejection wins. */
struct naive {
    paua_board *board;
    paua_side winner;
    int count;
    paua_constellation at[2048];
    bool won[2][2048]; /* the winner to move, the other side to move */
    bool all[2048];    /* the same without a forbidden cell, the winner to move */
};

static bool list_naive(paua_constellation at, void *context)
{
    struct naive *naive = context;
    assert_in_range(naive->count, 0, LENGTH(naive->at) - 1);
    naive->at[naive->count++] = at;
    return true;
}

/* Whether the winner wins by what is known; `reply`: the other side is to move. */
static bool wins_naively(const struct naive *naive, int number, bool reply, paua_set forbidden)
{
    paua_side side = reply ? PAUA_OTHER(naive->winner) : naive->winner;
    paua_constellation at = naive->at[number];
    paua_position position;
    paua_move_list moves;
    assert_int_equal(paua_position_setup(naive->board, at.black, at.white, side, &position),
                     PAUA_OK);
    paua_moves_generate(naive->board, &position, &moves);
    for (int i = 0; i < moves.count; i++) {
        paua_position after = position;
        paua_undo undo;
        paua_position_make(naive->board, &after, moves.moves[i], &undo);
        bool wins = paua_move_ejects(moves.moves[i]) && !reply;
        if (!reply && after.marbles[side] & forbidden)
            continue;
        if (!paua_move_ejects(moves.moves[i])) {
            paua_constellation to = {after.marbles[PAUA_BLACK], after.marbles[PAUA_WHITE]};
            int next = 0;
            while (!paua_constellation_isomorphic(naive->board, naive->at[next], to))
                next++;
            wins = naive->won[!reply][next];
        }
        if (wins != reply)
            return wins;
    }
    return reply && moves.count > 0;
}

static void solve_naively(struct naive *naive, paua_set forbidden)
{
    memset(naive->won, 0, sizeof naive->won);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < 2 * naive->count; i++) {
            bool *won = &naive->won[i % 2][i / 2];
            if (!*won && wins_naively(naive, i / 2, i % 2, forbidden))
                changed = *won = true;
        }
    }
}

/* The counts of the audit are those of the naive solution, for both sides. */
static void the_middle_is_counted(void **context)
{
    static const struct {
        int sides[3], marbles;
    } boards[] = {{{2, 2, 2}, 2}, {{2, 2, 3}, 3}};
    (void)context;
    for (int i = 0; i < 2 * (SANITIZED ? 1 : 2); i++) {
        const int *sides = boards[i / 2].sides, marbles = boards[i / 2].marbles;
        struct naive *naive = calloc(1, sizeof *naive);
        char wanted[64];
        int won = 0, needed = 0;
        assert_non_null(naive);
        naive->winner = i % 2 ? PAUA_WHITE : PAUA_BLACK;
        assert_int_equal(paua_board_new(sides[0], sides[1], sides[2], &naive->board), PAUA_OK);
        assert_int_equal(
            paua_constellations_each(naive->board, marbles, marbles, list_naive, naive), PAUA_OK);
        solve_naively(naive, 0);
        memcpy(naive->all, naive->won[0], sizeof naive->all);
        solve_naively(naive, audit_middle(naive->board));
        for (int k = 0; k < naive->count; k++) {
            won += naive->all[k];
            needed += naive->all[k] && !naive->won[0][k];
        }
        snprintf(wanted, sizeof wanted, "wins on %d boards; on %d of them", won, needed);
        struct claims claims = {.count = 1};
        claims.list[0] = (struct audit_claim){.id = "a",
                                              .text = "",
                                              .kind = AUDIT_CLAIM_NECESSARY,
                                              .board = (enum audit_board)(i / 2),
                                              .side = naive->winner};
        struct audit *audit = audit_of(&claims);
        const struct audit_finding *finding = audit_finding_at(audit, 0);
        bool found = false;
        for (int k = 0; k < finding->count; k++)
            found = found || strstr(finding->evidence[k].text, wanted);
        if (!found)
            fail_msg("not found: %s", wanted);
        audit_free(audit);
        paua_board_free(naive->board);
        free(naive);
    }
}

/* Ends an audit in the last phase of a judgement. */
static bool end_in_judgement(const paua_solve_progress *now, void *context)
{
    bool *seen = context;
    if (strcmp(now->phase, "won without the middle") != 0)
        return true;
    *seen = true;
    return false;
}

/* A long judgement reports progress, and ends when it is asked to. */
static void judgements_can_be_ended(void **context)
{
    const struct claims claims = {1,
                                  {{.id = "middle",
                                    .text = "",
                                    .kind = AUDIT_CLAIM_NECESSARY,
                                    .board = AUDIT_BOARD_223,
                                    .side = PAUA_BLACK,
                                    .number = 50}}};
    struct audit *audit = NULL;
    bool seen = false;
    (void)context;
    assert_int_equal(audit_run(claims.list, 1, 1, end_in_judgement, &seen, &audit),
                     PAUA_ERROR_CONFLICT);
    assert_true(seen);
    assert_null(audit);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest largest[] = {cmocka_unit_test(the_largest_board_is_decided)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_paper_is_decided),
        cmocka_unit_test(ids_are_unique),
        cmocka_unit_test(wrong_claims_are_refuted),
        cmocka_unit_test(wrong_proofs_are_refuted),
        cmocka_unit_test(wrong_lists_are_refuted),
        cmocka_unit_test(wrong_classes_are_refuted),
        cmocka_unit_test(many_wrong_entries_are_found),
        cmocka_unit_test(right_claims_are_confirmed),
        cmocka_unit_test(exceptions_are_shown),
        cmocka_unit_test(what_cannot_be_read_is_undecided),
        cmocka_unit_test(audits_can_be_refused_and_ended),
        cmocka_unit_test(judgements_can_be_ended),
        cmocka_unit_test(the_middle_is_counted),
    };
    if (argc == 2 && strcmp(argv[1], "--largest") == 0)
        return cmocka_run_group_tests(largest, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
