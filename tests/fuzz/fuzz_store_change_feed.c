/* fuzz_store_change_feed.c - lines of the change feed between servers: what is read is written again as it was. */
#include "fuzz.h"

#include "store/core/subscription.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size), id[CLUSTER_CHANGE_LINE_MAX], line[CLUSTER_CHANGE_LINE_MAX],
         again[CLUSTER_CHANGE_LINE_MAX];
    store_cluster_change change, read;

    if (cluster_change_read(text, id, &change)) {
        REQUIRE(change.kind >= STORE_CHANGE_GAME && change.kind < STORE_CHANGE_KINDS &&
                change.id == id && *id);
        REQUIRE(strlen(id) < CLUSTER_CHANGE_LINE_MAX && !strpbrk(id, " \n"));
        REQUIRE(change.listing >= STORE_NOT_LISTED && change.listing <= STORE_LIVE);
        if (cluster_change_write(&change, line)) {
            REQUIRE(cluster_change_read(line, again, &read));
            REQUIRE(strcmp(again, id) == 0 && read.kind == change.kind);
            REQUIRE(read.number == change.number && read.deadline_ms == change.deadline_ms);
            REQUIRE(read.listing == change.listing);
        }
    }
    free(text);
    return 0;
}
