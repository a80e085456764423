/* Random changes of a store's file, a byte or a page at a time: each game that is read afterwards
 * is refused, or all of it is what it was. `--changes N` for more than the usual number. */
#define _GNU_SOURCE
#include <pthread.h>

#include "folder.h"

#include "base/random.h"
#include "service/games/play/game_load.h"
#include "store/core/store.h"
#include "store/open.h"

enum { GAMES = 24, PAGE = 4096, DUMP_SIZE = 1 << 14 };

static int changes_wanted = 250;

static const char setup_text[] =
    "{\"board\":\"5x5x5\",\"layout\":\"standard\",\"start\":\"standard\",\"rules\":\"classic\","
    "\"seats\":[{\"level\":1},{\"invitation\":"
    "\"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\"}]}";
static const char join_text[] =
    "w 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff Some Body";

/* What a game consists of, as text. */
struct dump {
    char text[DUMP_SIZE];
    int used;
};

static struct boards *boards;
static char ids[GAMES][ID_SIZE + 1];
static struct dump whole[GAMES];
static _Atomic int written;

static void on_written(paua_status status, void *context)
{
    (void)context;
    assert_int_equal(status, PAUA_OK);
    written++;
}

static bool dump_game(const store_game *game, void *context)
{
    struct dump *dump = context;
    const store_state *state = &game->state;

    dump->used =
        snprintf(dump->text, DUMP_SIZE, "%s %lld %lld %s %lld %s %s %d %d %lld %lld\n", game->id,
                 (long long)game->created_ms, (long long)game->clock_ms, game->setup,
                 (long long)game->events, state->result, state->reason, state->pending,
                 (int)state->listing, (long long)state->closes_ms, (long long)state->deadline_ms);
    return true;
}

static bool dump_event(const store_event *event, void *context)
{
    struct dump *dump = context;

    assert_true(dump->used < DUMP_SIZE);
    dump->used +=
        snprintf(dump->text + dump->used, (size_t)(DUMP_SIZE - dump->used),
                 "%lld %lld %lld %lld %s %s\n", (long long)event->number, (long long)event->at_ms,
                 (long long)event->clock_ms, (long long)event->spent_ms, event->type, event->text);
    return true;
}

static const store_reader dumping = {dump_game, dump_event};

static store *open_store(void)
{
    char message[STORE_MESSAGE_MAX];
    store *opened = NULL;

    if (store_open("sqlite:games.db", &opened, message) != PAUA_OK)
        fail_msg("%s", message);
    return opened;
}

/* Stores an event of a game. */
static void store_text(store *to, struct game *game, const char *type, const char *text,
                       struct event *event)
{
    store_event row = {.number = game->event_count + 1,
                       .at_ms = 1700000000000 + game->event_count * 1717,
                       .clock_ms = 100 + game->event_count * 1313,
                       .spent_ms = game->event_count * 11,
                       .type = type,
                       .text = text};
    store_state state = {.closes_ms = row.at_ms + 1000000, .listing = STORE_LIVE};

    assert_int_equal(
        event_parse(type, text, game->setup.board, paua_game_position(game->play), event), PAUA_OK);
    assert_int_equal(game_apply(game, event), PAUA_OK);
    paua_outcome outcome = paua_game_outcome(game->play);
    state.result = paua_result_text(outcome.result);
    state.reason = paua_reason_name(outcome.reason);
    assert_int_equal(store_append(to, game->id, &row, &state, on_written, NULL), PAUA_OK);
}

/* Stores a game of random moves, which White resigns now and then. Returns its writes. */
static int store_random_game(store *to, int i, uint64_t *random)
{
    struct setup setup;
    struct event event;
    char text[EVENT_TEXT_SIZE];

    snprintf(ids[i], sizeof ids[i], "game%04d", i);
    assert_int_equal(setup_restore(boards, setup_text, &setup), PAUA_OK);
    struct game *game = game_new(ids[i], 1700000000000, 1, &setup);
    store_game row = {.id = ids[i],
                      .created_ms = 1700000000000,
                      .clock_ms = 1,
                      .setup = setup_text,
                      .state = {.result = "*", .reason = "", .listing = STORE_SEEK}};
    assert_int_equal(store_create(to, &row, on_written, NULL), PAUA_OK);
    store_text(to, game, "join", join_text, &event);
    for (int moves = 10 + 7 * i; moves > 0; moves--) {
        paua_move_list list;
        paua_game_generate(game->play, &list);
        paua_move_format(setup.board, list.moves[random_below(random, (uint32_t)list.count)], text,
                         sizeof text);
        store_text(to, game, "move", text, &event);
        if (moves % 9 == 0)
            store_text(to, game, "chat", "w Good luck, and have fun!", &event);
    }
    if (i % 3 == 0)
        store_text(to, game, "resign", "w", &event);
    int writes = game->event_count + 1;
    game_free(game);
    return writes;
}

