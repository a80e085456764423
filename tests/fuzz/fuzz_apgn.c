/* fuzz_apgn.c - the input as a file of games: what was read can be written and read again, and is
 * the same; in whatever pieces the file comes. */
#include "fuzz.h"

struct pieces {
    const uint8_t *data;
    size_t left, piece;
};

static long read_piece(char *bytes, size_t cap, void *context)
{
    struct pieces *pieces = context;
    size_t part = pieces->left < pieces->piece ? pieces->left : pieces->piece;

    part = part < cap ? part : cap;
    if (part > 0)
        memcpy(bytes, pieces->data, part);
    pieces->data += part;
    pieces->left -= part;
    return (long)part;
}

static char *written(const paua_record *record, size_t *length)
{
    *length = paua_apgn_write(record, NULL, 0);
    char *text = malloc(*length + 1);

    REQUIRE(text);
    REQUIRE(paua_apgn_write(record, text, *length + 1) == *length);
    REQUIRE(strlen(text) == *length);
    return text;
}

static void same_records(const paua_record *a, const paua_record *b)
{
    REQUIRE(paua_record_tags(a) == paua_record_tags(b));
    for (int i = 0; i < paua_record_tags(a); i++) {
        REQUIRE(strcmp(paua_record_tag_name(a, i), paua_record_tag_name(b, i)) == 0);
        REQUIRE(strcmp(paua_record_tag_value(a, i), paua_record_tag_value(b, i)) == 0);
    }
    REQUIRE(paua_record_items(a) == paua_record_items(b));
    for (int i = 0; i < paua_record_items(a); i++) {
        paua_item one = paua_record_item(a, i), other = paua_record_item(b, i);
        REQUIRE(one.kind == other.kind && strcmp(one.text, other.text) == 0);
        REQUIRE(one.line >= 1);
        if (one.kind == PAUA_ITEM_COMMENT)
            REQUIRE(paua_comment_time(one.text, "clk") >= -1);
    }
    REQUIRE(strcmp(paua_record_result(a), paua_record_result(b)) == 0);
}

static void check_refusal(paua_status status, const paua_error *error)
{
    REQUIRE(error->code == status);
    REQUIRE(error->line >= 0 && error->ply >= 0);
    REQUIRE(error->message[0] && memchr(error->message, '\0', sizeof error->message));
    REQUIRE(!strpbrk(error->message, "\r\n\t"));
}

/* Every key of the game is that of one of its mirror images. */
static void check_step(const paua_board *board, const paua_position *before, paua_move move,
                       void *context)
{
    unsigned symmetries = 0;

    paua_canonical_key(board, before, &symmetries);
    REQUIRE(symmetries != 0);
    REQUIRE(paua_canonical_move(board, symmetries, move) != PAUA_NO_MOVE);
    ++*(int *)context;
}

static void check_replay(const paua_record *record, const paua_record *again)
{
    static paua_replay one, other;
    paua_error error = {.code = PAUA_OK};
    int steps = 0;
    paua_status status = paua_replay_record(&one, record, check_step, &steps, &error);

    REQUIRE(paua_replay_record(&other, again, NULL, NULL, NULL) == status);
    if (status != PAUA_OK) {
        check_refusal(status, &error);
        return;
    }
    REQUIRE(steps == one.plies && one.plies == other.plies && one.result == other.result);
    REQUIRE(identical(&one.end, &other.end));
    REQUIRE(paua_position_check(one.board, &one.end) == PAUA_OK);
}

static void check_record(const paua_record *record)
{
    size_t length, length_again;
    char *text = written(record, &length), *text_again;
    struct pieces pieces = {(const uint8_t *)text, length, length};
    paua_apgn_reader *reader;
    const paua_record *again = NULL;

    REQUIRE(paua_apgn_reader_new(read_piece, &pieces, &reader) == PAUA_OK);
    REQUIRE(paua_apgn_next(reader, &again, NULL) == PAUA_OK);
    same_records(record, again);
    text_again = written(again, &length_again);
    REQUIRE(length == length_again && memcmp(text, text_again, length) == 0);
    check_replay(record, again);
    REQUIRE(paua_apgn_next(reader, &again, NULL) == PAUA_ERROR_NOT_FOUND);
    paua_apgn_reader_free(reader);
    free(text);
    free(text_again);
}

/* The same bytes read forgivingly: what is completed follows the format, and completing it again
 * changes nothing. */
static void check_forgiving(const uint8_t *data, size_t size)
{
    struct pieces whole = {data, size, size};
    paua_apgn_reader *reader;
    paua_record *out, *same;
    paua_status status;

    REQUIRE(paua_apgn_reader_new(read_piece, &whole, &reader) == PAUA_OK);
    REQUIRE(paua_record_new(&out) == PAUA_OK && paua_record_new(&same) == PAUA_OK);
    paua_apgn_forgive(reader);
    do {
        const paua_record *record = NULL;
        paua_error error = {.code = PAUA_OK};
        paua_notes notes;
        status = paua_apgn_next(reader, &record, &error);
        if (status != PAUA_OK)
            continue;
        paua_status complete = paua_record_complete(record, out, &notes, &error);
        if (complete != PAUA_OK) {
            check_refusal(complete, &error);
            continue;
        }
        REQUIRE(notes.count >= 0 && notes.count <= PAUA_NOTES_MAX);
        check_record(out);
        REQUIRE(paua_record_complete(out, same, &notes, NULL) == PAUA_OK && notes.count == 0);
        same_records(out, same);
    } while (status == PAUA_OK || status == PAUA_ERROR_BAD_SYNTAX);
    paua_record_free(out);
    paua_record_free(same);
    paua_apgn_reader_free(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pieces whole = {data, size, size}, cut = {data, size, size % 13 + 1};
    paua_apgn_reader *one, *other;
    paua_status status;

    REQUIRE(paua_apgn_reader_new(read_piece, &whole, &one) == PAUA_OK);
    REQUIRE(paua_apgn_reader_new(read_piece, &cut, &other) == PAUA_OK);
    do {
        const paua_record *record = NULL, *same = NULL;
        paua_error error = {.code = PAUA_OK}, refused = {.code = PAUA_OK};
        status = paua_apgn_next(one, &record, &error);
        paua_status again = paua_apgn_next(other, &same, &refused);
        /* in pieces, games before the byte 0 are read first */
        if (status == PAUA_ERROR_CORRUPT)
            break;
        REQUIRE(again == status);
        REQUIRE(paua_apgn_game(one) == paua_apgn_game(other));
        if (status == PAUA_OK) {
            same_records(record, same);
            check_record(record);
        } else if (status != PAUA_ERROR_NOT_FOUND) {
            check_refusal(status, &error);
            REQUIRE(strcmp(error.message, refused.message) == 0);
            REQUIRE(error.line == refused.line && error.line >= 1);
        }
    } while (status == PAUA_OK || status == PAUA_ERROR_BAD_SYNTAX);
    paua_apgn_reader_free(one);
    paua_apgn_reader_free(other);
    check_forgiving(data, size);
    return 0;
}
