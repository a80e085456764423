/* guide.c - finds the pages of the guide, and plays the moves of its drawings by the rules. */
#define _GNU_SOURCE
#include "command/guide.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"

const struct guide_page *guide_page_find(const char *name)
{
    for (int i = 0; guide_page_at(i); i++) {
        const struct guide_page *page = guide_page_at(i);

        if (strcasecmp(page->name, name) == 0 ||
            (*page->synonym && strcasecmp(page->synonym, name) == 0))
            return page;
    }
    return NULL;
}

paua_board *guide_board_new(void)
{
    paua_board *board = NULL;

    paua_board_new(5, 5, 5, &board);
    return board;
}

/* Begins a frame with the position of the one before. */
static struct guide_frame *drawing_add_frame(struct guide_drawing *drawing)
{
    struct guide_frame *frame = &drawing->frames[drawing->frame_count++];

    *frame = (struct guide_frame){.position = frame[-1].position};
    return frame;
}

/* Plays moves separated by blanks; a stroke begins another frame. */
static paua_status drawing_play_moves(struct guide_drawing *drawing, const char *moves,
                                      paua_error *error)
{
    struct guide_frame *frame = NULL;
    int total = 0;

    while (*(moves += strspn(moves, " "))) {
        char word[2 * PAUA_MOVE_TEXT_MAX];
        int length = (int)strcspn(moves, " ");
        paua_move move;

        snprintf(word, sizeof word, "%.*s", length, moves);
        moves += length;
        if (strcmp(word, "/") == 0) {
            frame = NULL;
            continue;
        }
        if (total++ == GUIDE_MOVES_MAX)
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, 0, "at most %d moves", GUIDE_MOVES_MAX);
        if (!frame)
            frame = drawing_add_frame(drawing);
        paua_status status = paua_move_parse(drawing->board, &frame->position, word, &move, error);
        if (status != PAUA_OK)
            return status;
        paua_undo undo;
        paua_position_make(drawing->board, &frame->position, move, &undo);
        frame->moves[frame->move_count++] = move;
    }
    return PAUA_OK;
}

paua_status guide_drawing_play(const paua_board *board, const struct guide_section *section,
                               const char *moves, struct guide_drawing *out, paua_error *error)
{
    const char *played = moves ? moves : section->moves;

    *out = (struct guide_drawing){.board = board, .frame_count = 1};
    paua_status status =
        paua_position_parse(board, section->position, &out->frames[0].position, error);
    if (status != PAUA_OK || !played)
        return status;
    status = drawing_play_moves(out, played, error);
    if (section->kind != GUIDE_REFUSED || moves)
        return status;
    out->frame_count = 1; /* the refused move has no board */
    return status == PAUA_ERROR_ILLEGAL_MOVE ? PAUA_OK : PAUA_ERROR_BAD_ARGUMENT;
}

char *guide_text_filled(const char *text, const char *first, const char *second)
{
    char *filled = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&filled, &size);

    if (!to)
        return NULL;
    for (; *text; text++) {
        if (strncmp(text, "{1}", 3) == 0 || strncmp(text, "{2}", 3) == 0) {
            fputs(text[1] == '1' ? first : second, to);
            text += 2;
        } else {
            fputc(*text, to);
        }
    }
    return fclose(to) == 0 ? filled : NULL;
}
