/* The hash table (base/map.h). The linker leads its allocations here (--wrap), so that they can
 * fail. */
#include "base/fnv.h"
#include "base/map.h"
#include "unit.h"

/* Allocations that succeed before the others fail. */
static int allocations_left = INT32_MAX;

/* NOLINTBEGIN(bugprone-reserved-identifier): the names that --wrap asks for */
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

void *__wrap_calloc(size_t count, size_t size)
{
    return allocations_left-- > 0 ? __real_calloc(count, size) : NULL;
}
/* NOLINTEND(bugprone-reserved-identifier) */

struct entry {
    int value;
    struct map_node node;
    char name[24];
    bool seen;
};

static struct entry *new_entry(int value)
{
    struct entry *entry = malloc(sizeof *entry);

    assert_non_null(entry);
    *entry = (struct entry){.value = value};
    snprintf(entry->name, sizeof entry->name, "entry %d", value);
    return entry;
}

static void add_numbers(struct map *map, int from, int to)
{
    for (int i = from; i < to; i++) {
        struct entry *entry = new_entry(i);

        map_add_text(map, &entry->node, entry->name);
    }
}

static struct entry *find_number(const struct map *map, int value)
{
    char name[24];

    snprintf(name, sizeof name, "entry %d", value);
    return MAP_ENTRY(map_find_text(map, name), struct entry, node);
}

/* Exactly the entries `from` to `to` - 1 are found, each as itself, and visited once. */
static void assert_holds(const struct map *map, int from, int to)
{
    int visited = 0;

    assert_int_equal(map->count, to - from);
    for (int i = from; i < to; i++) {
        struct entry *entry = find_number(map, i);

        assert_non_null(entry);
        assert_int_equal(entry->value, i);
        entry->seen = false;
    }
    assert_null(find_number(map, from - 1));
    assert_null(find_number(map, to));
    for (struct map_node *node = map_first(map); node; node = map_next(map, node)) {
        struct entry *entry = MAP_ENTRY(node, struct entry, node);

        assert_false(entry->seen);
        entry->seen = true;
        assert_in_range(entry->value, from, to - 1);
        visited++;
    }
    assert_int_equal(visited, to - from);
}

static void free_entries(struct map *map)
{
    for (struct map_node *node = map_first(map), *next; node; node = next) {
        next = map_next(map, node);
        free(MAP_ENTRY(node, struct entry, node));
    }
    map_free(map);
    assert_int_equal(map->count, 0);
    assert_null(map_first(map));
}

static void an_empty_map_has_nothing(void **state)
{
    (void)state;
    struct map map = {0};
    assert_null(map_find_text(&map, "entry 1"));
    assert_null(MAP_ENTRY(map_find_text(&map, "entry 1"), struct entry, node));
    assert_null(map_first(&map));
    map_free(&map);
    map_free(&map);
}

static void entries_are_found_while_it_grows(void **state)
{
    (void)state;
    struct map map = {0};
    for (int count = 1; count <= 4096; count *= 4) {
        add_numbers(&map, (int)map.count, count);
        assert_holds(&map, 0, count);
    }
    /* Chains stay short: a bucket for each entry, and not more than twice as many. */
    assert_in_range(map.bucket_count, map.count, 2 * map.count);
    free_entries(&map);
}

static void removed_entries_are_gone(void **state)
{
    (void)state;
    struct map map = {0};
    add_numbers(&map, 0, 1000);
    for (int i = 0; i < 500; i++) {
        struct entry *entry = find_number(&map, i);

        map_remove(&map, &entry->node);
        free(entry);
    }
    assert_holds(&map, 500, 1000);
    free_entries(&map);
}

/* A loop that removes every other entry meets each entry once all the same. */
static void a_loop_may_remove_its_own_entry(void **state)
{
    (void)state;
    struct map map = {0};
    int visited = 0, sum = 0;

    add_numbers(&map, 0, 1000);
    for (struct map_node *node = map_first(&map), *next; node; node = next) {
        struct entry *entry = MAP_ENTRY(node, struct entry, node);

        next = map_next(&map, node);
        visited++;
        sum += entry->value;
        if (entry->value % 2 == 0) {
            map_remove(&map, node);
            free(entry);
        }
    }
    assert_int_equal(visited, 1000);
    assert_int_equal(sum, 999 * 500);
    assert_int_equal(map.count, 500);
    for (int i = 0; i < 1000; i++)
        assert_true(!find_number(&map, i) == (i % 2 == 0));
    free_entries(&map);
}

