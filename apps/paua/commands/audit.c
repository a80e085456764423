/* audit.c - `paua audit`: the statements of a paper about small boards, decided by solving
 * these. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include <paua/draw.h>

#include "base/cpu.h"
#include "base/distance.h"
#include "cli/common.h"
#include "cli/options.h"
#include "commands/commands.h"

enum { PAGE_WIDTH = 100, INDENT = 4, GAP = 3, LINES_MAX = 16, STRIP_MAX = 16, LINE_MAX = 64 };

struct audit_options {
    long long threads;
    const char *only; /* the id of the one statement to print; NULL: all */
    bool brief, json, quiet;
};

/* A board and its caption as lines of text. */
struct text_block {
    int rows, lines, width; /* rows of the board, lines with those of the caption */
    char line[LINES_MAX][LINE_MAX];
};

/* Blocks side by side. */
struct block_strip {
    int count, width;
    struct text_block blocks[STRIP_MAX];
};

/* Splits text into lines at a character. */
static void add_lines(struct text_block *block, const char *text, char at)
{
    while (*text && block->lines < LINES_MAX) {
        int length = (int)strcspn(text, (char[]){at, '\0'});
        int written = snprintf(block->line[block->lines++], LINE_MAX, "%.*s", length, text);
        if (written > block->width)
            block->width = written < LINE_MAX ? written : LINE_MAX - 1;
        text += length;
        while (*text == at || (at == ';' && *text == ' '))
            text++;
    }
}

/* The drawn board with its caption, one line for each part between semicolons. */
static struct text_block block_of(const struct audit_evidence *evidence)
{
    const paua_drawing how = {.size = sizeof(paua_drawing)};
    struct text_block block = {0};
    paua_position position;
    char text[1024];

    if (paua_position_setup(evidence->board, evidence->drawn.black, evidence->drawn.white,
                            PAUA_BLACK, &position) == PAUA_OK) {
        paua_draw_text(evidence->board, &position, &how, text, sizeof text);
        add_lines(&block, text, '\n');
    }
    block.rows = block.lines;
    add_lines(&block, evidence->text, ';');
    return block;
}

/* Prints the blocks, their captions on one level, and begins a new strip. */
static void flush_strip(struct block_strip *strip)
{
    int rows = 0, lines = 0;

    for (int i = 0; i < strip->count; i++) {
        const struct text_block *block = &strip->blocks[i];
        rows = block->rows > rows ? block->rows : rows;
        lines = block->lines - block->rows > lines ? block->lines - block->rows : lines;
    }
    for (int line = 0; line < rows + lines; line++) {
        int column = 0, at = INDENT;
        for (int i = 0; i < strip->count; i++) {
            const struct text_block *block = &strip->blocks[i];
            int own = line < rows ? line : line - rows + block->rows;
            if (line < rows ? own < block->rows : own < block->lines)
                column += printf("%*s%s", at - column, "", block->line[own]);
            at += block->width + GAP;
        }
        printf("\n");
    }
    strip->count = strip->width = 0;
}

/* Prints boards side by side, up to PAGE_WIDTH columns; text without a board gets its own line. */
static void print_evidence(const struct audit_finding *finding)
{
    struct block_strip strip = {0};

    for (int i = 0; i < finding->count; i++) {
        const struct audit_evidence *evidence = &finding->evidence[i];
        if (!evidence->board) {
            flush_strip(&strip);
            printf("%*s%s\n", INDENT, "", evidence->text);
            continue;
        }
        struct text_block block = block_of(evidence);
        if (strip.count == STRIP_MAX || INDENT + strip.width + block.width > PAGE_WIDTH)
            flush_strip(&strip);
        strip.width += block.width + GAP;
        strip.blocks[strip.count++] = block;
    }
    flush_strip(&strip);
}

/* The finding on a statement; NULL: it is not asked for. */
static const struct audit_finding *asked_finding(const struct audit_options *options,
                                                 const struct audit *audit, int i)
{
    const struct audit_finding *finding = audit_finding_at(audit, i);
    return options->only && strcmp(options->only, finding->claim->id) != 0 ? NULL : finding;
}

