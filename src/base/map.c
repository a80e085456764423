/* map.c - separate chaining over a power of two of buckets; nodes keep their hash, so that growing
 * reads no key. */
#include "base/map.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"

enum { BUCKETS_MIN = 16 };

static uint32_t hash_key(const void *key, size_t key_size)
{
    const uint64_t hash = fnv1a_bytes(FNV_OFFSET_BASIS, key, key_size);

    return (uint32_t)(hash ^ hash >> 32);
}

static struct map_node **bucket_of(struct map *map, uint32_t hash)
{
    return map->buckets ? &map->buckets[hash & (map->bucket_count - 1)] : &map->only;
}

static void link_node(struct map *map, struct map_node *node)
{
    struct map_node **bucket = bucket_of(map, node->hash);

    node->next = *bucket;
    *bucket = node;
}

/* Doubles the buckets, if memory allows. */
static void map_grow(struct map *map)
{
    const size_t old_count = map->bucket_count;
    const size_t new_count = old_count ? 2 * old_count : BUCKETS_MIN;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression) */
    struct map_node **buckets = calloc(new_count, sizeof *buckets);
    if (!buckets)
        return;

    struct map old = *map;
    map->buckets = buckets;
    map->bucket_count = new_count;
    map->only = NULL;
    for (struct map_node *node = map_first(&old), *next; node; node = next) {
        next = map_next(&old, node);
        link_node(map, node);
    }
    free(old.buckets);
}

void map_add(struct map *map, struct map_node *node, const void *key, size_t key_size)
{
    assert(key_size <= UINT32_MAX);
    node->key = key;
    node->key_size = (uint32_t)key_size;
    node->hash = hash_key(key, key_size);

    if (map->count >= map->bucket_count)
        map_grow(map);
    link_node(map, node);
    map->count++;
}

void map_add_text(struct map *map, struct map_node *node, const char *key)
{
    map_add(map, node, key, strlen(key));
}

/* The first node with the key in a chain from `node` on. */
static struct map_node *find_in_chain(struct map_node *node, uint32_t hash, const void *key,
                                      size_t key_size)
{
    while (node && (node->hash != hash || node->key_size != key_size ||
                    memcmp(node->key, key, key_size) != 0))
        node = node->next;
    return node;
}

struct map_node *map_find(const struct map *map, const void *key, size_t key_size)
{
    const uint32_t hash = hash_key(key, key_size);
    struct map_node *head = map->buckets ? map->buckets[hash & (map->bucket_count - 1)] : map->only;

    return find_in_chain(head, hash, key, key_size);
}

struct map_node *map_find_text(const struct map *map, const char *key)
{
    return map_find(map, key, strlen(key));
}

struct map_node *map_next_equal(const struct map_node *node)
{
    return find_in_chain(node->next, node->hash, node->key, node->key_size);
}

void map_remove(struct map *map, struct map_node *node)
{
    struct map_node **link = bucket_of(map, node->hash);

    while (*link != node) {
        assert(*link);
        link = &(*link)->next;
    }
    *link = node->next;
    map->count--;
}

/* The first node in a bucket from `bucket` on. */
static struct map_node *first_from(const struct map *map, size_t bucket)
{
    for (; bucket < map->bucket_count; bucket++) {
        if (map->buckets[bucket])
            return map->buckets[bucket];
    }
    return NULL;
}

struct map_node *map_first(const struct map *map)
{
    return map->buckets ? first_from(map, 0) : map->only;
}

struct map_node *map_next(const struct map *map, const struct map_node *node)
{
    if (node->next || !map->buckets)
        return node->next;
    return first_from(map, (node->hash & (map->bucket_count - 1)) + 1);
}

void map_free(struct map *map)
{
    free(map->buckets);
    *map = (struct map){0};
}
