/* print.c - winning shapes as text, CSV, JSON and a sheet of drawings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "families/families_output.h"

enum { LINE_COLUMNS = 96, GAP_COLUMNS = 3 };

void family_cells(const paua_board *board, paua_set cells, char *text, size_t cap)
{
    size_t length = 0;

    text[0] = '\0';
    for (int row = 0; row < paua_board_rows(board); row++)
        for (int column = paua_board_row_first(board, row);
             column <= paua_board_row_last(board, row); column++) {
            int cell = paua_board_cell(board, row, column);
            char name[8];
            if (cells & PAUA_SET(cell) && length + sizeof name < cap)
                length += (size_t)snprintf(text + length, cap - length, "%s%s", length ? " " : "",
                                           paua_cell_format(board, cell, name));
        }
}

paua_status family_position(const struct family_report *report, const struct family_entry *entry,
                            int exception, paua_position *position)
{
    const paua_oracle *oracle = report->oracle;

    if (exception < 0)
        return paua_position_setup(oracle->board, entry->shape.cells, 0, PAUA_BLACK, position);
    return paua_study_position(oracle, entry->exceptions[exception].at, PAUA_BLACK, position);
}

/* Draws an entry. Returns memory that the caller frees; NULL: out of memory. */
static char *draw_entry(const struct family_report *report, const struct family_entry *entry,
                        int exception)
{
    const paua_board *board = report->oracle->board;
    const paua_drawing how = {.size = sizeof(paua_drawing), .coordinates = exception < 0};
    paua_position position;

    if (family_position(report, entry, exception, &position) != PAUA_OK)
        return NULL;
    size_t size = paua_draw_text(board, &position, &how, NULL, 0) + 1;
    char *text = malloc(size);
    if (text)
        paua_draw_text(board, &position, &how, text, size);
    return text;
}

static const char *class_of(const struct family_exception *exception)
{
    return paua_class_name((int)exception->verdict.class_);
}

/* The board, its material and constellations; after a search, the number of shapes found, too. */
static void print_head(const struct family_report *report)
{
    const paua_oracle *oracle = report->oracle;
    const paua_board *board = oracle->board;

    printf("board %dx%dx%d cells %d symmetries %d marbles %d win %d constellations %llu\n",
           paua_board_side(board, 0), paua_board_side(board, 1), paua_board_side(board, 2),
           paua_board_cells(board), paua_board_symmetries(board), oracle->marbles, oracle->win,
           (unsigned long long)paua_families_constellations(report->families));
    if (report->search)
        printf("winning %d near-misses %d of at most %d cells\n", report->winning,
               report->count - report->winning, report->cells);
}

/* A shape with the size of its family, then its exceptions by outcome class (all but L), then the
 * counts before symmetry. */
static void print_numbers(const struct family_report *report, const struct family_entry *entry)
{
    const paua_shape *shape = &entry->shape;
    char cells[256];

    family_cells(report->oracle->board, shape->cells, cells, sizeof cells);
    printf("\n%s %s: images %d family %llu", entry->kind, cells, shape->images,
           (unsigned long long)shape->family);
    if (shape->exceptions)
        printf(" exceptions %llu (%.2f %%)", (unsigned long long)shape->exceptions,
               100.0 * (double)shape->exceptions / (double)shape->family);
    for (int i = 0; shape->exceptions && i < PAUA_CLASS_COUNT; i++)
        if (i != PAUA_CLASS_L && shape->classes[i])
            printf(" %s %llu", paua_class_name(i), (unsigned long long)shape->classes[i]);
    printf("; placed %llu", (unsigned long long)shape->placed);
    if (shape->exceptions)
        printf(" exceptions %llu", (unsigned long long)shape->placed_exceptions);
    printf("\n");
}

/* The length of a line of text, which ends with a newline or the text. */
static int line_length(const char *line)
{
    return (int)strcspn(line, "\n");
}

