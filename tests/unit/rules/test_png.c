/* test_png.c - drawings as PNG: the size of the picture, all boards, all letters, and no memory.
 * What the pixels show is checked by tests/cases/test_diagrams.py. The sources are compiled here a
 * second time, with an allocator and a libpng that fail when they are told to. */
#define _POSIX_C_SOURCE 200809L
#include <png.h>
#include <time.h>

#include "base/random.h"
#include "unit.h"

static int allocations_left = 1000000;

static void *failing_malloc(size_t size)
{
    return allocations_left-- > 0 ? malloc(size) : NULL;
}

static void *failing_realloc(void *old, size_t size)
{
    return allocations_left-- > 0 ? realloc(old, size) : NULL;
}

static void *failing_calloc(size_t count, size_t size)
{
    return allocations_left-- > 0 ? calloc(count, size) : NULL;
}

/* libpng answers with NULL when an allocation of its own has failed, and later leaves. */
static png_structp failing_writer(png_const_charp version, png_voidp context, png_error_ptr error,
                                  png_error_ptr warning)
{
    return allocations_left-- > 0 ? png_create_write_struct(version, context, error, warning)
                                  : NULL;
}

static png_infop failing_info(png_structp png)
{
    return allocations_left-- > 0 ? png_create_info_struct(png) : NULL;
}

static void failing_write_info(png_structp png, png_infop info)
{
    if (allocations_left-- <= 0)
        png_error(png, "out of memory");
    png_write_info(png, info);
}

#define malloc                  failing_malloc
#define calloc                  failing_calloc
#define realloc                 failing_realloc
#define png_create_write_struct failing_writer
#define png_create_info_struct  failing_info
#define png_write_info          failing_write_info
#include "draw/png.c"
#include "draw/raster.c"
#include "draw/stamp.c"
#undef malloc
#undef calloc
#undef realloc
#undef png_create_write_struct
#undef png_create_info_struct
#undef png_write_info

static const paua_drawing plain = {.size = sizeof(paua_drawing), .last = PAUA_NO_MOVE};

struct png_file {
    unsigned char *bytes; /* owned */
    size_t length;
    unsigned width, height;
};

/* Draws, and reads the file again. */
static struct png_file png_of(const paua_board *board, const paua_position *position,
                              const paua_drawing *how, int size)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    struct png_file file = {NULL, 0, 0, 0};

    assert_int_equal(paua_draw_png(board, position, how, size, &file.bytes, &file.length), PAUA_OK);
    assert_true(png_image_begin_read_from_memory(&image, file.bytes, file.length));
    assert_int_equal(image.format, PNG_FORMAT_RGB_COLORMAP);
    image.format = PNG_FORMAT_RGB;
    unsigned char *pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(pixels);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    assert_int_equal(image.warning_or_error, 0);
    free(pixels);
    file.width = image.width;
    file.height = image.height;
    assert_int_equal(file.width > file.height ? file.width : file.height, size);
    assert_true(file.width >= 1 && file.height >= 1);
    return file;
}

static bool same_files(const struct png_file *one, const struct png_file *other)
{
    return one->length == other->length && !memcmp(one->bytes, other->bytes, one->length);
}

/* Every shape of a board, up to a single row of 61 cells, which is lower than a pixel. */
static void every_board_can_be_painted(void **state)
{
    unsigned least = 1000;
    int boards = 0;

    (void)state;
    for (int a = 1; a <= 61; a++) {
        for (int b = 1; b <= 61; b++) {
            for (int c = 1; c <= 61; c++) {
                if (!paua_board_cells_of(a, b, c))
                    continue;
                paua_board *board = board_of(a, b, c);
                paua_position position = {.players = (uint8_t)(2 + boards % 5), .ply = 1};
                position.marbles[boards % 2] = paua_board_all(board);
                assert_int_equal(paua_position_complete(board, &position), PAUA_OK);
                struct png_file file = png_of(board, &position, &plain, 16 + boards % 5);
                least = file.height < least ? file.height : least;
                free(file.bytes);
                paua_board_free(board);
                boards++;
            }
        }
    }
    assert_true(boards > 500);
    assert_int_equal(least, 1);
}

