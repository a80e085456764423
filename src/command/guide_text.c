/* guide_text.c - writes the pages of the guide as text, boards side by side. */
#define _GNU_SOURCE
#include "command/guide.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "notation/server_board.h"

#define LINE_WIDTH      76 /* of paragraphs */
#define BLOCK_LINES_MAX 16 /* of a drawn board */
#define BLOCK_WIDTH     34
#define BLOCKS_MAX      3 /* side by side */

/* What a page is written with. */
struct guide_writer {
    FILE *to;
    paua_board *board; /* owned */
};

/* False: out of memory. */
static bool writer_begin(struct guide_writer *writer, FILE *to)
{
    *writer = (struct guide_writer){.to = to, .board = guide_board_new()};
    return writer->board != NULL;
}

/* Writes a paragraph in lines of at most LINE_WIDTH; the first one begins at column `at`, the
 * others at `indent`. */
static void write_wrapped(struct guide_writer *writer, const char *text, int at, int indent)
{
    FILE *to = writer->to;
    const char first[2] = {SERVER_MARKS_OF_TWO[0]}, second[2] = {SERVER_MARKS_OF_TWO[1]};
    char *filled = guide_text_filled(text, first, second);
    bool begun = false;
    for (const char *word = filled; word && *word;) {
        int length = (int)strcspn(word, " ");

        if (begun && at + 1 + length > LINE_WIDTH) {
            fprintf(to, "\n%*s", indent, "");
            at = indent;
        } else if (begun) {
            fputc(' ', to);
            at++;
        }
        fprintf(to, "%.*s", length, word);
        at += length;
        begun = true;
        word += length;
        word += strspn(word, " ");
    }
    fputc('\n', to);
    free(filled);
}

/* ---- boards as blocks of lines ---- */

struct block {
    char lines[BLOCK_LINES_MAX][BLOCK_WIDTH + 1];
    int count;
    int width;
};

/* Whether a line of a labelled board is one of these rows; without `rows` every line is. */
static bool is_wanted_line(const char *line, const char *rows)
{
    line += strspn(line, " ");
    return !rows || (line[0] && line[1] == '-' && line[0] >= rows[0] && line[0] <= rows[1]);
}

/* Appends a line to a block; of a part of a board without the strokes to its diagonals. */
static void block_add_line(struct block *block, const char *line, int length, const char *rows)
{
    char *to = block->lines[block->count];

    if (block->count == BLOCK_LINES_MAX)
        return;
    block->count++;
    snprintf(to, BLOCK_WIDTH + 1, "%.*s", length, line);
    if (rows)
        to[strcspn(to, "/")] = '\0';
    int width = (int)strlen(to);
    while (width > 0 && to[width - 1] == ' ')
        to[--width] = '\0';
    block->width = width > block->width ? width : block->width;
}

/* Draws a frame. A position that has no labelled board stays empty. */
static void block_draw(struct block *block, const struct guide_drawing *drawing, int frame,
                       const char *rows)
{
    char text[PAUA_FORM_TEXT_MAX];

    *block = (struct block){.count = 0};
    server_board_write(drawing->board, &drawing->frames[frame].position, text, sizeof text);
    for (const char *line = text; *line;) {
        int length = (int)strcspn(line, "\n");

        if (is_wanted_line(line, rows))
            block_add_line(block, line, length, rows);
        line += length + (line[length] == '\n');
    }
}

/* Writes blocks side by side, with this between them in the middle line. */
static void write_blocks(FILE *to, const struct block *blocks, int count, const char *between)
{
    const int lines = count ? blocks[0].count : 0;

    for (int line = 0; line < lines; line++) {
        fprintf(to, "  ");
        for (int i = 0; i < count; i++) {
            bool last = i == count - 1;
            const char *text = line < blocks[i].count ? blocks[i].lines[line] : "";

            fprintf(to, "%-*s", last ? 0 : blocks[i].width, text);
            if (!last)
                fprintf(to, "%s", line == lines / 2 ? between : "    ");
        }
        fputc('\n', to);
    }
}

/* Writes the boards of an example, each after its moves. */
static void write_frames(FILE *to, const struct guide_drawing *drawing, const char *rows)
{
    struct block blocks[BLOCKS_MAX];
    int count = drawing->frame_count < BLOCKS_MAX ? drawing->frame_count : BLOCKS_MAX;

    for (int i = 0; i < count; i++)
        block_draw(&blocks[i], drawing, i, rows);
    write_blocks(to, blocks, count, " => ");
}

static void write_example(struct guide_writer *writer, const struct guide_section *section)
{
    FILE *to = writer->to;
    struct guide_drawing drawing;
    paua_error error = {.code = PAUA_OK};

    fprintf(to, "  ");
    write_wrapped(writer, section->text, 2, 2);
    if (guide_drawing_play(writer->board, section, NULL, &drawing, &error) == PAUA_OK)
        write_frames(to, &drawing, section->rows);
    if (section->kind == GUIDE_REFUSED)
        fprintf(to, "  %s: %s\n", section->moves, error.message);
}

