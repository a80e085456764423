/* tournament_rows.c - a table in which each tournament has one place, and takes it from another
 * one. */
#define _GNU_SOURCE
#include "service/tournaments/tournament_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/fnv.h"
#include "service/tournaments/tournament.h"
#include "store/tables/tournaments.h"
#include "json/json_text.h"

void tournament_rows_init(struct tournament_rows *self)
{
    memset(self->kept, 0, sizeof self->kept);
    pthread_mutex_init(&self->mutex, NULL);
}

void tournament_rows_destroy(struct tournament_rows *self)
{
    for (int i = 0; i < TOURNAMENT_ROWS; i++)
        free(self->kept[i].text);
    pthread_mutex_destroy(&self->mutex);
}

/* The place of a tournament. Ids are random. */
static struct tournament_row *place_of(struct tournament_rows *self, const char *id)
{
    return &self->kept[fnv1a_text(FNV_OFFSET_BASIS, id) % TOURNAMENT_ROWS];
}

/* A copy of the row that is kept, or NULL. */
static char *find_row(struct tournament_rows *self, const char *id, int64_t revision)
{
    char *text = NULL;

    pthread_mutex_lock(&self->mutex);
    const struct tournament_row *row = place_of(self, id);
    if (row->text && strcmp(row->id, id) == 0 && row->revision == revision)
        text = strdup(row->text);
    pthread_mutex_unlock(&self->mutex);
    return text;
}

static void keep_row(struct tournament_rows *self, const char *id, int64_t revision,
                     const char *text)
{
    char *copy = strdup(text);

    if (!copy)
        return;
    pthread_mutex_lock(&self->mutex);
    struct tournament_row *row = place_of(self, id);
    free(row->text);
    memcpy(row->id, id, sizeof row->id);
    row->revision = revision;
    row->text = copy;
    pthread_mutex_unlock(&self->mutex);
}

/* What a page is made of. */
struct list_entry {
    char id[ID_SIZE + 1];
    int64_t revision;
};

struct list_page {
    struct tournament_rows *rows;
    struct boards *boards;
    struct list_entry *entries; /* owned */
    size_t count, capacity;
    char *text;  /* of the row that is being read: owned; NULL: it cannot be read */
    bool failed; /* memory is out */
};

static bool add_entry(const store_tournament_key *key, void *context)
{
    struct list_page *page = context;

    page->failed = !ARRAY_RESERVE(page->entries, page->capacity, page->count + 1);
    if (page->failed)
        return false;
    struct list_entry *entry = &page->entries[page->count];
    if (!id_valid(key->id))
        return true;
    memcpy(entry->id, key->id, sizeof entry->id);
    entry->revision = key->revision;
    page->count++;
    return true;
}

/* Writes the row of a tournament that was read, and keeps it. */
static void write_row(const store_tournament *stored, void *context)
{
    struct list_page *page = context;
    struct tournament *tournament;

    if (tournament_restore(page->boards, stored, &tournament) != PAUA_OK)
        return;
    page->text = json_write_text(tournament_row_json(tournament), JSON_COMPACT);
    tournament_free(tournament);
    if (page->text)
        keep_row(page->rows, stored->id, stored->revision, page->text);
}

/* Writes the rows of a page to a stream. */
static paua_status write_page(struct list_page *page, store *db, FILE *out)
{
    const char *between = "[";

    for (size_t i = 0; i < page->count; i++) {
        const struct list_entry *entry = &page->entries[i];

        page->text = find_row(page->rows, entry->id, entry->revision);
        paua_status status =
            page->text ? PAUA_OK : store_tournament_find(db, entry->id, write_row, page);
        if (status != PAUA_OK && status != PAUA_ERROR_CORRUPT && status != PAUA_ERROR_NOT_FOUND)
            return status;
        if (page->text) {
            fprintf(out, "%s%s", between, page->text);
            between = ",";
        }
        free(page->text);
    }
    fputs(*between == '[' ? "[]" : "]", out);
    return PAUA_OK;
}

paua_status tournament_rows_list(struct tournament_rows *self, struct boards *boards, store *db,
                                 int64_t before_ms, int most, int64_t *next_ms, char **text)
{
    struct list_page page = {.rows = self, .boards = boards};
    size_t size;

    *text = NULL;
    paua_status status = store_tournament_keys(db, STORE_TOURNAMENTS_FINISHED, before_ms, most,
                                               next_ms, add_entry, &page);
    FILE *out = status == PAUA_OK && !page.failed ? open_memstream(text, &size) : NULL;
    if (status == PAUA_OK && !out)
        status = PAUA_ERROR_NO_MEMORY;
    if (out) {
        status = write_page(&page, db, out);
        if (fclose(out) != 0 && status == PAUA_OK)
            status = PAUA_ERROR_NO_MEMORY;
    }
    free(page.entries);
    if (status != PAUA_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}