/* The longest line of a drawing, in columns. */
static int text_width(const char *text)
{
    int widest = 0;

    for (; *text; text += line_length(text), text += *text == '\n')
        if (line_length(text) > widest)
            widest = line_length(text);
    return widest;
}

/* One of several drawings side by side. */
struct panel {
    char *drawing;       /* owned */
    const char *left;    /* the lines not printed yet */
    const char *caption; /* above it, may be empty */
};

/* The captions above a row of drawings, or an empty line if the last one has none. */
static void print_captions(const struct panel *panels, int count, int width)
{
    for (int i = 0, blanks = GAP_COLUMNS; i < count && panels[count - 1].caption[0]; i++) {
        int length = (int)strlen(panels[i].caption);
        if (length)
            printf("%*s%s", blanks, "", panels[i].caption);
        blanks = (length ? 0 : blanks) + width - length;
    }
    printf("\n");
}

/* Prints drawings side by side, line by line, until the tallest is complete. */
static void print_beside(struct panel *panels, int count, int width)
{
    bool more = true;

    print_captions(panels, count, width);
    while (more) {
        int blanks = 0; /* nothing may follow them */
        more = false;
        for (int i = 0; i < count; i++) {
            struct panel *panel = &panels[i];
            int length = line_length(panel->left);
            if (length)
                printf("%*s%.*s", blanks, "", length, panel->left);
            blanks = length ? width - length : blanks + width;
            panel->left += length;
            panel->left += *panel->left == '\n';
            more |= *panel->left != '\0';
        }
        printf("\n");
    }
}

/* The shape and its exceptions, as many in a row as fit. */
static int print_drawings(const struct family_report *report, const struct family_entry *entry)
{
    int count = 1 + entry->listed, width = 1;
    struct panel *panels = calloc((size_t)count, sizeof *panels);
    bool drawn = panels;

    for (int i = 0; i < count && drawn; i++) {
        struct panel *panel = &panels[i];
        panel->drawing = draw_entry(report, entry, i - 1);
        panel->left = panel->drawing;
        panel->caption = i ? class_of(&entry->exceptions[i - 1]) : "";
        drawn = panel->drawing;
        if (drawn && text_width(panel->drawing) + GAP_COLUMNS > width)
            width = text_width(panel->drawing) + GAP_COLUMNS;
    }
    int each = width < LINE_COLUMNS ? LINE_COLUMNS / width : 1;
    for (int i = 0; i < count && drawn; i += each)
        print_beside(&panels[i], count - i < each ? count - i : each, width);
    for (int i = 0; panels && i < count; i++)
        free(panels[i].drawing);
    free(panels);
    return drawn ? EXIT_DONE : complain_memory();
}

int family_print_text(const struct family_report *report)
{
    int code = EXIT_DONE;

    print_head(report);
    for (int i = 0; i < report->count && code == EXIT_DONE; i++) {
        const struct family_entry *entry = &report->entries[i];
        print_numbers(report, entry);
        code = print_drawings(report, entry);
        if (code == EXIT_DONE && (uint64_t)entry->listed < entry->shape.exceptions)
            printf("%llu more exceptions\n",
                   (unsigned long long)entry->shape.exceptions - (unsigned long long)entry->listed);
    }
    return code;
}

int family_print_csv(const struct family_report *report)
{
    printf("kind,cells,size,images,family,exceptions,placed,placed_exceptions");
    for (int i = 0; i < PAUA_CLASS_COUNT; i++)
        printf(",%s", paua_class_name(i));
    printf("\n");
    for (int i = 0; i < report->count; i++) {
        const paua_shape *shape = &report->entries[i].shape;
        char cells[256];
        family_cells(report->oracle->board, shape->cells, cells, sizeof cells);
        printf("%s,%s,%d,%d,%llu,%llu,%llu,%llu", report->entries[i].kind, cells, shape->size,
               shape->images, (unsigned long long)shape->family,
               (unsigned long long)shape->exceptions, (unsigned long long)shape->placed,
               (unsigned long long)shape->placed_exceptions);
        for (int k = 0; k < PAUA_CLASS_COUNT; k++)
            printf(",%llu", (unsigned long long)shape->classes[k]);
        printf("\n");
    }
    return EXIT_DONE;
}

