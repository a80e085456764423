/* guide_json.c - the pages of the guide as JSON for the site, which draws the boards itself. */
#include "command/guide.h"

#include <stdlib.h>

/* The names of guide_kind. */
static const char *const kinds[] = {"",    "heading", "text",    "term",
                                    "tip", "board",   "example", "refused"};

/* A text of the guide; the page has black and white marbles where a labelled board has letters. */
static json_t *text_json(const char *text)
{
    char *filled = guide_text_filled(text, "Black", "White");
    json_t *json = json_string(filled);

    free(filled);
    return json;
}

/* The moves of a frame, in standard notation. */
static json_t *moves_json(const struct guide_drawing *drawing, const struct guide_frame *frame)
{
    json_t *moves = json_array();
    char text[PAUA_MOVE_TEXT_MAX];

    for (int i = 0; i < frame->move_count; i++) {
        paua_move_format(drawing->board, frame->moves[i], text, sizeof text);
        json_array_append_new(moves, json_string(text));
    }
    return moves;
}

static json_t *frames_json(const struct guide_drawing *drawing)
{
    json_t *frames = json_array();
    char text[PAUA_POSITION_TEXT_MAX];

    for (int i = 0; i < drawing->frame_count; i++) {
        const struct guide_frame *frame = &drawing->frames[i];

        paua_position_format(drawing->board, &frame->position, text, sizeof text);
        json_array_append_new(
            frames, json_pack("{s:s,s:o}", "position", text, "moves", moves_json(drawing, frame)));
    }
    return frames;
}

/* Adds the boards of a section, what is played on them, and why it is refused. */
static void add_drawing(json_t *json, const paua_board *board, const struct guide_section *section)
{
    struct guide_drawing drawing;
    paua_error error = {.code = PAUA_OK};

    if (guide_drawing_play(board, section, NULL, &drawing, &error) == PAUA_OK)
        json_object_set_new(json, "frames", frames_json(&drawing));
    if (section->moves)
        json_object_set_new(json, "moves", json_string(section->moves));
    if (section->kind == GUIDE_REFUSED)
        json_object_set_new(json, "reason", json_string(error.message));
}

json_t *guide_list_json(void)
{
    json_t *list = json_array();

    for (int i = 0; guide_page_at(i); i++) {
        const struct guide_page *page = guide_page_at(i);

        json_array_append_new(list, json_pack("{s:s,s:s,s:s}", "name", page->name, "title",
                                              page->title, "about", page->about));
    }
    return json_pack("{s:o}", "pages", list);
}

json_t *guide_page_json(const struct guide_page *page)
{
    paua_board *board = guide_board_new();
    json_t *sections = json_array();
    int tip = 0;

    if (!board) {
        json_decref(sections);
        return NULL;
    }

    for (const struct guide_section *at = page->sections; at->kind != GUIDE_END; at++) {
        json_t *json = json_pack("{s:s,s:o}", "kind", kinds[at->kind], "text", text_json(at->text));

        if (at->kind == GUIDE_TIP)
            json_object_set_new(json, "number", json_integer(++tip));
        if (at->meaning)
            json_object_set_new(json, "meaning", text_json(at->meaning));
        if (at->position)
            add_drawing(json, board, at);
        json_array_append_new(sections, json);
    }
    paua_board_free(board);
    return json_pack("{s:s,s:s,s:s,s:o}", "name", page->name, "title", page->title, "about",
                     page->about, "sections", sections);
}
