/* map.h - a hash table that finds entries by a key: a text or some bytes.
 *
 *     struct account {
 *         struct map_node node;
 *         char name[20];
 *     };
 *     struct map accounts = {0};
 *     map_add_text(&accounts, &account->node, account->name);
 *     struct account *found = MAP_ENTRY(map_find_text(&accounts, "ann"), struct account, node);
 *
 * The node is part of the entry, and the key stays where it is: both are the caller's, and must not
 * move or change while the entry is in the map. The map owns its array of buckets alone.
 *
 * The array doubles as entries are added, so that a call costs O(1) on average; it never shrinks.
 * Adding cannot fail: where there is no memory for a larger array the chains get longer, and the
 * next call tries again. Not thread-safe. The hash has no secret: keys that strangers choose, in
 * any number, need a table of bounded size instead. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

struct map_node {
    struct map_node *next; /* in its bucket */
    const void *key;
    uint32_t key_size, hash;
};

/* An empty map is all zeros. */
struct map {
    struct map_node **buckets; /* owned; NULL: `only` is the single one */
    struct map_node *only;
    size_t bucket_count; /* of `buckets`: a power of two, or 0 */
    size_t count;        /* entries; may be read */
};

/* The entry of type `type` whose member `member` is the node, or NULL for NULL. */
#define MAP_ENTRY(node, type, member) ((type *)map_entry((node), offsetof(type, member)))

static inline void *map_entry(struct map_node *node, size_t offset)
{
    return node ? (char *)node - offset : NULL;
}

/* Adds an entry. Several may have the same key. */
void map_add(struct map *map, struct map_node *node, const void *key, size_t key_size);
void map_add_text(struct map *map, struct map_node *node, const char *key);

/* The entry with this key, or NULL. Of several the others follow with map_next_equal(). */
struct map_node *map_find(const struct map *map, const void *key, size_t key_size);
struct map_node *map_find_text(const struct map *map, const char *key);
struct map_node *map_next_equal(const struct map_node *node);

/* Takes an entry out that is in the map. */
void map_remove(struct map *map, struct map_node *node);

/* All entries, in no order that means anything: the first one, the one after `node`; NULL at the
 * end. While a loop runs nothing may be added; its own entry may be removed and freed once the one
 * after it is known. */
struct map_node *map_first(const struct map *map);
struct map_node *map_next(const struct map *map, const struct map_node *node);

/* Frees the buckets and empties the map; the entries are the caller's. */
void map_free(struct map *map);

#endif
