/* list.c - constellations one by one, and counted by class. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study/study_output.h"

enum { PROGRESS_STEP = 4096 };

/* A constellation of the list. */
struct entry {
    int64_t number; /* of all of its material, from 1 */
    paua_constellation at;
    paua_verdict verdict;
    bool self_negative;
    study_name name;
};

/* One pass over the constellations. */
struct study_listing {
    struct study *study;
    int64_t seen, matching, printed, self_negative;
    int64_t count[PAUA_CLASS_COUNT];
    struct entry examples[PAUA_CLASS_COUNT]; /* the first of each class */
    struct entry *entries;                   /* those of a figure; room for `room` of them */
    int64_t room;
    bool counts_only;
    bool all; /* continue beyond the limit, to count them */
    int code;
};

/* Whether the negative comes first in the same list, where it represents both. */
static bool negative_is_first(const struct study *study, paua_constellation at, bool self_negative)
{
    if (self_negative || study->marbles[0] != study->marbles[1])
        return false;
    paua_constellation negative =
        paua_constellation_canonical(study->oracle.board, paua_constellation_negative(at));
    return negative.black != at.black ? negative.black < at.black : negative.white < at.white;
}

/* One row: the outcome class, then the value and distance when Black begins and when White does. */
static void print_csv(const struct study *study, const struct entry *entry)
{
    const paua_verdict *verdict = &entry->verdict;
    study_small black, white;

    fprintf(study->to, "%" PRId64 ",%s,%s,%s,%s,%s,%s,%s\n", entry->number, entry->name,
            paua_class_name((int)verdict->class_), study_categories[verdict->value[0]],
            study_remoteness(verdict->value[0], verdict->remoteness[0], "", black),
            study_categories[verdict->value[1]],
            study_remoteness(verdict->value[1], verdict->remoteness[1], "", white),
            entry->self_negative ? "true" : "false");
}

/* One JSON object a line, so that a long list can be read as a stream. */
static void print_json(const struct study *study, const struct entry *entry)
{
    const paua_verdict *verdict = &entry->verdict;

    fprintf(study->to, "{\"number\":%" PRId64 ",\"constellation\":\"%s\",\"class\":\"%s\"",
            entry->number, entry->name, paua_class_name((int)verdict->class_));
    for (int side = 0; side < PAUA_SIDES; side++) {
        study_small remoteness;
        fprintf(
            study->to, ",\"%s\":{\"category\":\"%s\",\"distance\":%s}", study_sides[side],
            study_categories[verdict->value[side]],
            study_remoteness(verdict->value[side], verdict->remoteness[side], "null", remoteness));
    }
    fprintf(study->to, ",\"self-negative\":%s}\n", entry->self_negative ? "true" : "false");
}

/* Prints an entry at once, in text, CSV or JSON; figures are collected instead (file_entry). */
static void print_entry(const struct study *study, const struct entry *entry)
{
    if (study->format == STUDY_CSV) {
        print_csv(study, entry);
    } else if (study->format == STUDY_JSON) {
        print_json(study, entry);
    } else {
        fprintf(study->to, "%" PRId64 " %s ", entry->number, entry->name);
        study_print_verdict(study->to, &entry->verdict);
        fputc('\n', study->to);
    }
}

/* Keeps the exit code and returns false, which ends paua_constellations_each(). */
static bool stop_listing(struct study_listing *listing, int code)
{
    listing->code = code;
    return false;
}

/* Prints or keeps an entry; its name is written only where it is needed. */
static void file_entry(struct study_listing *listing, struct entry *entry)
{
    const struct study *study = listing->study;
    int which = (int)entry->verdict.class_;

    listing->matching++;
    listing->self_negative += entry->self_negative;
    if (listing->count[which]++ == 0)
        listing->examples[which] = *entry;
    if (listing->counts_only || listing->printed == study->limit)
        return;
    if (STUDY_IS_FIGURE(study->format)) {
        if (listing->printed < listing->room)
            listing->entries[listing->printed++] = *entry;
        return;
    }
    study_name_of(study, entry->at, entry->name);
    print_entry(study, entry);
    listing->printed++;
}

/* Callback for each canonical constellation: skips negatives under --up-to-negation and other
 * classes, prints or keeps the rest. */
