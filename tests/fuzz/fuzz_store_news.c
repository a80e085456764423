/* fuzz_store_news.c - lines of news of other servers: what is read is written again as it was. */
#include "fuzz.h"

#include "store/core/news.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size), id[NEWS_LINE_MAX], line[NEWS_LINE_MAX], again[NEWS_LINE_MAX];
    store_news news, read;

    if (news_read(text, id, &news)) {
        REQUIRE(news.kind >= 0 && news.kind < STORE_NEWS_KINDS && news.id == id && *id);
        REQUIRE(strlen(id) < NEWS_LINE_MAX && !strpbrk(id, " \n"));
        REQUIRE(news.listing >= STORE_NOT_LISTED && news.listing <= STORE_LIVE);
        const struct store_change change = {
            .kind = CHANGE_APPEND_EVENT,
            .game = {.id = id, .state = {.deadline_ms = news.deadline_ms, .listing = news.listing}},
            .event = {.number = news.number}};

        if (news.kind == STORE_NEWS_GAME && news_write(&change, line)) {
            REQUIRE(news_read(line, again, &read));
            REQUIRE(strcmp(again, id) == 0 && read.kind == news.kind);
            REQUIRE(read.number == news.number && read.deadline_ms == news.deadline_ms);
            REQUIRE(read.listing == news.listing);
        }
    }
    free(text);
    return 0;
}
