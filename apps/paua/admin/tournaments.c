/* tournaments.c - `paua admin cancel`: calls off a tournament that is not over. */
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include "admin/admin_command.h"
#include "cli/common.h"
#include "service/core/boards.h"
#include "service/tournaments/tournament.h"
#include "store/tables/tournaments.h"

/* The tournament of the store. */
struct found_tournament {
    struct boards *boards;
    struct tournament *one; /* owned; NULL: not read */
    paua_status status;
};

static void on_found(const store_tournament *row, void *context)
{
    struct found_tournament *found = context;

    found->status = tournament_restore(found->boards, row, &found->one);
}

/* Reads the tournament, which must not be over. Returns 0, or an exit code after an error line. */
static int find_tournament(struct admin *admin, struct found_tournament *found)
{
    int code = admin_open_reading(admin);

    if (code != EXIT_DONE)
        return code;
    paua_status status = store_tournament_find(admin->store, admin->name, on_found, found);
    admin_close_store(admin);
    if (status == PAUA_ERROR_NOT_FOUND)
        return complain_with(EXIT_NO, "there is no tournament '%.40s'", admin->name);
    if (status != PAUA_OK || found->status != PAUA_OK)
        return admin_complain_store(status != PAUA_OK ? status : found->status,
                                    "the tournament cannot be read");
    if (found->one->status == TOURNAMENT_OVER)
        return complain_with(EXIT_NO, "the tournament %s is over", admin->name);
    return EXIT_DONE;
}

/* Writes that the tournament is over. Returns an exit code. */
static int write_end(struct admin *admin, struct tournament *one)
{
    one->status = TOURNAMENT_OVER;
    char *text = tournament_store(one);
    if (!text)
        return complain_memory();
    admin->batch = store_batch_new();
    batch_set_tournament(admin->batch, &(store_tournament){one->id, one->revision + 1,
                                                           one->created_ms, false, text});
    free(text);
    admin->written = PAUA_ERROR_NO_MEMORY;
    store_commit(admin->store, admin->batch, admin_on_written, admin);
    admin_close_store(admin); /* completes the write */
    if (admin->written == PAUA_ERROR_CONFLICT)
        return complain_with(EXIT_NO, "the tournament %s has just changed; nothing was written",
                             one->id);
    return admin->written == PAUA_OK ? EXIT_DONE
                                     : admin_complain_store(admin->written, admin->message);
}

int admin_run_cancel(struct admin *admin)
{
    struct found_tournament found = {.boards = boards_new()};
    bool server_runs = false;
    if (!found.boards)
        return complain_memory();
    int code = find_tournament(admin, &found);

    interrupt_catch(); /* an interrupt does not cut the write off */
    if (code == EXIT_DONE)
        code = admin_open_writing(admin, &server_runs);
    if (code == EXIT_DONE && server_runs)
        code = admin_ask_server(admin, json_pack("{s:s}", "name", admin->name), NULL);
    else if (code == EXIT_DONE)
        code = write_end(admin, found.one);
    if (code == EXIT_DONE)
        printf("tournament %s: is called off\n", admin->name);
    admin_close_store(admin);
    tournament_free(found.one);
    boards_free(found.boards);
    return code;
}
