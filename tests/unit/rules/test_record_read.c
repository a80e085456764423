/* Reading records, writing them again, replaying them. */
#include "unit.h"

#include <zlib.h>

#include "base/random.h"

/* A file in memory, which comes in pieces. */
struct file {
    const char *text;
    size_t left, piece;
    bool fails; /* at its end */
};

static long read_file(char *bytes, size_t cap, void *context)
{
    struct file *file = context;
    size_t part = file->left < file->piece ? file->left : file->piece;

    part = part < cap ? part : cap;
    if (part == 0 && file->fails)
        return -1;
    memcpy(bytes, file->text, part);
    file->text += part;
    file->left -= part;
    return (long)part;
}

#define SEVEN(variant, result)                                                                     \
    "[Event \"E\"]\n[Date \"2026.11.21\"]\n[Black \"A\"]\n[White \"B\"]\n[Variant \"" variant      \
    "\"]\n[Result \"" result "\"]\n[Notation \"Aba-Pro\"]\n"

/* What becomes of each game of a text, one line a game: "ok PLIES RESULT", or "no LINE PLY
 * REASON". */
static char *fates(const char *text, size_t length, size_t piece, bool fails)
{
    static char all[8192];
    struct file file = {text, length, piece, fails};
    paua_apgn_reader *reader = NULL;
    paua_replay replay = {0};
    const paua_record *record = NULL;
    paua_error why = {.code = PAUA_OK};
    paua_status status;

    all[0] = '\0';
    assert_int_equal(paua_apgn_reader_new(read_file, &file, &reader), PAUA_OK);
    while ((status = paua_apgn_next(reader, &record, &why)) != PAUA_ERROR_NOT_FOUND) {
        char *end = all + strlen(all);
        bool over = status == PAUA_ERROR_CORRUPT || status == PAUA_ERROR_IO;
        if (status == PAUA_OK)
            status = paua_replay_record(&replay, record, NULL, NULL, &why);
        if (status == PAUA_OK) {
            sprintf(end, "ok %d %s\n", replay.plies, paua_result_text(replay.result));
        } else {
            assert_int_equal(why.code, status);
            sprintf(end, "%s %ld %d %s\n", over ? "file" : "no", why.line, why.ply, why.message);
        }
        if (over) {
            assert_int_equal(paua_apgn_next(reader, &record, &why), status); /* and again */
            break;
        }
    }
    paua_replay_end(&replay);
    paua_apgn_reader_free(reader);
    return all;
}

static void check_fates(const char *text, const char *wanted)
{
    for (size_t piece = 1; piece < 4096; piece = 4 * piece + 1)
        assert_string_equal(fates(text, strlen(text), piece, false), wanted);
}

/* Reads a text of one game and writes it: the same, or as `wanted` says. */
static void check_written(const char *text, const char *wanted)
{
    struct file file = {text, strlen(text), 7, false};
    paua_apgn_reader *reader = NULL;
    const paua_record *record = NULL;
    paua_error why;
    char out[4096];

    assert_int_equal(paua_apgn_reader_new(read_file, &file, &reader), PAUA_OK);
    if (paua_apgn_next(reader, &record, &why) != PAUA_OK)
        fail_msg("line %ld: %s", why.line, why.message);
    size_t length = paua_apgn_write(record, out, sizeof out);
    assert_string_equal(out, wanted);
    assert_int_equal(length, strlen(wanted));
    assert_int_equal(paua_apgn_next(reader, &record, &why), PAUA_ERROR_NOT_FOUND);
    paua_apgn_reader_free(reader);
}

