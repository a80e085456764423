/* fuzz_engine_config.c - any bytes as an engine's name with settings, and as openings by name. */
#include <paua/lab/match.h>

#include "fuzz.h"

static void check_engine_config(const paua_engine_config *engine)
{
    REQUIRE(engine->name[0] && memchr(engine->name, '\0', sizeof engine->name));
    REQUIRE(memchr(engine->eval, '\0', sizeof engine->eval));
    REQUIRE(memchr(engine->net, '\0', sizeof engine->net));
    REQUIRE(memchr(engine->command, '\0', sizeof engine->command));
    REQUIRE(memchr(engine->options, '\0', sizeof engine->options));
    REQUIRE(!engine->options[0] || engine->command[0]);
    REQUIRE(engine->tt_mb >= 0 && engine->threads >= 0);
    REQUIRE(engine->memory_mb >= 0 && engine->cpu_s >= 0);
    REQUIRE((!engine->memory_mb && !engine->cpu_s) || engine->command[0]);
    REQUIRE(engine->limits.depth >= 0 && engine->limits.depth <= PAUA_DEPTH_MAX);
    REQUIRE(engine->limits.level >= 0 && engine->limits.level <= PAUA_LEVELS);
    REQUIRE(paua_method_name(engine->limits.method));
    REQUIRE(engine->limits.time_ms >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    paua_engine_config engine, before;
    paua_openings *openings = NULL;
    paua_error error;
    paua_status status;

    memset(&engine, 0x55, sizeof engine);
    before = engine;
    status = paua_engine_config_parse(text, &engine, &error);
    if (status == PAUA_OK) {
        check_engine_config(&engine);
    } else {
        check_error(text, status, &error);
        REQUIRE(!memcmp(&engine, &before, sizeof engine));
    }
    if (paua_openings_parse(text, size, &openings, &error) == PAUA_OK)
        paua_openings_free(openings);
    else
        check_error(text, error.code, &error);
    free(text);
    return 0;
}
