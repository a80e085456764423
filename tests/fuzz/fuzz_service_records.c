/* fuzz_service_records.c - any text as the game of POST /records. What is answered can be replayed
 * and ends in the position that is answered. */
#include "fuzz.h"

#include "service/games/model/record_json.h"

static const char *string_of(json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    REQUIRE(text);
    return text;
}

static int int_of(json_t *object, const char *name)
{
    REQUIRE(json_is_integer(json_object_get(object, name)));
    return (int)json_integer_value(json_object_get(object, name));
}

/* Whether a player left: then the moves alone do not lead to the end. */
static bool check_remarks(json_t *remarks, int plies)
{
    bool left = false;
    json_t *remark;
    size_t i;

    json_array_foreach(remarks, i, remark)
    {
        REQUIRE(int_of(remark, "ply") >= 0 && int_of(remark, "ply") <= plies);
        REQUIRE(json_object_size(remark) == 2);
        left = left || json_object_get(remark, "leaves");
    }
    return left;
}

static void check_answer(json_t *answer, int game)
{
    json_t *moves = json_object_get(answer, "moves"), *text;
    int sides[3];
    paua_position position, end;
    size_t i;

    REQUIRE(sscanf(string_of(answer, "board"), "%dx%dx%d", &sides[0], &sides[1], &sides[2]) == 3);
    const paua_board *board = board_for(sides);
    REQUIRE(board && json_is_object(json_object_get(answer, "tags")));
    REQUIRE(int_of(answer, "games") >= game && json_is_array(json_object_get(answer, "notes")));
    REQUIRE(paua_position_parse(board, string_of(answer, "start"), &position, NULL) == PAUA_OK);
    REQUIRE(paua_position_parse(board, string_of(answer, "position"), &end, NULL) == PAUA_OK);
    REQUIRE(strspn(string_of(answer, "result"), "*01/2-") == strlen(string_of(answer, "result")));
    if (check_remarks(json_object_get(answer, "remarks"), (int)json_array_size(moves)))
        return;
    json_array_foreach(moves, i, text)
    {
        paua_move move;
        paua_undo undo;
        REQUIRE(paua_move_parse(board, &position, json_string_value(text), &move, NULL) == PAUA_OK);
        paua_position_make(board, &position, move, &undo);
    }
    REQUIRE(paua_position_same(&position, &end));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    json_t *checked = json_stringn(text, size); /* NULL: not UTF-8, which no request can be */

    for (int game = 1; checked && !memchr(text, '\0', size) && game <= 2; game++) {
        struct api_error error = {0};
        json_t *answer = NULL;
        if (record_json_read(text, size, game, &answer, &error)) {
            REQUIRE(answer);
            check_answer(answer, game);
        } else {
            REQUIRE(error.status == 422 && !strcmp(error.code, "bad_record") && error.message[0]);
            for (const char *at = error.message; *at; at++)
                REQUIRE(*at >= ' ' && *at <= '~');
        }
        json_decref(answer);
    }
    json_decref(checked);
    free(text);
    return 0;
}