static void what_follows_the_format_comes_back_byte_for_byte(void **state)
{
    static const char *const texts[] = {
        SEVEN("belgian", "*") "\n1. a1b2 a5b5 2. a2b3 b6c7 *\n",
        SEVEN("standard", "*") "\n*\n",
        SEVEN("standard", "*") "[Odd_1 \"\"]\n[Odder \"\\\"x\\\" \\\\ \xc3\xa8\"]\n\n1. a1b2 *\n",
        SEVEN("standard",
              "*") "\n{one\n\ntwo [x] } 1. a1b2!? $3 {[%clk 0:01:02]} 1... i5h5 ; rest }{\n"
                   "2. b2c3 *\n",
        SEVEN("standard",
              "*") "\n1. a1b2 (1. a2b3 i5h5 (1... i6h6 {or} 2. a1b2) 2. b1c2) (;why\n1. b1b2"
                   ") 1... i5h5 2. b2c3?? *\n",
        SEVEN("standard",
              "*") "[SetUp \"1\"]\n[Position \"wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb "
                   "w\"]\n\n1... i5h5 (1... i6h6) 2. a1b2 *\n",
        SEVEN("standard-3", "*") "[Players \"3\"]\n\n1. i5h4 w:time 1... d1d2 h4h3 r:resigns *\n",
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++)
        check_written(texts[i], texts[i]);
}

static void what_does_not_is_brought_into_its_form(void **state)
{
    (void)state;
    /* a mark, line ends, blanks, empty lines, numbers, no newline at the end */
    check_written(
        "\xef\xbb\xbf\r\n\r\n[Event   \"E\"] \r\n[Date \"2026.11.21\" ]\r\n\r\n[Black \"A\"]\r\n"
        "[White \"B\"]\r\n[Variant \"Belgian Daisy\"]\r\n[Result \"*\"]\r\n[Notation \"Aba-Pro\"]"
        "\r\n1.a1b2\t7...a5b5 {two\r\nlines} 2 a2b3 ... ! b6c7\r\n\r\n*\r\n",
        SEVEN("Belgian Daisy", "*") "\n1. a1b2 a5b5 {two\nlines} 2. a2b3! b6c7 *\n");
    check_written(SEVEN("standard", "*") "1. a1b2$1(1. a2b3){x};y\n*",
                  SEVEN("standard", "*") "\n1. a1b2 $1 (1. a2b3) {x} ;y\n*\n");
}

static void long_lines_are_broken_between_numbers(void **state)
{
    (void)state;
    check_written(
        SEVEN("standard", "*") "1. a1b2 i5h5 2. b1c2 i6h6 3. a1b2 i5h5 4. b1c2 i6h6 5. a1b2 i5h5"
                               " 6. a1b2 i5h5 7. b1c2 i6h6 *",
        SEVEN("standard", "*") "\n1. a1b2 i5h5 2. b1c2 i6h6 3. a1b2 i5h5 4. b1c2 i6h6 5. a1b2 "
                               "i5h5 6. a1b2 i5h5\n7. b1c2 i6h6 *\n");
    /* the sixth pair would make it 79 bytes; the result does not count */
    check_written(
        SEVEN("standard", "*") "1. a1b2b3 i5h5 2. b1c2 i6h6 3. a1b2 i5h5 4. b1c2 i6h6 5. a1b2 "
                               "i5h5 6. a1b2 i5h5 *",
        SEVEN("standard", "*") "\n1. a1b2b3 i5h5 2. b1c2 i6h6 3. a1b2 i5h5 4. b1c2 i6h6 5. a1b2"
                               " i5h5\n6. a1b2 i5h5 *\n");
}

/* Black takes six marbles of White's, who has to look on: on one row of a long board. */
#define SIX                                                                                        \
    SEVEN("standard", "1-0")                                                                       \
    "[Position \"5/6/7/8/1bbw5/8/7/6/w4-0b5w b\"]\n\n1. e2e3 a1b1 2. e3e4 b1a1 3. e4e5 a1b1 4. "   \
    "e5e6 "                                                                                        \
    "b1a1 5. e6e7 a1b1 6. e7e8"

