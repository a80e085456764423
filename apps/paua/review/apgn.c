/* apgn.c - a reviewed game as a record with glyphs, scores and best lines. */
#include <stdlib.h>
#include <string.h>

#include "review/review_output.h"

#define ANNOTATOR "Paua"
#define SCORE_TAG "[%eval "

enum { COMMENT_MAX = 96 };

struct notes {
    const struct reviewed *game;
    paua_record *out;
    paua_position now; /* before the next move of the main line */
    int next;          /* its number, from 0 */
    bool again;        /* an earlier review of ours is there to be replaced */
    paua_status status;
};

static void append_text(struct notes *notes, paua_item_kind kind, const char *text)
{
    if (notes->status == PAUA_OK)
        notes->status = paua_record_add_item(notes->out, kind, text);
}

/* Whether a variation at item i of the record begins with this move as it is written. */
static bool begins_with(const paua_record *record, int i, const char *move)
{
    for (i++; i < paua_record_items(record); i++) {
        paua_item item = paua_record_item(record, i);
        if (item.kind == PAUA_ITEM_MOVE)
            return strcmp(item.text, move) == 0;
        if (item.kind == PAUA_ITEM_OPEN || item.kind == PAUA_ITEM_CLOSE)
            return false;
    }
    return false;
}

/* Whether the move at item i has a variation already that begins with this one. */
static bool has_variation(const paua_record *record, int i, const char *move)
{
    int depth = 0;

    for (i++; i < paua_record_items(record); i++) {
        paua_item item = paua_record_item(record, i);
        if (depth == 0 && item.kind == PAUA_ITEM_MOVE)
            return false;
        if (depth == 0 && item.kind == PAUA_ITEM_OPEN && begins_with(record, i, move))
            return true;
        depth += (item.kind == PAUA_ITEM_OPEN) - (item.kind == PAUA_ITEM_CLOSE);
    }
    return false;
}

static void add_line(struct notes *notes, int i, const paua_review_move *move)
{
    const paua_replay *replay = notes->game->replay;
    char text[PAUA_MOVE_TEXT_MAX];
    paua_position now = notes->now;
    paua_undo undo;

    for (int k = 0; k < move->line_count; k++) {
        paua_move_write(replay->board, &now, replay->notation, move->line[k], text, sizeof text);
        if (k == 0 && has_variation(notes->game->record, i, text))
            return;
        if (k == 0)
            append_text(notes, PAUA_ITEM_OPEN, NULL);
        append_text(notes, PAUA_ITEM_MOVE, text);
        paua_position_make(replay->board, &now, move->line[k], &undo);
    }
    if (move->line_count > 0)
        append_text(notes, PAUA_ITEM_CLOSE, NULL);
}

/* The score after the move from Black's view, and the grade of a move with a glyph; nothing
 * after a winning move. */
static void add_comment(struct notes *notes, const paua_review_move *move)
{
    char text[COMMENT_MAX], score[REVIEW_SCORE_MAX];
    int after = move->after;

    if (abs(after) >= PAUA_SCORE_FORCED)
        after += after > 0 ? 1 : -1; /* the end is one ply nearer now */
    if (after == PAUA_SCORE_WIN)
        return;
    int black = notes->now.to_move == PAUA_BLACK ? after : -after;
    int used = snprintf(text, sizeof text, "%s%s]", SCORE_TAG, review_score(black, score));

    if (paua_grade_glyph(move->grade))
        snprintf(text + used, sizeof text - (size_t)used, " %s: loses %.0f %%",
                 paua_grade_name(move->grade), 100.0 * move->loss);
    append_text(notes, PAUA_ITEM_COMMENT, text);
}

/* One of the six glyphs, $1 to $6, that grade a move. */
static bool has_judgement(const char *glyph)
{
    return glyph[0] != '$' || (glyph[1] >= '1' && glyph[1] <= '6' && !glyph[2]);
}

/* Writes a move of the main line with its glyphs and its review. Returns the index of the next
 * item. */
static int take_move(struct notes *notes, int i)
{
    const paua_record *record = notes->game->record;
    const paua_review_move *move = &notes->game->moves[notes->next++];
    bool judged = false;
    int glyph = paua_grade_glyph(move->grade), next = i + 1;
    paua_undo undo;

    append_text(notes, PAUA_ITEM_MOVE, paua_record_item(record, i).text);
    for (; next < paua_record_items(record); next++) {
        paua_item item = paua_record_item(record, next);
        if (item.kind != PAUA_ITEM_GLYPH)
            break;
        judged = judged || has_judgement(item.text);
        append_text(notes, PAUA_ITEM_GLYPH, item.text);
    }
    if (glyph && !judged) {
        const char text[] = {'$', (char)('0' + glyph), '\0'};
        append_text(notes, PAUA_ITEM_GLYPH, text);
    }
    add_comment(notes, move);
    if (glyph)
        add_line(notes, i, move);
    paua_position_make(notes->game->replay->board, &notes->now, move->played, &undo);
    return next;
}

static void take_items(struct notes *notes)
{
    const paua_record *record = notes->game->record;
    int depth = 0;

    for (int i = 0; i < paua_record_items(record);) {
        paua_item item = paua_record_item(record, i);
        if (depth == 0 && item.kind == PAUA_ITEM_MOVE) {
            i = take_move(notes, i);
            continue;
        }
        depth += (item.kind == PAUA_ITEM_OPEN) - (item.kind == PAUA_ITEM_CLOSE);
        if (!notes->again || depth > 0 || item.kind != PAUA_ITEM_COMMENT ||
            strncmp(item.text, SCORE_TAG, strlen(SCORE_TAG)) != 0)
            append_text(notes, item.kind, item.text);
        i++;
    }
}

static void take_tags(struct notes *notes)
{
    const paua_record *record = notes->game->record;
    const char *annotator = paua_record_tag(record, "Annotator");

    for (int i = 0; i < paua_record_tags(record) && notes->status == PAUA_OK; i++)
        notes->status = paua_record_add_tag(notes->out, paua_record_tag_name(record, i),
                                            paua_record_tag_value(record, i));
    if (!annotator && notes->status == PAUA_OK)
        notes->status = paua_record_add_tag(notes->out, "Annotator", ANNOTATOR);
    notes->again = annotator && strcmp(annotator, ANNOTATOR) == 0;
}

paua_status review_annotate(const struct reviewed *game, paua_record **out)
{
    struct notes notes = {.game = game, .now = game->replay->start};

    notes.status = paua_record_new(&notes.out);
    if (notes.status != PAUA_OK)
        return notes.status;
    take_tags(&notes);
    take_items(&notes);
    if (notes.status == PAUA_OK)
        notes.status = paua_record_set_result(notes.out, paua_record_result(game->record));
    if (notes.status == PAUA_OK)
        *out = notes.out;
    else
        paua_record_free(notes.out);
    return notes.status;
}