/* The number of constellations of each outcome class, by its name. */
static json_t *classes_json(const uint64_t *classes)
{
    json_t *object = json_object();

    for (int i = 0; i < PAUA_CLASS_COUNT; i++)
        json_object_set_new(object, paua_class_name(i), json_integer((json_int_t)classes[i]));
    return object;
}

/* The value when this side begins; the distance of a draw is null. */
static json_t *value_json(const paua_verdict *verdict, paua_side side)
{
    static const char *const categories[] = {"draw", "win", "loss"};

    if (verdict->value[side] == PAUA_VALUE_DRAW)
        return json_pack("{s:s, s:n}", "category", categories[0], "distance");
    return json_pack("{s:s, s:i}", "category", categories[verdict->value[side]], "distance",
                     verdict->remoteness[side]);
}

/* The listed exceptions: position, outcome class and both values. */
static json_t *exceptions_json(const struct family_report *report, const struct family_entry *entry)
{
    json_t *list = json_array();

    for (int i = 0; i < entry->listed; i++) {
        const struct family_exception *exception = &entry->exceptions[i];
        char text[PAUA_POSITION_TEXT_MAX];
        paua_position position;
        if (paua_study_position(report->oracle, exception->at, PAUA_BLACK, &position) != PAUA_OK)
            continue;
        paua_position_format(report->oracle->board, &position, text, sizeof text);
        json_array_append_new(list, json_pack("{s:s, s:s, s:o, s:o}", "position", text, "class",
                                              class_of(exception), "black",
                                              value_json(&exception->verdict, PAUA_BLACK), "white",
                                              value_json(&exception->verdict, PAUA_WHITE)));
    }
    return list;
}

/* A shape as a JSON object; "placed" counts before symmetry, Black on these very cells. */
static json_t *entry_json(const struct family_report *report, const struct family_entry *entry)
{
    const paua_shape *shape = &entry->shape;
    json_t *cells = json_array();
    char names[256];

    family_cells(report->oracle->board, shape->cells, names, sizeof names);
    for (char *name = strtok(names, " "); name; name = strtok(NULL, " "))
        json_array_append_new(cells, json_string(name));
    return json_pack("{s:s, s:o, s:i, s:I, s:I, s:I, s:I, s:o, s:o}", "kind", entry->kind, "cells",
                     cells, "images", shape->images, "family", (json_int_t)shape->family,
                     "exceptions", (json_int_t)shape->exceptions, "placed",
                     (json_int_t)shape->placed, "placed-exceptions",
                     (json_int_t)shape->placed_exceptions, "classes", classes_json(shape->classes),
                     "listed", exceptions_json(report, entry));
}

int family_print_json(const struct family_report *report)
{
    const paua_oracle *oracle = report->oracle;
    const paua_board *board = oracle->board;
    json_t *shapes = json_array();
    char sides[16];

    snprintf(sides, sizeof sides, "%dx%dx%d", paua_board_side(board, 0), paua_board_side(board, 1),
             paua_board_side(board, 2));
    for (int i = 0; i < report->count; i++)
        json_array_append_new(shapes, entry_json(report, &report->entries[i]));
    return output_json(
        json_pack("{s:s, s:i, s:i, s:i, s:i, s:I, s:o, s:o}", "board", sides, "cells",
                  paua_board_cells(board), "symmetries", paua_board_symmetries(board), "marbles",
                  oracle->marbles, "win", oracle->win, "constellations",
                  (json_int_t)paua_families_constellations(report->families), "classes",
                  classes_json(paua_families_classes(report->families)), "shapes", shapes));
}