static void a_game_ends_with_the_ejection_that_wins(void **state)
{
    (void)state;
    check_fates(SIX " 1-0\n", "ok 11 1-0\n");
    check_fates(SIX " b1a1 1-0\n", "no 10 12 b1a1: the game is already won\n");
    check_fates(SIX " (6. e7e6 b1a1) 1-0\n", "ok 11 1-0\n");
    check_fates(SIX " 0-1\n", "no 10 11 the tag Result is 1-0, but the moves end with 0-1\n");
    check_fates(
        SEVEN("standard", "0-1") "[Position \"5/6/7/8/6bbw/8/7/6/w4-0b5w b\"]\n\n1. e7e8 0-1\n",
        "no 10 1 the result is given as 0-1, but on the board it is 1-0 (by ejections)\n");
    check_fates(SEVEN("standard", "*") "[Position \"5/6/7/8/6bbw/8/7/6/w4-0b5w b\"]\n\n1. e7e8 *\n",
                "no 10 1 the result is given as *, but on the board it is 1-0 (by ejections)\n");
    /* with a rule of its own a game needs fewer */
    check_fates(
        SEVEN("standard", "1-0") "[Position \"5/6/7/8/6bbw/8/7/6/w4 b\"]\n[Rules \"win=1\"]\n\n"
                                 "1. e7e8 1-0\n",
        "ok 1 1-0\n");
    check_fates(
        SEVEN("standard", "1-0") "[Position \"5/6/7/8/6bbw/8/7/6/w4 b\"]\n[Rules \"win=1\"]\n\n"
                                 "1. e7e8 a1b1 1-0\n",
        "no 11 2 a1b1: the game is already won\n");
}

static void what_is_no_game_is_refused_with_its_place(void **state)
{
    static const struct {
        const char *text, *fate;
    } cases[] = {
        {"1. a1b2 *", "no 1 0 expected a tag such as [Event \"...\"]\n"},
        {SEVEN("standard", "*") "\n1. a1b2 i5h5",
         "no 9 2 the game ends without a result, expected 1-0, 0-1, 1/2-1/2 or *\n"},
        {SEVEN("standard", "*") "\n1. a1b2 {open",
         "no 9 1 the comment is not closed, expected '}'\n"},
        {SEVEN("standard", "*") "\n1. a1b2 (1. a2b3 *",
         "no 9 1 a result inside a variation, expected ')'\n"},
        {SEVEN("standard", "*") "\n(1. a2b3) *", "no 9 0 expected a move before the variation\n"},
        {SEVEN("standard", "*") "\n1. a1b2 () *", "no 9 1 the variation has no moves\n"},
        {SEVEN("standard", "*") "\n1. a1b2) *", "no 9 1 ')' without '('\n"},
        {SEVEN("standard", "*") "\n1. a1b2 } *", "no 9 1 '}': expected a move\n"},
        {SEVEN("standard", "*") "\n! 1. a1b2 *", "no 9 0 '!': expected a move before the glyph\n"},
        {SEVEN("standard", "*") "\n1. a1b2!!! *",
         "no 9 1 '!!!': expected a glyph such as !? or $3\n"},
        {SEVEN("standard", "*") "\n1. [a;b] *", "no 9 1 '[a;b]': not a move\n"},
        {SEVEN("standard", "*") "\n1. a1b2 * i5h5",
         "no 9 1 expected the tags of the next game after the result\n"},
        {SEVEN("standard", "*") "\n1. a1b2 x:time *",
         "no 9 1 'x:time': expected a departure such as r:resigns or r:time\n"},
        {SEVEN("standard", "*") "\n1. a1b2 w:time *",
         "no 9 1 w:time: this player cannot leave here\n"},
        {SEVEN("standard", "*") "[Event2 \"x\"\n\n*",
         "no 8 0 'Event2': expected \"] at the end of the tag\n"},
        {SEVEN("standard", "*") "[Date \"x\"]\n\n*", "no 8 0 'Date': the tag occurs twice\n"},
        {SEVEN("standard", "*") "[A \"\xe8\"]\n\n*",
         "no 8 0 'A': the tag's text is not UTF-8 or has control characters\n"},
        {"[Date \"E\"]\n [Event \"E\"]\n\n*",
         "no 2 0 'Event': expected Event before all other tags\n"},
        {"[Event \"E\"]\n\n*", "no 0 0 the tag Date is missing\n"},
        {SEVEN("waffle", "*") "\n*",
         "no 0 0 Variant 'waffle': no layout has this name, expected one or the tag Position\n"},
        {SEVEN("Belgain Daisy", "*") "\n*",
         "no 0 0 Variant 'Belgain Daisy': no layout has this name, did you mean "
         "'belgian-daisy'?\n"},
        {SEVEN("standard", "2-0") "\n*",
         "no 0 0 Result '2-0': expected 1-0, 0-1, 1/2-1/2, * or, for player three, 0-0-1\n"},
        {SEVEN("standard", "0-0-1") "\n0-0-1",
         "no 0 0 Result '0-0-1': expected 1-0, 0-1, 1/2-1/2, * or, for player three, 0-0-1\n"},
        {SEVEN("standard", "*") "[Plies \"2\"]\n\n1. a1b2 *",
         "no 0 1 the tag Plies is 2, but there are 1 moves\n"},
        {SEVEN("standard", "*") "[SetUp \"1\"]\n\n*",
         "no 0 0 SetUp '1': expected the tag Position as well\n"},
        {SEVEN("standard", "*") "[Players \"3\"]\n[Position \"b1/3/w1\"]\n\n*",
         "no 0 0 Players '3': the start position has 2 players\n"},
        {SEVEN("bowl-4", "*") "[Players \"4\"]\n[Teams \"bg\"]\n\n*",
         "no 0 0 Teams 'bg': expected br-wg, bg-wr or bg-wy-rp, and that number of players\n"},
        {SEVEN("standard", "*") "\n1. a1b2 (1. a1a1) *", NULL},
        {SEVEN("standard", "*") "\n1. a1b2 i5i6 *", NULL},
        {SEVEN("standard", "*") "[Rules \"win=0\"]\n\n*", NULL},
        {SEVEN("standard", "*") "[Position \"wwww/5\"]\n\n*", NULL},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++)
        if (cases[i].fate)
            check_fates(cases[i].text, cases[i].fate);
        else /* the words are the notation's */
            assert_memory_equal(fates(cases[i].text, strlen(cases[i].text), 99, false), "no ", 3);
}

