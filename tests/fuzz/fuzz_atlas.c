/* fuzz_atlas.c - any bytes as an atlas.csv: refused with a line and a reason, or written again
 * the same. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "fuzz.h"

#include "atlas/rows.h"

static void check_rows(const struct atlas_rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        const struct atlas_row *row = &rows->list[i];
        REQUIRE(row->win >= 1 && row->win <= row->marbles && 2 * row->marbles <= row->cells);
        REQUIRE(atlas_rows_find(rows, row->sides, row->marbles, row->win) == row);
    }
}

static char *written(const struct atlas_rows *rows, bool page, size_t *length)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, length);
    REQUIRE(to);
    if (page)
        atlas_write_page(rows, 12, to);
    else
        atlas_write_csv(rows, to);
    fclose(to);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct atlas_rows rows = {0};
    char message[ATLAS_MESSAGE] = "";
    size_t length;
    int line = 0;
    paua_status status = atlas_read_csv((const char *)data, size, &rows, &line, message);

    REQUIRE(status == PAUA_OK || status == PAUA_ERROR_BAD_SYNTAX);
    if (status != PAUA_OK) {
        REQUIRE(line >= 1 && message[0] && strlen(message) < ATLAS_MESSAGE && rows.count == 0);
        return 0;
    }
    check_rows(&rows);
    char *text = written(&rows, false, &length);
    REQUIRE(length == size && memcmp(text, data, size) == 0);
    free(text);
    free(written(&rows, true, &length));
    atlas_rows_free(&rows);
    return 0;
}