static void equal_drawings_are_equal_files(void **state)
{
    const paua_drawing turned = {.size = sizeof(paua_drawing), .turned = true},
                       named = {.size = sizeof(paua_drawing), .coordinates = true};
    paua_board *board = board_of(5, 5, 5);
    paua_position position = position_of(board, "standard");

    (void)state;
    struct png_file one = png_of(board, &position, &plain, 300);
    struct png_file same = png_of(board, &position, &plain, 300);
    struct png_file other = png_of(board, &position, &turned, 300);
    struct png_file letters = png_of(board, &position, &named, 300);
    assert_true(same_files(&one, &same));
    assert_false(same_files(&one, &other));
    assert_false(same_files(&one, &letters));
    free(one.bytes);
    free(same.bytes);
    free(other.bytes);
    free(letters.bytes);
    paua_board_free(board);
}

/* Each character of ASCII as a label, then a blank, and one beyond ASCII, which is a box. */
static void letters_differ(void **state)
{
    enum { FIRST = ' ', LETTERS = 127 - ' ' };
    struct png_file files[LETTERS + 1];
    paua_board *board = board_of(2, 2, 2);
    paua_position position = position_of(board, "ww/3/bb");

    (void)state;
    for (int i = 0; i <= LETTERS; i++) {
        char text[4] = {(char)(FIRST + i), '\0'};
        const paua_label label = {cell_of(board, "b2"), i < LETTERS ? text : "\xC3\xA4"};
        const paua_drawing how = {.size = sizeof(paua_drawing), .labels = &label, .label_count = 1};
        files[i] = png_of(board, &position, &how, 380);
        for (int j = 0; j < i; j++)
            assert_false(same_files(&files[i], &files[j]));
    }
    for (int i = 0; i <= LETTERS; i++)
        free(files[i].bytes);
    paua_board_free(board);
}

/* Each allocation fails once in turn. */
static void painting_asks_for_memory(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_position position = position_of(board, "standard");
    unsigned char *png = NULL;
    size_t length = 7;
    int allowed = 0;

    (void)state;
    for (;; allowed++) {
        allocations_left = allowed;
        paua_status status = paua_draw_png(board, &position, &plain, 600, &png, &length);
        if (status == PAUA_OK)
            break;
        assert_int_equal(status, PAUA_ERROR_NO_MEMORY);
        assert_null(png);
        assert_int_equal(length, 7);
    }
    /* palette, pixels, the marble twice, three of libpng, the file; a file need not shrink */
    assert_int_equal(allowed, 8);
    free(png);
    paua_board_free(board);
}

static double processor_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* What a picture costs: bytes, and the shortest time of a few, as others use the processor too. */
struct png_cost {
    double ms;
    size_t bytes;
};

/* The dearest of the pictures of a layout after 0, 30, 60 and 90 random moves. */
static struct png_cost cost_of(const paua_layout *layout, int size)
{
    paua_board *board = board_of(layout->sides[0], layout->sides[1], layout->sides[2]);
    paua_position position = position_of(board, layout->name);
    paua_drawing how = {.size = sizeof how, .last = PAUA_NO_MOVE, .coordinates = true};
    struct png_cost dearest = {0, 0};
    uint64_t random = 1;

    for (int ply = 0; ply <= 90; ply++) {
        paua_move_list moves;
        paua_undo undo;
        struct png_cost cost = {1e9, 0};

        for (int run = 0; ply % 30 == 0 && run < 4; run++) {
            unsigned char *png = NULL;
            double begun = processor_ms();
            assert_int_equal(paua_draw_png(board, &position, &how, size, &png, &cost.bytes),
                             PAUA_OK);
            double taken = processor_ms() - begun;
            cost.ms = taken < cost.ms ? taken : cost.ms;
            free(png);
        }
        if (ply % 30 == 0) {
            dearest.ms = cost.ms > dearest.ms ? cost.ms : dearest.ms;
            dearest.bytes = cost.bytes > dearest.bytes ? cost.bytes : dearest.bytes;
        }
        paua_moves_generate(board, &position, &moves);
        if (!moves.count)
            break;
        how.last = moves.moves[random_below(&random, (uint64_t)moves.count)];
        paua_position_make(board, &position, how.last, &undo);
    }
    paua_board_free(board);
    return dearest;
}

/* Pictures of the sizes that a server draws: usually 600 pixels, at most 1200. They take a quarter
 * of these times, or half on machines where memory that is new to a process is dear. */