static bool take_constellation(paua_constellation at, void *context)
{
    struct study_listing *listing = context;
    struct study *study = listing->study;
    const paua_board *board = study->oracle.board;
    struct entry entry = {.number = ++listing->seen, .at = at};

    if (listing->seen % PROGRESS_STEP == 0) {
        if (interrupt_seen())
            return stop_listing(listing, complain_with(EXIT_ENVIRONMENT,
                                                       "interrupted after %" PRId64
                                                       " constellations; another call begins again",
                                                       listing->seen));
        if (ferror(study->to)) /* whoever closes the stream says why */
            return false;
        progress_show(&study->progress, "%" PRId64 " constellations", listing->seen);
    }
    entry.self_negative =
        study->marbles[0] == study->marbles[1] && paua_constellation_self_negative(board, at);
    if (study->half && negative_is_first(study, at, entry.self_negative))
        return true;
    paua_status status = paua_study_verdict(&study->oracle, at, &entry.verdict);
    if (status != PAUA_OK)
        return stop_listing(listing, study_complain(study, status));
    if (study->class_ >= 0 && (int)entry.verdict.class_ != study->class_)
        return true;
    file_entry(listing, &entry);
    return listing->all || listing->printed < study->limit;
}

/* Visits every canonical constellation of the material. Returns an exit code. */
static int go_through(struct study_listing *listing)
{
    struct study *study = listing->study;
    paua_status status = paua_constellations_each(study->oracle.board, study->marbles[0],
                                                  study->marbles[1], take_constellation, listing);

    progress_clear(&study->progress);
    return status == PAUA_OK ? listing->code : study_complain(study, status);
}

/* A board with two fields: the winner and the plies when Black begins and when White does. */
static void fill_panel(const struct study *study, const struct entry *entry, const char *title,
                       study_small words[2], paua_position *position, paua_panel *panel)
{
    *panel = (paua_panel){.position = position, .title = title, .band_count = PAUA_SIDES};
    paua_position_setup(study->oracle.board, entry->at.black, entry->at.white, PAUA_BLACK,
                        position);
    for (int side = 0; side < PAUA_SIDES; side++) {
        paua_value value = entry->verdict.value[side];
        panel->bands[side].player = study_winner(value, side);
        panel->bands[side].text =
            study_remoteness(value, entry->verdict.remoteness[side], "draw", words[side]);
    }
}

/* Room for the panels of a figure and all that they point to. */
struct board_sheet {
    paua_panel *panels;
    paua_position *positions;
    study_small *words, *titles;
};

static bool sheet_new(struct board_sheet *sheet, int boards)
{
    size_t count = (size_t)boards + 1; /* of none, too */

    sheet->panels = calloc(count, sizeof *sheet->panels);
    sheet->positions = calloc(count, sizeof *sheet->positions);
    sheet->words = calloc(count * PAUA_SIDES, sizeof *sheet->words);
    sheet->titles = calloc(count, sizeof *sheet->titles);
    return sheet->panels && sheet->positions && sheet->words && sheet->titles;
}

static void sheet_free(struct board_sheet *sheet)
{
    free(sheet->panels);
    free(sheet->positions);
    free(sheet->words);
    free(sheet->titles);
}

#define LEGEND                                                                                     \
    "fields: who wins, and in how many plies, when Black begins (left) and when White does "       \
    "(right)"

/* A sheet of these; titles: its number and class, or its class and how many there are. */
static int print_sheet(const struct study *study, const struct entry *entries, int count,
                       const int64_t *counts, const char *note)
{
    struct board_sheet sheet;
    int code = sheet_new(&sheet, count) ? EXIT_DONE : complain_memory();

    for (int i = 0; i < count && code == EXIT_DONE; i++) {
        const char *name = paua_class_name((int)entries[i].verdict.class_);
        if (counts)
            snprintf(sheet.titles[i], sizeof sheet.titles[i], "%s: %" PRId64, name,
                     counts[entries[i].verdict.class_]);
        else
            snprintf(sheet.titles[i], sizeof sheet.titles[i], "%" PRId64 " %s", entries[i].number,
                     name);
        fill_panel(study, &entries[i], sheet.titles[i], &sheet.words[(size_t)i * PAUA_SIDES],
                   &sheet.positions[i], &sheet.panels[i]);
    }
    char title[128];
    snprintf(title, sizeof title, "Constellations of %d black and %d white marbles",
             study->marbles[0], study->marbles[1]);
    const paua_figure_plan plan = {.board = study->oracle.board,
                                   .title = title,
                                   .note = note,
                                   .arrangement = PAUA_ARRANGEMENT_ROWS,
                                   .panels = sheet.panels,
                                   .panel_count = count};
    if (code == EXIT_DONE)
        code = study_print_figure(study, &plan);
    sheet_free(&sheet);
    return code;
}

/* Collects the first `limit` entries, counts the rest and draws one sheet; the note says if some
 * are left out. */