/* Writes the captions of boards that stand side by side. */
static void write_captions(FILE *to, const struct guide_section *sections,
                           const struct block *blocks, int count)
{
    fprintf(to, "  ");
    for (int i = 0; i < count; i++)
        fprintf(to, "%-*s", i + 1 < count ? blocks[i].width + 4 : 0, sections[i].text);
    fputc('\n', to);
}

/* Writes up to BLOCKS_MAX boards in a row, below their captions. Returns the section behind. */
static const struct guide_section *write_boards(struct guide_writer *writer,
                                                const struct guide_section *section)
{
    FILE *to = writer->to;
    struct block blocks[BLOCKS_MAX];
    int count = 0;

    for (; section[count].kind == GUIDE_BOARD && count < BLOCKS_MAX; count++) {
        struct guide_drawing drawing;

        blocks[count] = (struct block){.count = 0};
        if (guide_drawing_play(writer->board, &section[count], NULL, &drawing, NULL) == PAUA_OK)
            block_draw(&blocks[count], &drawing, 0, NULL);
    }
    if (count == 1) {
        fprintf(to, "  ");
        write_wrapped(writer, section->text, 2, 2);
    } else {
        write_captions(to, section, blocks, count);
    }
    write_blocks(to, blocks, count, "    ");
    return section + count;
}

/* ---- pages ---- */

/* Writes a section; `tip` is the number of the newest tip. Returns the next section to write. */
static const struct guide_section *write_section(struct guide_writer *writer,
                                                 const struct guide_section *section, int tip)
{
    FILE *to = writer->to;

    switch (section->kind) {
    case GUIDE_HEADING:
        write_wrapped(writer, section->text, fprintf(to, "* "), 2);
        break;
    case GUIDE_TIP:
        write_wrapped(writer, section->text, fprintf(to, "%d of %d. ", tip, guide_tip_count()), 0);
        break;
    case GUIDE_TERM:
        write_wrapped(writer, section->meaning, fprintf(to, "  %-20s ", section->text), 23);
        break;
    case GUIDE_TEXT:
        write_wrapped(writer, section->text, 0, 0);
        break;
    case GUIDE_BOARD:
        return write_boards(writer, section);
    case GUIDE_EXAMPLE:
    case GUIDE_REFUSED:
        write_example(writer, section);
        break;
    case GUIDE_END:
        break;
    }
    return section + 1;
}

/* Whether a blank line belongs between a section and the next one. */
static bool is_apart(const struct guide_section *section, const struct guide_section *next)
{
    if (next->kind == GUIDE_TERM)
        return section->kind != GUIDE_TERM && section->kind != GUIDE_HEADING;
    return section->kind != GUIDE_HEADING && section->kind != GUIDE_TIP;
}

/* The first move of a tip's drawing is what a reader may try. */
static void write_try(FILE *to, const struct guide_section *drawing, int tip)
{
    int length = (int)strcspn(drawing->moves, " ");

    fprintf(to, "  Try it: preview tip %d %.*s (in the terminal: paua help tip %d %.*s)\n", tip,
            length, drawing->moves, tip, length, drawing->moves);
}

/* Writes the sections of a page, or of a tip with its number up to the next one. False: out of
 * memory. */
static bool write_sections(FILE *to, const struct guide_section *section, int tip)
{
    const bool one_tip = tip > 0;
    struct guide_writer writer;
    bool more = true;

    if (!writer_begin(&writer, to))
        return false;
    while (more) {
        const struct guide_section *written = section;

        tip += section->kind == GUIDE_TIP && !one_tip;
        section = write_section(&writer, section, tip);
        if (written->kind == GUIDE_EXAMPLE && tip > 0)
            write_try(to, written, tip);
        more = section->kind != GUIDE_END && !(one_tip && section->kind == GUIDE_TIP);
        if (more && is_apart(written, section))
            fputc('\n', to);
    }
    paua_board_free(writer.board);
    return true;
}

bool guide_write_page(FILE *to, const struct guide_page *page)
{
    return write_sections(to, page->sections, 0);
}

bool guide_write_tip(FILE *to, int number)
{
    return write_sections(to, guide_tip_at(number), number);
}

void guide_write_titles(FILE *to)
{
    for (int i = 1; i <= guide_tip_count(); i++)
        fprintf(to, "  %2d. %s.\n", i, guide_tip_at(i)->text);
}

bool guide_write_tip_after(FILE *to, int number, const char *moves, paua_error *error)
{
    struct guide_drawing drawing;
    struct block block;
    const struct guide_section *section = guide_tip_at(number);
    paua_board *board = guide_board_new();

    if (!board) {
        error_write(error, PAUA_ERROR_NO_MEMORY, 0, "out of memory");
        return false;
    }
    while (!section->position)
        section++;
    paua_status status = guide_drawing_play(board, section, moves, &drawing, error);
    if (status == PAUA_OK) {
        fprintf(to, "Tip %d, %s.\n\n", number, *moves ? "after these moves" : "as it begins");
        block_draw(&block, &drawing, drawing.frame_count - 1, NULL);
        write_blocks(to, &block, 1, "");
    }
    paua_board_free(board);
    return status == PAUA_OK;
}
