/* fuzz_service_analysis.c - any bytes as the body that asks for an analysis. */
#include "fuzz.h"

#include "service/computer/analysis.h"

static void check_limits(const paua_limits *limits)
{
    REQUIRE(limits->time_ms > 0 && limits->time_ms <= ANALYSIS_TIME_MAX_MS);
    REQUIRE(limits->nodes <= ANALYSIS_NODES_MAX && limits->depth >= 0);
    REQUIRE(limits->depth <= PAUA_DEPTH_MAX && limits->multipv >= 1);
    REQUIRE(limits->multipv <= ANALYSIS_LINES_MAX && limits->level == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct boards *boards;
    char *text = text_of(data, size);
    json_t *body = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    struct analysis_request analysis = {.game = NULL};
    struct api_error error = {0};

    if (!boards)
        boards = boards_new();
    if (body && analysis_request_read(boards, body, &analysis, &error)) {
        const paua_board *board = paua_game_board(analysis.game);

        REQUIRE(paua_position_check(board, paua_game_position(analysis.game)) == PAUA_OK);
        check_limits(&analysis.limits);
        paua_game_free(analysis.game);
    } else if (body) {
        REQUIRE((error.status == 400 || error.status == 422) && error.code && error.message[0]);
        for (const char *at = error.message; *at; at++)
            REQUIRE(*at >= ' ' && *at <= '~');
    }
    json_decref(body);
    free(text);
    return 0;
}