static void pictures_are_quick_and_small(void **state)
{
    static const struct {
        const char *layout;
        int size;
        double ms;
        size_t bytes;
    } limits[] = {{"standard", 600, 16, 16000},      {"belgian-daisy", 600, 16, 20000},
                  {"standard-6", 600, 16, 24000},    {"e0", 600, 16, 24000},
                  {"standard-5", 1200, 28, 80000},   {"standard-6", 1200, 28, 80000},
                  {"belgian-daisy", 1200, 28, 80000}};

    (void)state;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct png_cost cost = cost_of(paua_layout_find(limits[i].layout), limits[i].size);
        print_message("%s, %d pixels: %.2f ms, %zu bytes\n", limits[i].layout, limits[i].size,
                      cost.ms, cost.bytes);
        assert_in_range(cost.bytes, 1000, limits[i].bytes);
#if defined __OPTIMIZE__ && !SANITIZED
        assert_true(cost.ms < limits[i].ms);
#endif
    }
}

/* A marble that is put is nearly the one that is painted, in every kind: with six players there are
 * fewest colours for each. */
static void stamps_are_true(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_position position = position_of(board, "standard-6");
    struct draw_raster raster = {
        .scale = 1, .aligned = true, .width = 2 * DRAW_PITCH, .height = DRAW_PITCH};

    (void)state;
    assert_true(raster_begin(&raster, &position));
    for (int kind = 0; kind < PAUA_PLAYERS_MAX; kind++) {
        struct raster_point centre = {3 * DRAW_PITCH / 2, DRAW_PITCH / 2};
        int sum = 0;
        set_style(&raster, LOOK_PLATE);
        memset(raster.pixels, raster.style.numbers[0], 2 * DRAW_PITCH * DRAW_PITCH);
        set_style(&raster, (enum draw_look)kind);
        stamp_put(&raster.stamp, kind, DRAW_PITCH / 2, DRAW_PITCH / 2, raster.pixels, raster.width);
        paint_shape(&raster, &(struct raster_shape){&centre, 1, DRAW_MARBLE, false});
        for (int i = 0; i < DRAW_PITCH * DRAW_PITCH; i++) {
            const uint8_t *put = raster.pixels + i / DRAW_PITCH * raster.width + i % DRAW_PITCH;
            int apart = indexed_distance(indexed_colour(raster.palette, put[0]),
                                         indexed_colour(raster.palette, put[DRAW_PITCH]));
            assert_true(apart < 100 * 100);
            sum += apart;
        }
        assert_true(sum < 50 * DRAW_PITCH * DRAW_PITCH);
    }
    free(raster.stamp.pixels);
    free(raster.pixels);
    free(raster.palette);
    paua_board_free(board);
}

/* The palette has all plain colours exactly, and shades near enough not to be seen. */
static void colours_are_true(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_position position = position_of(board, "standard-6");
    struct draw_raster raster = {.scale = 1, .width = 1, .height = 1};

    (void)state;
    assert_true(raster_begin(&raster, &position));
    for (int look = 0; look < LOOK_FRAME; look++) {
        if (look >= DRAW_KINDS || draw_kinds(&position) >> look & 1) {
            set_style(&raster, (enum draw_look)look);
            if (raster.style.fill != NONE && !raster.style.round)
                assert_int_equal(indexed_colour(raster.palette, raster.style.numbers[0]),
                                 raster.style.fill);
        }
    }
    for (unsigned i = 0; i < 2000; i++) { /* more mixtures than there is room for */
        uint8_t below = (uint8_t)(i * 7 % (unsigned)raster.palette->count);
        int colour = (int)(i * 1299709 % 0x1000000);
        indexed_mix(raster.palette, below, colour, 1 + (int)i % (INDEXED_SHARES - 1));
    }
    assert_int_equal(raster.palette->count, INDEXED_COLOURS);
    for (int i = 0; i < INDEXED_COLOURS; i++)
        assert_int_equal(indexed_mix(raster.palette, (uint8_t)i, 0, 0), i);
    free(raster.pixels);
    free(raster.palette);
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_board_can_be_painted),
        cmocka_unit_test(equal_drawings_are_equal_files),
        cmocka_unit_test(letters_differ),
        cmocka_unit_test(pictures_are_quick_and_small),
        cmocka_unit_test(colours_are_true),
        cmocka_unit_test(stamps_are_true),
        cmocka_unit_test(painting_asks_for_memory),
    };

    return cmocka_run_group_tests_name("png", tests, NULL, NULL);
}