/* One line for each statement, with its evidence below unless `brief`. */
static void print_text(const struct audit_options *options, const struct audit *audit, int count)
{
    for (int i = 0; i < count; i++) {
        const struct audit_finding *finding = asked_finding(options, audit, i);
        if (!finding)
            continue;
        printf("%s %s %s\n", finding->claim->id, audit_decision_name(finding->decision),
               finding->claim->text);
        if (!options->brief)
            print_evidence(finding);
    }
}

/* A new object: the text, and the position if a board belongs to it. */
static json_t *evidence_json(const struct audit_evidence *evidence)
{
    paua_position position;
    char text[PAUA_POSITION_TEXT_MAX];
    json_t *value = json_pack("{s:s}", "text", evidence->text);

    if (evidence->board &&
        paua_position_setup(evidence->board, evidence->drawn.black, evidence->drawn.white,
                            PAUA_BLACK, &position) == PAUA_OK) {
        paua_position_format(evidence->board, &position, text, sizeof text);
        text[strcspn(text, " ")] = '\0'; /* nobody is to move */
        json_object_set_new(value, "position", json_string(text));
    }
    return value;
}

/* Prints totals and statements as one object. Returns an exit code. */
static int print_json(const struct audit_options *options, const struct audit *audit, int count)
{
    json_t *statements = json_array();
    int totals[3] = {0};

    for (int i = 0; i < count; i++) {
        const struct audit_finding *finding = asked_finding(options, audit, i);
        if (!finding)
            continue;
        const struct audit_claim *claim = finding->claim;
        json_t *statement = json_pack(
            "{s:s, s:s, s:s, s:s}", "id", claim->id, "board", audit_board_name((int)claim->board),
            "decision", audit_decision_name(finding->decision), "statement", claim->text);
        json_t *evidence = json_array();
        for (int k = 0; k < finding->count; k++)
            json_array_append_new(evidence, evidence_json(&finding->evidence[k]));
        if (options->brief)
            json_decref(evidence);
        else
            json_object_set_new(statement, "evidence", evidence);
        json_array_append_new(statements, statement);
        totals[finding->decision]++;
    }
    return output_json(json_pack("{s:i, s:i, s:i, s:o}", "confirmed", totals[AUDIT_CONFIRMED],
                                 "refuted", totals[AUDIT_REFUTED], "undecided",
                                 totals[AUDIT_UNDECIDED], "statements", statements));
}

/* EXIT_NO, with an error line, if a statement could not be decided. */
static int print_findings(const struct audit_options *options, const struct audit *audit, int count)
{
    int undecided = 0, asked = 0, code = EXIT_DONE;

    if (options->json)
        code = print_json(options, audit, count);
    else
        print_text(options, audit, count);
    for (int i = 0; i < count; i++) {
        const struct audit_finding *finding = asked_finding(options, audit, i);
        asked += finding != NULL;
        undecided += finding && finding->decision == AUDIT_UNDECIDED;
    }
    return undecided ? complain_with(EXIT_NO, "%d of %d statements could not be decided", undecided,
                                     asked)
                     : code;
}

/* False after Ctrl-C, which ends the audit. */
static bool show_progress(const paua_solve_progress *now, void *context)
{
    progress_show(context, "layer %d-%d: %s, %.0f %%", now->own, now->opp, now->phase,
                  100 * now->done);
    return !interrupt_seen();
}

/* Runs the audit and prints its findings. Returns an exit code. */
static int run_claims(const struct audit_options *options, const struct audit_claim *claims,
                      int count)
{
    struct progress progress;
    struct audit *audit;

    interrupt_catch();
    progress_begin(&progress, options->quiet);
    paua_status status =
        audit_run(claims, count, (int)options->threads, show_progress, &progress, &audit);
    progress_clear(&progress);
    if (status == PAUA_ERROR_CONFLICT)
        return complain_with(EXIT_ENVIRONMENT, "interrupted; another call begins again");
    if (status == PAUA_ERROR_CORRUPT)
        return complain_with(EXIT_NO,
                             "a solved board fails its verification, so nothing can be decided");
    if (status != PAUA_OK)
        return complain_memory();
    int code = print_findings(options, audit, count);
    audit_free(audit);
    return code;
}

