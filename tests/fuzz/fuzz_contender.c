/* fuzz_contender.c - any bytes as an engine's name with settings, and as openings by name. */
#include "fuzz.h"

static void check_contender(const paua_contender *contender)
{
    REQUIRE(contender->name[0] && memchr(contender->name, '\0', sizeof contender->name));
    REQUIRE(memchr(contender->eval, '\0', sizeof contender->eval));
    REQUIRE(memchr(contender->net, '\0', sizeof contender->net));
    REQUIRE(memchr(contender->command, '\0', sizeof contender->command));
    REQUIRE(memchr(contender->options, '\0', sizeof contender->options));
    REQUIRE(!contender->options[0] || contender->command[0]);
    REQUIRE(contender->tt_mb >= 0 && contender->threads >= 0);
    REQUIRE(contender->limits.depth >= 0 && contender->limits.depth <= PAUA_DEPTH_MAX);
    REQUIRE(contender->limits.level >= 0 && contender->limits.level <= PAUA_LEVELS);
    REQUIRE(paua_method_name(contender->limits.method));
    REQUIRE(contender->limits.time_ms >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    paua_contender contender, before;
    paua_openings *openings = NULL;
    paua_error error;
    paua_status status;

    memset(&contender, 0x55, sizeof contender);
    before = contender;
    status = paua_contender_parse(text, &contender, &error);
    if (status == PAUA_OK) {
        check_contender(&contender);
    } else {
        check_error(text, status, &error);
        REQUIRE(!memcmp(&contender, &before, sizeof contender));
    }
    if (paua_openings_parse(text, size, &openings, &error) == PAUA_OK)
        paua_openings_free(openings);
    else
        check_error(text, error.code, &error);
    free(text);
    return 0;
}