static int draw_constellations(struct study_listing *listing)
{
    const struct study *study = listing->study;
    char note[160];

    listing->room = study->limit;
    listing->entries = calloc((size_t)listing->room, sizeof *listing->entries);
    if (!listing->entries)
        return complain_memory();
    listing->all = true;
    int code = go_through(listing);
    if (code == EXIT_DONE && listing->printed == 0)
        code = complain_with(EXIT_NO, "there is no such constellation");
    if (code == EXIT_DONE) {
        bool cut = listing->printed < listing->matching;
        if (cut)
            snprintf(note, sizeof note, "the first %" PRId64 " of %" PRId64 "; " LEGEND,
                     listing->printed, listing->matching);
        else
            snprintf(note, sizeof note, LEGEND);
        code = print_sheet(study, listing->entries, (int)listing->printed, NULL, note);
        if (cut && code == EXIT_DONE)
            complain_with(EXIT_DONE,
                          "the first %" PRId64 " of %" PRId64 " are drawn, --limit=N draws more",
                          listing->printed, listing->matching);
    }
    free(listing->entries);
    return code;
}

int study_constellations(struct study *study)
{
    struct study_listing *listing = calloc(1, sizeof *listing);
    int code = EXIT_DONE;

    if (!listing)
        return complain_memory();
    listing->study = study;
    if (STUDY_IS_FIGURE(study->format)) {
        code = draw_constellations(listing);
    } else {
        if (study->format == STUDY_CSV)
            fprintf(study->to, "number,constellation,class,black,black_distance,white,"
                               "white_distance,self_negative\n");
        code = go_through(listing);
    }
    free(listing);
    return code;
}

/* One line for an outcome class: its size and its first constellation, if it has one. */
static void print_class_text(const struct study *study, const struct study_listing *listing, int i)
{
    const struct entry *example = &listing->examples[i];

    fprintf(study->to, "class %s count %" PRId64, paua_class_name(i), listing->count[i]);
    if (listing->count[i])
        fprintf(study->to, " first %" PRId64 " %s", example->number, example->name);
    fputc('\n', study->to);
}

/* One object with the size and the first constellation (or null) of every outcome class. */
static int print_classes_json(const struct study *study, const struct study_listing *listing,
                              int64_t up_to_negation)
{
    json_t *classes = json_object();

    for (int i = 0; i < PAUA_CLASS_COUNT; i++) {
        const struct entry *example = &listing->examples[i];
        json_t *found = json_pack("{s:I}", "count", (json_int_t)listing->count[i]);
        json_object_set_new(found, "first",
                            listing->count[i] ? json_string(example->name) : json_null());
        json_object_set_new(classes, paua_class_name(i), found);
    }
    return study_print_json(
        study, json_pack("{s:i, s:i, s:I, s:I, s:o}", "black", study->marbles[0], "white",
                         study->marbles[1], "constellations", (json_int_t)listing->matching,
                         "up-to-negation", (json_int_t)up_to_negation, "classes", classes));
}

/* Draws the first constellation of every outcome class that is not empty. */
static int draw_classes(const struct study *study, const struct study_listing *listing)
{
    struct entry present[PAUA_CLASS_COUNT];
    int count = 0;

    for (int i = 0; i < PAUA_CLASS_COUNT; i++)
        if (listing->count[i])
            present[count++] = listing->examples[i];
    return print_sheet(study, present, count, listing->count,
                       "the first constellation of each class and how many there are; " LEGEND);
}

/* Writes the sizes of the outcome classes. Negation pairs constellations only if both players have
 * equally many marbles; a self-negative one is its own pair. */
static int print_classes(const struct study *study, const struct study_listing *listing)
{
    bool even = study->marbles[0] == study->marbles[1];
    int64_t up_to_negation =
        even && !study->half ? (listing->matching + listing->self_negative) / 2 : listing->matching;

    if (STUDY_IS_FIGURE(study->format))
        return draw_classes(study, listing);
    if (study->format == STUDY_JSON)
        return print_classes_json(study, listing, up_to_negation);
    if (study->format == STUDY_CSV)
        fprintf(study->to, "class,count,first_number,first\n");
    else
        fprintf(study->to, "constellations %" PRId64 " up-to-negation %" PRId64 "\n",
                listing->matching, up_to_negation);
    for (int i = 0; i < PAUA_CLASS_COUNT; i++) {
        const struct entry *example = &listing->examples[i];
        if (study->format == STUDY_TEXT)
            print_class_text(study, listing, i);
        else if (listing->count[i])
            fprintf(study->to, "%s,%" PRId64 ",%" PRId64 ",%s\n", paua_class_name(i),
                    listing->count[i], example->number, example->name);
        else
            fprintf(study->to, "%s,0,,\n", paua_class_name(i));
    }
    return EXIT_DONE;
}

int study_classes(struct study *study)
{
    struct study_listing *listing = calloc(1, sizeof *listing);

    if (!listing)
        return complain_memory();
    listing->study = study;
    listing->counts_only = listing->all = true;
    int code = go_through(listing);
    for (int i = 0; i < PAUA_CLASS_COUNT; i++)
        study_name_of(study, listing->examples[i].at, listing->examples[i].name);
    if (code == EXIT_DONE)
        code = print_classes(study, listing);
    free(listing);
    return code;
}