/* The 32 bits that a node keeps. */
static uint32_t kept_hash(const char *text)
{
    const uint64_t hash = fnv1a_bytes(FNV_OFFSET_BASIS, text, strlen(text));

    return (uint32_t)(hash ^ hash >> 32);
}

/* Two texts of one hash are two keys. */
static void keys_of_one_hash_are_told_apart(void **state)
{
    (void)state;
    struct map map = {0};
    struct entry *one = new_entry(1), *two = new_entry(2);

    strcpy(one->name, "key 25335");
    strcpy(two->name, "key 289086");
    assert_int_equal(kept_hash(one->name), kept_hash(two->name));
    map_add_text(&map, &one->node, one->name);
    assert_null(map_find_text(&map, two->name));
    assert_null(map_next_equal(&one->node));
    map_add_text(&map, &two->node, two->name);
    assert_int_equal(one->node.hash, two->node.hash);
    assert_ptr_equal(map_find_text(&map, one->name), &one->node);
    assert_ptr_equal(map_find_text(&map, two->name), &two->node);
    assert_null(map_next_equal(&one->node));
    assert_null(map_next_equal(&two->node));
    map_remove(&map, &one->node);
    assert_null(map_find_text(&map, one->name));
    assert_ptr_equal(map_find_text(&map, two->name), &two->node);
    free(one);
    free_entries(&map);
}

/* Keys are bytes: a prefix is another key, and NUL is a byte like the others. */
static void keys_are_bytes(void **state)
{
    (void)state;
    struct map map = {0};
    static const char bytes[] = {'a', 0, 'b', 0};
    struct entry entries[4];

    for (size_t size = 1; size <= 4; size++)
        map_add(&map, &entries[size - 1].node, bytes, size);
    for (size_t size = 1; size <= 4; size++)
        assert_ptr_equal(map_find(&map, bytes, size), &entries[size - 1].node);
    assert_null(map_find(&map, bytes, 0));
    assert_ptr_equal(map_find_text(&map, "a"), &entries[0].node);
    map_free(&map);
}

/* All entries of one key follow each other, whatever else is in their bucket. */
static void a_key_may_have_several_entries(void **state)
{
    (void)state;
    struct map map = {0};
    struct entry same[5];
    int sum = 0, count = 0;

    add_numbers(&map, 0, 100);
    for (int i = 0; i < 5; i++) {
        same[i].value = 1 << i;
        map_add_text(&map, &same[i].node, "same");
        add_numbers(&map, 100 + 50 * i, 150 + 50 * i);
    }
    for (struct map_node *node = map_find_text(&map, "same"); node; node = map_next_equal(node)) {
        sum += MAP_ENTRY(node, struct entry, node)->value;
        count++;
    }
    assert_int_equal(count, 5);
    assert_int_equal(sum, 31);
    for (int i = 0; i < 5; i += 2)
        map_remove(&map, &same[i].node);
    sum = 0;
    for (struct map_node *node = map_find_text(&map, "same"); node; node = map_next_equal(node))
        sum += MAP_ENTRY(node, struct entry, node)->value;
    assert_int_equal(sum, 2 + 8);
    map_remove(&map, &same[1].node);
    map_remove(&map, &same[3].node);
    assert_null(map_find_text(&map, "same"));
    assert_holds(&map, 0, 350);
    free_entries(&map);
}

/* Without memory entries are added all the same; with memory again the buckets catch up. */
static void it_works_without_memory(void **state)
{
    (void)state;
    for (int given = 0; given < 4; given++) {
        struct map map = {0};

        allocations_left = given;
        add_numbers(&map, 0, 300);
        assert_int_equal(map.bucket_count, given ? 8 << given : 0);
        assert_holds(&map, 0, 300);
        struct entry *entry = find_number(&map, 0);
        map_remove(&map, &entry->node);
        free(entry);
        assert_holds(&map, 1, 300);
        allocations_left = INT32_MAX;
        add_numbers(&map, 300, 400);
        assert_in_range(map.bucket_count, map.count, 2 * map.count);
        assert_holds(&map, 1, 400);
        free_entries(&map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_map_has_nothing),
        cmocka_unit_test(entries_are_found_while_it_grows),
        cmocka_unit_test(removed_entries_are_gone),
        cmocka_unit_test(a_loop_may_remove_its_own_entry),
        cmocka_unit_test(keys_of_one_hash_are_told_apart),
        cmocka_unit_test(keys_are_bytes),
        cmocka_unit_test(a_key_may_have_several_entries),
        cmocka_unit_test(it_works_without_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
