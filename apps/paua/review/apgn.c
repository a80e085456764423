/* apgn.c - writes a reviewed game as a record: glyphs ($1 to $6), scores as [%eval] comments, and
 * best lines as variations. Notes that the record has already are kept, except those of an earlier
 * review. */
#include <stdlib.h>
#include <string.h>

#include "review/review_output.h"

#define ANNOTATOR "Paua"
#define SCORE_TAG "[%eval "

enum { COMMENT_MAX = 96 };

/* The copy of the record under construction. */
struct annotation {
    const struct reviewed *game;
    paua_record *out;
    paua_position now; /* before the next move of the main line */
    int next;          /* its number, from 0 */
    bool again;        /* the record has an earlier review by Paua, to be replaced */
    paua_status status;
};

/* Appends an item to the copy, unless something failed before. */
static void append_item(struct annotation *annotation, paua_item_kind kind, const char *text)
{
    if (annotation->status == PAUA_OK)
        annotation->status = paua_record_add_item(annotation->out, kind, text);
}

/* Whether the variation that opens at item i of the record begins with this move, as text. */
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

/* Whether the move at item i already has a variation that begins with this move. */
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

/* Appends the best line as a variation, unless the record has it. */
static void append_line(struct annotation *annotation, int i, const paua_review_move *move)
{
    const paua_replay *replay = annotation->game->replay;
    char text[PAUA_MOVE_TEXT_MAX];
    paua_position now = annotation->now;
    paua_undo undo;

    for (int k = 0; k < move->line_count; k++) {
        paua_move_write(replay->board, &now, replay->notation, move->line[k], text, sizeof text);
        if (k == 0 && has_variation(annotation->game->record, i, text))
            return;
        if (k == 0)
            append_item(annotation, PAUA_ITEM_OPEN, NULL);
        append_item(annotation, PAUA_ITEM_MOVE, text);
        paua_position_make(replay->board, &now, move->line[k], &undo);
    }
    if (move->line_count > 0)
        append_item(annotation, PAUA_ITEM_CLOSE, NULL);
}

/* The score after the move, from Black's view in a game for two and else from the mover's, and the
 * grade of a move with a glyph; nothing after a winning move. */
static void append_comment(struct annotation *annotation, const paua_review_move *move)
{
    char text[COMMENT_MAX], score[REVIEW_SCORE_MAX];
    int after = move->after;

    if (abs(after) >= PAUA_SCORE_FORCED)
        after += after > 0 ? 1 : -1; /* after the move the end is one ply nearer */
    if (after == PAUA_SCORE_WIN)
        return;
    if (annotation->now.players == PAUA_SIDES && annotation->now.to_move != PAUA_BLACK)
        after = -after;
    int used = snprintf(text, sizeof text, "%s%s]", SCORE_TAG, review_score(after, score));

    if (paua_grade_glyph(move->grade))
        snprintf(text + used, sizeof text - (size_t)used, " %s: loses %.0f %%",
                 paua_grade_name(move->grade), 100.0 * move->loss);
    append_item(annotation, PAUA_ITEM_COMMENT, text);
}

/* One of the six glyphs, $1 to $6, that grade a move. */
static bool is_grade(const char *glyph)
{
    return glyph[0] != '$' || (glyph[1] >= '1' && glyph[1] <= '6' && !glyph[2]);
}

/* Writes a move of the main line with its glyphs and its review. Returns the index of the next
 * item. */
static int copy_move(struct annotation *annotation, int i)
{
    const paua_record *record = annotation->game->record;
    const paua_review_move *move = &annotation->game->moves[annotation->next++];
    bool judged = false;
    int glyph = paua_grade_glyph(move->grade), next = i + 1;
    paua_undo undo;

    append_item(annotation, PAUA_ITEM_MOVE, paua_record_item(record, i).text);
    for (; next < paua_record_items(record); next++) {
        paua_item item = paua_record_item(record, next);
        if (item.kind != PAUA_ITEM_GLYPH)
            break;
        judged = judged || is_grade(item.text);
        append_item(annotation, PAUA_ITEM_GLYPH, item.text);
    }
    if (glyph && !judged) {
        const char text[] = {'$', (char)('0' + glyph), '\0'};
        append_item(annotation, PAUA_ITEM_GLYPH, text);
    }
    append_comment(annotation, move);
    if (glyph)
        append_line(annotation, i, move);
    paua_position_make(annotation->game->replay->board, &annotation->now, move->played, &undo);
    return next;
}

/* A player leaves the game: "r:resigns". */
static void follow_departure(struct annotation *annotation, const char *text)
{
    static const char letters[] = "bwrgyp";
    const char *letter = strchr(letters, text[0]);

    if (letter)
        paua_position_leave(annotation->game->replay->board, &annotation->now,
                            (paua_side)(letter - letters));
}

/* Copies all items, and adds the review to the moves of the main line. */
static void copy_items(struct annotation *annotation)
{
    const paua_record *record = annotation->game->record;
    int depth = 0;

    for (int i = 0; i < paua_record_items(record);) {
        paua_item item = paua_record_item(record, i);
        if (depth == 0 && item.kind == PAUA_ITEM_MOVE) {
            i = copy_move(annotation, i);
            continue;
        }
        if (depth == 0 && item.kind == PAUA_ITEM_DEPARTURE)
            follow_departure(annotation, item.text);
        depth += (item.kind == PAUA_ITEM_OPEN) - (item.kind == PAUA_ITEM_CLOSE);
        if (!annotation->again || depth > 0 || item.kind != PAUA_ITEM_COMMENT ||
            strncmp(item.text, SCORE_TAG, strlen(SCORE_TAG)) != 0)
            append_item(annotation, item.kind, item.text);
        i++;
    }
}

/* Copies the tags, and adds the annotator if there is none. */
static void copy_tags(struct annotation *annotation)
{
    const paua_record *record = annotation->game->record;
    const char *annotator = paua_record_tag(record, "Annotator");

    for (int i = 0; i < paua_record_tags(record) && annotation->status == PAUA_OK; i++)
        annotation->status = paua_record_add_tag(annotation->out, paua_record_tag_name(record, i),
                                                 paua_record_tag_value(record, i));
    if (!annotator && annotation->status == PAUA_OK)
        annotation->status = paua_record_add_tag(annotation->out, "Annotator", ANNOTATOR);
    annotation->again = annotator && strcmp(annotator, ANNOTATOR) == 0;
}

paua_status review_annotate(const struct reviewed *game, paua_record **out)
{
    struct annotation annotation = {.game = game, .now = game->replay->start};

    annotation.status = paua_record_new(&annotation.out);
    if (annotation.status != PAUA_OK)
        return annotation.status;
    copy_tags(&annotation);
    copy_items(&annotation);
    if (annotation.status == PAUA_OK)
        annotation.status =
            paua_record_set_result(annotation.out, paua_record_result(game->record));
    if (annotation.status == PAUA_OK)
        *out = annotation.out;
    else
        paua_record_free(annotation.out);
    return annotation.status;
}