/* Whether a board is asked for: all are if none is. */
static bool is_asked(int board, int argc, char **names)
{
    for (int i = 0; i < argc; i++)
        if (!strcmp(names[i], audit_board_name(board)))
            return true;
    return argc == 0;
}

/* Refuses operands that name no board of the paper. Returns an exit code. */
static int check_names(int argc, char **names)
{
    for (int i = 0; i < argc; i++) {
        bool known = false;
        for (int board = 0; board < AUDIT_BOARDS; board++)
            known = known || !strcmp(names[i], audit_board_name(board));
        if (!known)
            return complain_with(
                EXIT_USAGE,
                "'%s' is not a board of the paper, expected 2x2x2, 2x2x3, 2x3x3 or 3x3x3",
                names[i]);
    }
    return EXIT_DONE;
}

/* The statement of this id; NULL, after an error line that names the most similar one. */
static const struct audit_claim *find_claim(const struct audit_claim *claims, int count,
                                            const char *id)
{
    int nearest = 0;

    for (int i = 0; i < count; i++) {
        if (strcmp(id, claims[i].id) == 0)
            return &claims[i];
        if (edit_distance(id, claims[i].id) < edit_distance(id, claims[nearest].id))
            nearest = i;
    }
    complain_with(EXIT_USAGE,
                  "--only: there is no statement '%.40s'; the most similar one is '%s', and 'paua "
                  "audit --brief' lists all",
                  id, claims[nearest].id);
    return NULL;
}

/* Decides the statements about these boards, those about all without names; about the one board
 * of `only`, if that is given: what names stand for follows from all statements about a board. */
static int audit_boards(const struct audit_options *options, int argc, char **names)
{
    int all, count = 0;
    const struct audit_claim *paper = audit_paper_claims(&all), *only = NULL;

    if (options->only && !(only = find_claim(paper, all, options->only)))
        return EXIT_USAGE;
    struct audit_claim *claims = calloc((size_t)all, sizeof *claims);
    if (!claims)
        return complain_memory();
    for (int i = 0; i < all; i++)
        if (only ? paper[i].board == only->board : is_asked((int)paper[i].board, argc, names))
            claims[count++] = paper[i];
    int code = run_claims(options, claims, count);
    free(claims);
    return code;
}

int command_audit(int argc, char **argv)
{
    struct audit_options options = {.threads = processors_count(PAUA_SOLVE_THREADS_MAX)};
    const struct option_row rows[] = {
        {"brief", 0, OPTION_FLAG, &options.brief, 0, 0, NULL, "leave the evidence out"},
        {"only", 0, OPTION_TEXT, &options.only, 0, 0, "ID",
         "decide one statement, by the name with which its line begins; its board follows"},
        {"threads", 'j', OPTION_NUMBER, &options.threads, 1, PAUA_SOLVE_THREADS_MAX, "N",
         "solve on N threads (as many as processors)"},
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    static const struct usage usage = {
        .command = "audit",
        .operands = "[BOARD]...",
        .operands_most = AUDIT_BOARDS,
        .purpose =
            "Decide the statements of \"Solving Abalone on Small Boards\" (Gutstadt, Hogenson, "
            "Koerner, 2023) about the boards 2x2x2, 2x2x3, 2x3x3 and 3x3x3, or some of them, by "
            "solving these.",
        .notes =
            "Prints a line for each statement, confirmed or refuted, and the evidence below it. "
            "Exit code 1 when one could not be decided or a solved board fails its verification.",
        .examples = {"paua audit 2x2x2 2x2x3 --brief", "paua audit --only 2.count"},
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    code = check_names(argc - operand, argv + operand);
    if (code != EXIT_DONE)
        return code;
    if (options.only && argc > operand)
        return complain_with(EXIT_USAGE, "--only decides a statement about one board, which need "
                                         "not be named");
    return audit_boards(&options, argc - operand, argv + operand);
}
