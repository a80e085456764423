/* What positions and moves have in common with their mirror images. */
#include "unit.h"

#include "base/random.h"

/* The whole position seen in the mirror of a symmetry. */
static paua_position image_of(const paua_board *board, const paua_position *position, int symmetry)
{
    paua_position image = *position;

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        image.marbles[side] = paua_board_map(board, symmetry, position->marbles[side]);
    image.neutral = paua_board_map(board, symmetry, position->neutral);
    image.central = paua_board_map(board, symmetry, position->central);
    image.fixed = paua_board_map(board, symmetry, position->fixed);
    assert_int_equal(paua_position_complete(board, &image), PAUA_OK);
    return image;
}

static bool contains(const paua_move_list *list, paua_move move)
{
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == move)
            return true;
    return false;
}

static uint64_t key_after(const paua_board *board, const paua_position *position, paua_move move)
{
    paua_position after = *position;
    paua_undo undo;

    paua_position_make(board, &after, move, &undo);
    return paua_canonical_key(board, &after, NULL);
}

/* Under every symmetry: the same key; legal moves for legal moves, which lead to the same keys. */
static void check_images(const paua_board *board, const paua_position *position)
{
    unsigned symmetries = 0, leads;
    uint64_t key = paua_canonical_key(board, position, &symmetries);
    paua_move_list list, image_list;

    paua_moves_generate(board, position, &list);
    for (int s = 0; s < paua_board_symmetries(board); s++) {
        paua_position image = image_of(board, position, s);
        assert_true(paua_canonical_key(board, &image, &leads) == key);
        paua_moves_generate(board, &image, &image_list);
        assert_int_equal(list.count, image_list.count);
        for (int i = 0; i < list.count; i++) {
            paua_move mapped = paua_move_map(board, s, list.moves[i]);
            assert_true(contains(&image_list, mapped));
            assert_int_equal(paua_move_from(board, mapped),
                             paua_board_map(board, s, paua_move_from(board, list.moves[i])));
            assert_int_equal(paua_canonical_move(board, leads, mapped),
                             paua_canonical_move(board, symmetries, list.moves[i]));
        }
    }
}

/* Moves that have the same image lead to the same position, others do not. */
static void check_merged(const paua_board *board, const paua_position *position)
{
    unsigned symmetries = 0;
    paua_move_list list;

    paua_canonical_key(board, position, &symmetries);
    paua_moves_generate(board, position, &list);
    for (int i = 0; i < list.count; i++)
        for (int j = 0; j < i; j++) {
            bool merged = paua_canonical_move(board, symmetries, list.moves[i]) ==
                          paua_canonical_move(board, symmetries, list.moves[j]);
            assert_int_equal(merged, key_after(board, position, list.moves[i]) ==
                                         key_after(board, position, list.moves[j]));
        }
}

static void walk(const paua_board *board, const char *start, uint64_t seed)
{
    paua_position position = position_of(board, start);

    check_merged(board, &position);
    for (int ply = 0; ply < 60; ply++) {
        paua_move_list list;
        paua_undo undo;

        check_images(board, &position);
        paua_moves_generate(board, &position, &list);
        if (list.count == 0)
            return;
        paua_position_make(board, &position, list.moves[random_below(&seed, (uint64_t)list.count)],
                           &undo);
    }
}

static void mirror_images_have_one_key_and_their_moves_one_image(void **state)
{
    paua_board *full = board_of(5, 5, 5), *long_board = board_of(2, 4, 3),
               *small = board_of(2, 2, 3);

    (void)state;
    for (int i = 0; i < paua_layout_count(); i++)
        if (paua_layout_at(i)->sides[0] == 5)
            walk(full, paua_layout_at(i)->name, 1000 + (uint64_t)i);
    walk(full, "wwwww/wwwwww/2wnw2/8/4c4/8/2bxb2/bbbbbb/bbbbb", 7);
    for (uint64_t seed = 1; seed < 20; seed++) {
        walk(long_board, "ww/www/4/4/bbb/bb", seed);
        walk(small, "b1/w2/2b/1w", seed);
    }
    paua_board_free(full);
    paua_board_free(long_board);
    paua_board_free(small);
}

static void what_differs_has_different_keys(void **state)
{
    static const char *const texts[] = {
        "w1/3/b1 b", "w1/3/b1 w", "w1/3/b1 b 1-0", "w1/3/b1 b 0-1",
        "wb/3/2 b",  "1w/3/b1 b", "w1/3/bb b",     "n1/3/b1 b",
    };
    paua_board *board = board_of(2, 2, 2), *other = board_of(2, 2, 3);
    uint64_t keys[LENGTH(texts)];

    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        paua_position position = position_of(board, texts[i]);
        keys[i] = paua_canonical_key(board, &position, NULL);
        for (size_t j = 0; j < i; j++)
            assert_true(keys[i] != keys[j]);
    }
    /* the same cells on another board */
    paua_position empty = position_of(board, "2/3/2"), wide = position_of(other, "2/3/3/2");
    assert_true(paua_canonical_key(board, &empty, NULL) != paua_canonical_key(other, &wide, NULL));
    paua_board_free(board);
    paua_board_free(other);
}

static void the_version_is_the_same_each_time(void **state)
{
    uint64_t version = 0, again = 0;

    (void)state;
    assert_int_equal(paua_canonical_version(&version), PAUA_OK);
    assert_int_equal(paua_canonical_version(&again), PAUA_OK);
    assert_true(version == again && version != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mirror_images_have_one_key_and_their_moves_one_image),
        cmocka_unit_test(what_differs_has_different_keys),
        cmocka_unit_test(the_version_is_the_same_each_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
