/* fuzz.h - what every fuzz target of the lower rooms begins with. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/paua.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A broken promise of the library: said aloud, then the end, which the fuzzer keeps as a crash. */
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Boards are built once for each shape; NULL if there is no such board. */
static inline const paua_board *board_for(const int sides[3])
{
    static struct {
        int sides[3];
        paua_board *board;
    } known[1024];
    size_t i = 0;

    while (known[i].board && memcmp(known[i].sides, sides, sizeof known[i].sides) != 0)
        i++;
    if (!known[i].board) {
        memcpy(known[i].sides, sides, sizeof known[i].sides);
        if (paua_board_new(sides[0], sides[1], sides[2], &known[i].board) != PAUA_OK)
            return NULL;
        REQUIRE(i + 1 < sizeof known / sizeof *known);
    }
    return known[i].board;
}

/* The input as text that ends where the input ends; free() it. */
static inline char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    REQUIRE(text);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* What every failed parser has to have filled in. */
static inline void check_error(const char *text, paua_status status, const paua_error *error)
{
    REQUIRE(error->code == status);
    REQUIRE(error->at <= strlen(text));
    REQUIRE(error->message[0] != '\0');
    REQUIRE(memchr(error->message, '\0', sizeof error->message));
    REQUIRE(!strchr(error->message, '\n'));
}

static inline bool identical(const paua_position *a, const paua_position *b)
{
    return paua_position_same(a, b) && a->key == b->key && a->ply == b->ply && a->quiet == b->quiet;
}

#endif
