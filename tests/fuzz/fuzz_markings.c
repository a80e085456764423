/* fuzz_markings.c - any text for --last, --arrow or --label of `paua show`, chosen by its first
 * byte, in positions of two, of four in teams, and of a small board. */
#include "fuzz.h"

#include <stdarg.h>

#include "cli/common.h"
#include "show/markings.h"

static int complaints;

/* In the place of the command's: one line that fits. */
int complain_with(int code, const char *format, ...)
{
    char message[512];
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    REQUIRE(length > 0 && (size_t)length < sizeof message);
    complaints++;
    return code;
}

int complain_text(const char *what, const char *text, const paua_error *error)
{
    char message[256];

    REQUIRE(error->at <= strlen(text));
    REQUIRE(paua_error_text(error, text, message, sizeof message) < sizeof message);
    return complain_with(EXIT_USAGE, "%s: %s", what, message);
}

int complain_memory(void)
{
    abort();
}

static void check_labels(const paua_board *board, const struct markings *markings)
{
    paua_set taken = 0;

    for (int i = 0; i < markings->label_count; i++) {
        int cell = markings->labels[i].cell;
        REQUIRE(cell >= 0 && cell < 64 && paua_board_all(board) & PAUA_SET(cell) & ~taken);
        taken |= PAUA_SET(cell);
        REQUIRE(markings->labels[i].text[0] && strlen(markings->labels[i].text) <= 8 * 4);
        REQUIRE(!strchr(markings->labels[i].text, ','));
    }
}

/* The marbles stand where the move says, and where they came from is empty. */
static void check_last(const paua_board *board, const paua_position *position, paua_move last)
{
    paua_set all = position->neutral | position->fixed, to = paua_move_to(board, last);
    paua_set from = paua_move_from(board, last), on = paua_board_all(board);
    int marbles = 0;

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        all |= position->marbles[side];
    for (paua_set set = to; set; set &= set - 1)
        marbles++;
    REQUIRE(marbles == paua_move_count(last));
    REQUIRE(!(from & ~on) && !(to & ~on));
    REQUIRE(!(from & ~to & all) && !(to & ~all));
}

static void check(const paua_board *board, const paua_position *position, char sort,
                  const char *text)
{
    struct markings markings;
    complaints = 0;
    int code = markings_read(board, position, sort == 'l' ? text : NULL, sort == 'a' ? text : NULL,
                             sort == 't' ? text : NULL, &markings);
    REQUIRE(complaints == (code != EXIT_DONE));
    REQUIRE(code == EXIT_DONE || code == EXIT_USAGE);
    if (code == EXIT_DONE) {
        REQUIRE(markings.arrow_count <= MARKINGS_ARROWS_MAX);
        check_labels(board, &markings);
        if (markings.last != PAUA_NO_MOVE)
            check_last(board, position, markings.last);
        else
            REQUIRE(sort != 'l');
    }
    markings_free(&markings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const positions[] = {
        "standard", "bb1ww/bbbwww/1bb1ww1/8/9/8/1rr1gg1/rrrggg/rr1gg w 0-0-0-0 0 2 bg-wr",
        "ncx/bwrg/yp3/1b2/bb1 g 0-0-0-0-0-0"};
    char *text = text_of(data, size < 4096 ? size : 4096);

    for (size_t i = 0; *text && i < sizeof positions / sizeof *positions; i++) {
        int sides[3];
        paua_position position;
        REQUIRE(paua_position_shape(positions[i], sides, NULL) == PAUA_OK);
        const paua_board *board = board_for(sides);
        REQUIRE(paua_position_parse(board, positions[i], &position, NULL) == PAUA_OK);
        check(board, &position, *text, text + 1);
    }
    free(text);
    return 0;
}