/* Makes the store; its bytes. */
static size_t make_store(uint8_t **bytes)
{
    uint64_t random = 22;
    int writes = 0;
    store *made = open_store();

    for (int i = 0; i < GAMES; i++)
        writes += store_random_game(made, i, &random);
    store_close(made);
    assert_int_equal(written, writes);
    made = open_store();
    for (int i = 0; i < GAMES; i++) {
        char message[STORE_MESSAGE_MAX];
        assert_int_equal(store_load(made, ids[i], &dumping, &whole[i], message), PAUA_OK);
    }
    store_close(made);
    return read_whole("games.db", bytes);
}

/* Changes one byte, or one page: to zeros, to noise, to another page. */
static void change_bytes(uint8_t *bytes, size_t size, uint64_t *random)
{
    uint32_t pages = (uint32_t)(size / PAGE);
    uint8_t *page = bytes + (size_t)random_below(random, pages) * PAGE;
    uint8_t *other = bytes + (size_t)random_below(random, pages) * PAGE;

    switch (random_below(random, 6)) {
    case 0:
        memset(page, 0, PAGE);
        break;
    case 1:
        for (int i = 0; i < PAGE; i++)
            page[i] = (uint8_t)random_below(random, 256);
        break;
    case 2:
        memmove(page, other, PAGE);
        break;
    default:
        bytes[random_below(random, (uint32_t)size)] ^= (uint8_t)(1 + random_below(random, 255));
    }
}

/* What became of the games. */
static struct {
    long stores_refused, refused, missing, same, different;
} counts;

/* Reads every game as a server does. */
static void read_games(store *from)
{
    static struct dump dump;
    char message[GAME_LOAD_MESSAGE_MAX];

    for (int i = 0; i < GAMES; i++) {
        struct game *game = NULL;
        paua_status status = game_load(boards, from, ids[i], &game, message);
        if (status == PAUA_OK) {
            game_free(game);
            bool same = store_load(from, ids[i], &dumping, &dump, message) == PAUA_OK &&
                        strcmp(dump.text, whole[i].text) == 0;
            same ? counts.same++ : counts.different++;
            if (!same)
                print_message("different: %s", dump.text);
        } else if (status == PAUA_ERROR_NOT_FOUND) {
            counts.missing++;
        } else {
            assert_int_equal(status, PAUA_ERROR_CORRUPT);
            assert_true(*message);
            counts.refused++;
        }
    }
}

static void no_change_is_served(void **state)
{
    uint8_t *good = NULL, *bytes;
    uint64_t random = 2026;

    (void)state;
    boards = boards_new();
    size_t size = make_store(&good);
    bytes = malloc(size);
    for (int i = 0; i < changes_wanted; i++) {
        char message[STORE_MESSAGE_MAX];
        store *damaged = NULL;

        memcpy(bytes, good, size);
        change_bytes(bytes, size, &random);
        write_whole("games.db", bytes, size);
        if (store_open("sqlite:games.db", &damaged, message) == PAUA_OK)
            read_games(damaged);
        else
            counts.stores_refused++;
        store_close(damaged);
        unlink("games.db-wal");
        unlink("games.db-shm");
    }
    print_message("%d changes of %zu bytes: %ld stores refused; of the games of the others %ld "
                  "refused, %ld not found, %ld as they were, %ld served though different\n",
                  changes_wanted, size, counts.stores_refused, counts.refused, counts.missing,
                  counts.same, counts.different);
    assert_int_equal(counts.different, 0);
    assert_true(counts.stores_refused > changes_wanted / 10);
    assert_true(counts.refused > changes_wanted / 10);
    free(good);
    free(bytes);
    boards_free(boards);
}

static int leave(void **state)
{
    static const char *const names[] = {"games.db"};

    (void)state;
    return leave_folder(names, 1);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_change_is_served)};

    if (argc == 3 && strcmp(argv[1], "--changes") == 0)
        changes_wanted = atoi(argv[2]);
    return cmocka_run_group_tests(tests, enter_folder, leave);
}