static void a_bad_game_loses_nothing_but_itself(void **state)
{
    (void)state;
    check_fates(
        "what is this?\n\n" SEVEN("standard", "*") "\n1. a1b2 {open\n\n" SEVEN(
            "standard",
            "*") "\n1. a1b2 a1b2 *\n" SEVEN("standard",
                                            "*") "1. a1b2\n\n" SEVEN("standard",
                                                                     "*") "\n1. a1b2 *\n\n\n",
        "no 1 0 expected a tag such as [Event \"...\"]\n"
        "no 11 1 the comment is not closed, expected '}'\n"
        "no 21 2 a1b2: White has no marble on a1\n"
        "no 29 1 the game ends without a result, expected 1-0, 0-1, 1/2-1/2 or *\n"
        "ok 1 *\n");
    check_fates("", "");
    check_fates("\n \n\t\r\n", "");
    check_fates("\xef\xbb\xbf", "");
    /* files that were joined have byte order marks anywhere */
    check_fates(
        "\xef\xbb\xbf" SEVEN("standard", "*") "\n1. a1b2 *\n\xef\xbb\xbf\n\xef\xbb\xbf" SEVEN(
            "standard", "*") "\n\xef\xbb\xbf 1. a1b2 i5h5 *\n",
        "ok 1 *\nok 2 *\n");
}

static void a_wrong_result_is_reported_where_it_stands(void **state)
{
    (void)state;
    check_fates(SEVEN("standard", "1-0") "\n1. a1b2\ni5h5\n0-1\n",
                "no 11 2 the tag Result is 1-0, but the moves end with 0-1\n");
}

static void what_is_no_text_is_refused_as_a_whole(void **state)
{
    static const char good[] = SEVEN("standard", "*") "\n*\n";
    char text[sizeof good + 20];

    (void)state;
    memcpy(text, good, sizeof good);
    memcpy(text + sizeof good, good, 10); /* with a byte 0 in between */
    assert_string_equal(fates(text, sizeof good + 10, 4096, false),
                        "file 10 0 not a text file: it contains a zero byte\n");
    assert_string_equal(fates("\x1f", 1, 4096, false),
                        "no 1 0 expected a tag such as [Event \"...\"]\n");
    assert_string_equal(fates(good, sizeof good - 1, 50, true), "file 1 0 read or write failed\n");
}

