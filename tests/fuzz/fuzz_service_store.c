/* fuzz_service_store.c - any bytes as the file of a store: whatever is in it, every game is read as
 * a command does it, or refused with a reason. */
#include <unistd.h>

#include "fuzz.h"

#include "service/games/play/game_load.h"
#include "store/maintenance.h"
#include "store/open.h"

#define GAMES_MAX 50

static struct boards *boards;

/* The ids of the store's games. */
struct found_games {
    char ids[GAMES_MAX][ID_SIZE + 1];
    int count;
};

static bool add_id(const char *id, void *context)
{
    struct found_games *found = context;

    snprintf(found->ids[found->count++], sizeof found->ids[0], "%s", id);
    return found->count < GAMES_MAX;
}

static bool on_fault(const char *fault, void *context)
{
    (void)context;
    REQUIRE(*fault);
    return true;
}

static bool on_text(const char *text, size_t length, void *context)
{
    (void)context;
    REQUIRE(strlen(text) <= length);
    return true;
}

/* Reads all that the store has. */
static void read_store(store *from)
{
    struct found_games found = {.count = 0};
    char message[GAME_LOAD_MESSAGE_MAX];

    REQUIRE(store_games(from, add_id, &found) == PAUA_OK);
    for (int i = 0; i < found.count; i++) {
        struct game *game = NULL;
        paua_status status = game_load(boards, from, found.ids[i], &game, message);
        if (status == PAUA_OK) {
            REQUIRE(strcmp(game->id, found.ids[i]) == 0);
            game_free(game);
        } else {
            REQUIRE(status == PAUA_ERROR_CORRUPT || status == PAUA_ERROR_NOT_FOUND);
            REQUIRE((status == PAUA_ERROR_CORRUPT) == (message[0] != '\0'));
        }
    }
    REQUIRE(store_check_consistency(from, on_fault, NULL) == PAUA_OK);
    REQUIRE(store_texts(from, on_text, NULL) == PAUA_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64], place[80], message[STORE_MESSAGE_MAX] = "";
    store *opened = NULL;

    if (!boards)
        boards = boards_new();
    snprintf(path, sizeof path, "/tmp/paua-fuzz-%d.db", (int)getpid());
    snprintf(place, sizeof place, "sqlite:%s", path);
    FILE *file = fopen(path, "wb");
    REQUIRE(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    if (store_open_reading(place, &opened, message) == PAUA_OK)
        read_store(opened);
    else
        REQUIRE(*message);
    store_close(opened);
    unlink(path);
    return 0;
}
