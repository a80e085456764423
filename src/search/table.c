#include "search/table.h"

#include <stdlib.h>
#include <string.h>

bool table_create(struct table *table, size_t bytes)
{
    size_t pairs = 1;
    while (2 * pairs * 2 * sizeof(struct table_entry) <= bytes)
        pairs *= 2;
    table->entries = calloc(2 * pairs, sizeof *table->entries);
    table->mask = pairs - 1;
    table->age = 0;
    return table->entries != NULL;
}

void table_destroy(struct table *table)
{
    free(table->entries);
    table->entries = NULL;
}

void table_clear(struct table *table)
{
    memset(table->entries, 0, 2 * (table->mask + 1) * sizeof *table->entries);
    table->age = 0;
}

const struct table_entry *table_probe(const struct table *table, uint64_t key)
{
    const struct table_entry *pair = &table->entries[2 * (key & table->mask)];
    for (int i = 0; i < 2; i++)
        if (pair[i].key == key && pair[i].bound != TABLE_NONE)
            return &pair[i];
    return NULL;
}

void table_store(struct table *table, uint64_t key, int depth, int score, enum table_bound bound,
                 paua_move move)
{
    struct table_entry *pair = &table->entries[2 * (key & table->mask)];
    bool deep = pair[0].bound == TABLE_NONE || pair[0].key == key || pair[0].age != table->age ||
                depth >= pair[0].depth;
    struct table_entry *entry = &pair[deep ? 0 : 1];
    if (move == PAUA_NO_MOVE && entry->key == key)
        move = entry->move; /* an old best move is better than none */
    *entry = (struct table_entry){
        .key = key,
        .move = move,
        .score = (int16_t)score,
        .depth = (uint8_t)depth,
        .bound = (uint8_t)bound,
        .age = table->age,
    };
}

int table_fullness(const struct table *table)
{
    int used = 0;
    for (size_t i = 0; i < 1000; i++) /* the smallest table has 4096 entries */
        used += table->entries[i].bound != TABLE_NONE && table->entries[i].age == table->age;
    return used;
}