/* Compresses a text as gzip does; returns the length. */
static size_t zip(const char *text, size_t length, char *out, size_t cap)
{
    z_stream stream = {.next_in = (Bytef *)text,
                       .avail_in = (uInt)length,
                       .next_out = (Bytef *)out,
                       .avail_out = (uInt)cap};

    assert_int_equal(
        deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    deflateEnd(&stream);
    return cap - stream.avail_out;
}

static void what_gzip_has_compressed_is_unpacked(void **state)
{
    static const char good[] = SEVEN("standard", "*") "\n1. a1b2 *\n";
    static const char nul[] = "[Event \"E\"]\n\0";
    static const struct {
        size_t cut; /* bytes that are missing at the end */
        const char *behind, *wanted;
    } files[] = {
        {0, "", "ok 1 *\nok 1 *\n"},
        {0, "xyz", "ok 1 *\nfile 10 0 damaged gzip data\n"},
        {9, "", "ok 1 *\nfile 10 0 gzip data that is cut off\n"},
    };
    char packed[1024];

    (void)state;
    for (size_t piece = 1; piece < 4096; piece = 4 * piece + 1) {
        for (size_t i = 0; i < LENGTH(files); i++) {
            size_t length = zip(good, sizeof good - 1, packed, sizeof packed);
            length += zip(good, sizeof good - 1, packed + length, sizeof packed - length);
            length -= files[i].cut;
            memcpy(packed + length, files[i].behind, strlen(files[i].behind));
            length += strlen(files[i].behind);
            assert_string_equal(fates(packed, length, piece, false), files[i].wanted);
        }
        size_t length = zip(nul, sizeof nul, packed, sizeof packed);
        assert_string_equal(fates(packed, length, piece, false),
                            "file 2 0 not a text file: it contains a zero byte\n");
    }
    size_t length = zip(good, sizeof good - 1, packed, sizeof packed);
    memset(packed + length, 0, 100); /* padding */
    assert_string_equal(fates(packed, length + 100, 50, false), "ok 1 *\n");
    assert_string_equal(fates(packed, length - 3, 50, true), "file 1 0 read or write failed\n");
    packed[length / 2] ^= 0x55;
    assert_non_null(strstr(fates(packed, length, 50, false), "damaged gzip data"));
}

static void what_unpacks_to_far_more_than_a_text_is_refused(void **state)
{
    size_t length = 64 * PAUA_RECORD_MAX_BYTES;
    char *text = malloc(length), *packed = malloc(length / 256);

    (void)state;
    memset(text, ' ', length);
    length = zip(text, length, packed, length / 256);
    assert_string_equal(fates(packed, length, 4096, false),
                        "file 1 0 gzip data that unpacks to far more than a text does\n");
    free(text);
    free(packed);
}

/* `good` between two long runs of the same byte. */
static char *around(char byte, size_t length, const char *before, const char *good)
{
    char *text = malloc(2 * length + strlen(before) + 2 * strlen(good) + 10);
    char *at = text + sprintf(text, "%s%s", good, before);

    memset(at, byte, length);
    sprintf(at + length, "\n%s", good);
    return text;
}

static void a_game_too_long_loses_nothing_but_itself(void **state)
{
    static const char good[] = SEVEN("standard", "*") "\n*\n";
    char *text = around('x', 3 * PAUA_RECORD_MAX_BYTES, "[Event \"long\"]\n[Date \"", good);

    (void)state;
    assert_string_equal(fates(text, strlen(text), 60000, false),
                        "ok 0 *\nno 10 0 the game is longer than 1048576 bytes\nok 0 *\n");
    free(text);
    text = around('\n', 2 * PAUA_RECORD_MAX_BYTES, "[Event \"many lines\"]\nx", good);
    assert_string_equal(fates(text, strlen(text), 60000, false),
                        "ok 0 *\nno 10 0 the game is longer than 1048576 bytes\nok 0 *\n");
    free(text);
    text = around('x', 20 * PAUA_RECORD_MAX_BYTES, "", good);
    assert_string_equal(fates(text, strlen(text), 60000, false),
                        "file 10 0 not a file of games: a line is longer than 16 MiB\n");
    free(text);
}

static void variations_may_lie_so_deep_and_no_deeper(void **state)
{
    char text[2048];

    (void)state;
    for (int depth = PAUA_VARIATION_DEPTH; depth <= PAUA_VARIATION_DEPTH + 1; depth++) {
        strcpy(text, SEVEN("standard", "*") "\n1. a1b2 ");
        for (int i = 0; i < depth; i++)
            strcat(text, "(1. a2b3 ");
        for (int i = 0; i < depth; i++)
            strcat(text, ") ");
        strcat(text, "*");
        check_fates(text, depth == PAUA_VARIATION_DEPTH
                              ? "ok 1 *\n"
                              : "no 9 1 variations are nested too deeply\n");
    }
}

static void three_to_six_play_and_leave(void **state)
{
    (void)state;
    check_fates(SEVEN("standard",
                      "0-0-1") "[Players \"3\"]\n\n1. i5h4 w:time 1... d1d2 2. b:resigns 0-0-1\n",
                "ok 2 0-0-1\n");
    check_fates(
        SEVEN("standard", "*") "[Players \"3\"]\n\n1. i5h4 w:time d1d2 b:resigns r:time *\n",
        "no 10 2 r:time: this player cannot leave here\n");
    check_fates(
        SEVEN("standard", "1-0") "[Players \"3\"]\n\n1. i5h4 w:time d1d2 b:resigns 1-0\n",
        "no 10 2 the result is given as 1-0, but on the board it is 0-0-1 (by resignation)\n");
    check_fates(
        SEVEN("bowl", "0-0-0-1") "[Players \"4\"]\n[Teams \"bg-wr\"]\n\nw:time r:time 0-0-0-1\n",
        "ok 0 0-0-0-1\n"); /* Black's partner */
    check_fates(SEVEN("bowl-4", "*") "\n*\n",
                "no 0 0 the tag Players is missing: the start position has 4 players\n");
}

static void other_notations_are_read(void **state)
{
    (void)state;
    check_fates(
        "[Event \"E\"]\n[Date \"?\"]\n[Black \"A\"]\n[White \"B\"]\n[Variant \"standard\"]\n"
        "[Result \"*\"]\n[Notation \"Triple\"]\n\n1. [a1, c3, b2] [i5, g5, h5] 2. "
        "[b1,b1,c2] *\n",
        "ok 3 *\n");
    check_fates(
        "[Event \"E\"]\n[Date \"?\"]\n[Black \"A\"]\n[White \"B\"]\n[Variant \"standard\"]\n"
        "[Result \"*\"]\n[Notation \"direction\"]\n\n1. a1NE i5SW *\n",
        "ok 2 *\n");
    check_fates(
        "[Event \"E\"]\n[Date \"?\"]\n[Black \"A\"]\n[White \"B\"]\n[Variant \"standard\"]\n"
        "[Result \"*\"]\n[Notation \"smoke\"]\n\n*\n",
        "no 0 0 Notation 'smoke': expected Aba-Pro, Nacre, pbm, triple or direction\n");
}

static void layouts_have_other_names(void **state)
{
    static const char *const names[][2] = {
        {"belgian", "belgian-daisy"},   {"Belgian Daisy", "belgian-daisy"},
        {"german", "german-daisy"},     {"SWISS", "swiss-daisy"},
        {"dutch_daisy", "dutch-daisy"}, {"classic", "standard"},
        {"Wall", "the-wall"},           {"i_m-a-robot", "i_m-a-robot"},
        {"im a robot", "i_m-a-robot"},  {"standard", "standard"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(names); i++) {
        const paua_layout *layout = paua_layout_find_for(names[i][0], 2);
        assert_non_null(layout);
        assert_string_equal(layout->name, names[i][1]);
    }
    assert_string_equal(paua_layout_find_for("Bowl", 5)->name, "bowl-5");
    assert_string_equal(paua_layout_find_for("classic", 4)->name, "standard-4");
    assert_null(paua_layout_find_for("", 2));
    assert_null(paua_layout_find_for("belgian", 3));
    assert_null(paua_layout_find_for("a name that is much longer than any layout's can be", 2));
}

static void comments_tell_times(void **state)
{
    (void)state;
    assert_int_equal(paua_comment_time("x [%clk 1:02:03] [%emt 5]", "clk"), 3723000);
    assert_int_equal(paua_comment_time("x [%clk 1:02:03] [%emt 5]", "emt"), 5000);
    assert_int_equal(paua_comment_time("[%emt 1:02.5]", "emt"), 62500);
    assert_int_equal(paua_comment_time("[%emt 0.042 ]", "emt"), 42);
    assert_int_equal(paua_comment_time("[%clk 1:02", "clk"), -1);
    assert_int_equal(paua_comment_time("[%clk ]", "clk"), -1);
    assert_int_equal(paua_comment_time("[%clk 1:2:3:4]", "clk"), -1);
    assert_int_equal(paua_comment_time("[%clk 1.]", "clk"), -1);
    assert_int_equal(paua_comment_time("[%clocks 1]", "clk"), -1);
    assert_int_equal(paua_comment_time("clk 5", "clk"), -1);
}

static void a_record_is_made_by_hand(void **state)
{
    paua_record *record = NULL;
    char text[512];

    (void)state;
    assert_int_equal(paua_record_new(&record), PAUA_OK);
    assert_int_equal(paua_record_add_tag(record, "Event", "a \"b\""), PAUA_OK);
    assert_int_equal(paua_record_add_tag(record, "Date", "d"), PAUA_OK);
    assert_int_equal(paua_record_add_tag(record, "Date", "c"), PAUA_ERROR_CONFLICT);
    assert_int_equal(paua_record_add_tag(record, "Event", "c"), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_tag(record, "1", "c"), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_tag(record, "A", "c\n"), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_OPEN, ""), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_MOVE, "a1b2"), PAUA_OK);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_MOVE, "1-0"), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_MOVE, "a1 b2"), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_MOVE, "5..."), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_GLYPH, "$1000"), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_COMMENT, "a } b"),
                     PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_COMMENT, "a\n[Event \"x\"]"),
                     PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_COMMENT, "a\n[Even"), PAUA_OK);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_LINE, "two\nlines"),
                     PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_OPEN, NULL), PAUA_OK);
    assert_int_equal(paua_record_set_result(record, "1-0"), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_CLOSE, NULL), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_MOVE, "a2b3"), PAUA_OK);
    assert_int_equal(paua_record_add_item(record, PAUA_ITEM_CLOSE, NULL), PAUA_OK);
    assert_int_equal(paua_record_set_result(record, "3-0"), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_record_set_result(record, "1-0"), PAUA_OK);
    paua_apgn_write(record, text, sizeof text);
    assert_string_equal(
        text, "[Event \"a \\\"b\\\"\"]\n[Date \"d\"]\n\n1. a1b2 {a\n[Even} (1. a2b3) 1-0\n");
    paua_record_free(record);
    paua_record_free(NULL);
}

/* Plays at random, now and then with a player giving up or running out of time. */
static void play_on(paua_game *game, uint64_t *seed)
{
    int plies = (int)random_below(seed, 150);

    for (int i = 0; i < plies; i++) {
        paua_move_list list;
        const paua_position *position = paua_game_position(game);
        uint32_t fate = random_below(seed, 60);
        paua_game_generate(game, &list);
        if (list.count == 0)
            return;
        if (fate == 0)
            (void)paua_game_resign(game,
                                   (paua_side)random_below(seed, (uint64_t)position->players));
        else if (fate == 1)
            (void)paua_game_forfeit(game, (paua_side)position->to_move);
        else if (fate == 2 && random_below(seed, 4) == 0)
            (void)paua_game_agree_draw(game);
        else
            (void)paua_game_play(game, list.moves[random_below(seed, (uint64_t)list.count)]);
    }
}

/* What is written of a game is read again, and is that game. */
static void check_game(const paua_game *game)
{
    static const paua_tags tags = {
        .size = sizeof(paua_tags), .event = "\\\"x\"", .others = {"Cy", NULL, "\xc3\xa9", "]"}};
    char text[32768], again[32768];
    paua_replay replay = {0};
    paua_apgn_reader *reader = NULL;
    const paua_record *record = NULL;
    paua_error why;
    paua_outcome outcome = paua_game_outcome(game);
    size_t length = paua_apgn_format(game, &tags, text, sizeof text);
    struct file file = {text, length, 1000, false};

    assert_in_range(length, 1, sizeof text - 1);
    assert_int_equal(paua_apgn_reader_new(read_file, &file, &reader), PAUA_OK);
    if (paua_apgn_next(reader, &record, &why) != PAUA_OK ||
        paua_replay_record(&replay, record, NULL, NULL, &why) != PAUA_OK)
        fail_msg("line %ld, ply %d: %s\n%s", why.line, why.ply, why.message, text);
    assert_int_equal(paua_apgn_write(record, again, sizeof again), length);
    assert_string_equal(again, text);
    assert_int_equal(replay.plies, paua_game_moves(game));
    assert_int_equal(replay.result, outcome.result);
    assert_true(paua_position_same(&replay.start, paua_game_start(game)));
    assert_true(paua_position_same(&replay.end, paua_game_position(game)));
    paua_replay_end(&replay);
    paua_apgn_reader_free(reader);
}

static void what_is_written_of_any_game_is_read_again(void **state)
{
    static const char *const starts[] = {
        "standard",
        "belgian-daisy w",
        "standard-3",
        "bowl-4",
        "bowl-4 b 0-0-0-0 0 1 bg-wr",
        "standard-4 g 0-1-2-0 0 1 br-wg",
        "bowl-5",
        "standard-6 y 0-0-0-0-0-0 0 1 bg-wy-rp",
        "standard-6 w 1-0x-0-2-0-0 5 17",
        "wwwww/wwwwww/2wnw2/8/4c4/8/2bxb2/bbbbbb/bbbbb",
        "wwwww/wwwwww/2w1w2/8/9/8/2bxb2/bbbbbb/bbbbb b 0c-0",
        "5/6/7/8/9/8/7/6/wwwbb w 4-5",
    };
    paua_board *board = board_of(5, 5, 5);
    uint64_t seed = 4;

    (void)state;
    for (int round = 0; round < 40; round++)
        for (size_t i = 0; i < LENGTH(starts); i++) {
            paua_position start = position_of(board, starts[i]);
            paua_rules rules;
            paua_game *game = NULL;
            const char *preset =
                paua_preset_name((int)random_below(&seed, (uint64_t)paua_preset_count()));
            assert_int_equal(paua_rules_preset(board, preset, &rules), PAUA_OK);
            rules.win = (uint8_t)(1 + random_below(&seed, 6));
            assert_int_equal(paua_game_new(board, &rules, &start, &game), PAUA_OK);
            play_on(game, &seed);
            check_game(game);
            paua_game_free(game);
        }
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_follows_the_format_comes_back_byte_for_byte),
        cmocka_unit_test(what_does_not_is_brought_into_its_form),
        cmocka_unit_test(long_lines_are_broken_between_numbers),
        cmocka_unit_test(a_game_ends_with_the_ejection_that_wins),
        cmocka_unit_test(what_is_no_game_is_refused_with_its_place),
        cmocka_unit_test(a_bad_game_loses_nothing_but_itself),
        cmocka_unit_test(a_wrong_result_is_reported_where_it_stands),
        cmocka_unit_test(what_is_no_text_is_refused_as_a_whole),
        cmocka_unit_test(what_gzip_has_compressed_is_unpacked),
        cmocka_unit_test(what_unpacks_to_far_more_than_a_text_is_refused),
        cmocka_unit_test(a_game_too_long_loses_nothing_but_itself),
        cmocka_unit_test(variations_may_lie_so_deep_and_no_deeper),
        cmocka_unit_test(three_to_six_play_and_leave),
        cmocka_unit_test(other_notations_are_read),
        cmocka_unit_test(layouts_have_other_names),
        cmocka_unit_test(comments_tell_times),
        cmocka_unit_test(a_record_is_made_by_hand),
        cmocka_unit_test(what_is_written_of_any_game_is_read_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
