/* fuzz_heard.c - any bytes as a line that another program says in the Universal Game Interface. */
#include "fuzz.h"

#include "match/heard.h"

static void check_word(const char *text, const struct heard *heard)
{
    char with_blank[HEARD_WORD_MAX + 1];

    REQUIRE(memchr(heard->word, '\0', sizeof heard->word));
    REQUIRE(strstr(text, heard->word)); /* it stands there */
    snprintf(with_blank, sizeof with_blank, " %s", heard->word);
    REQUIRE(heard->word[0] != ' ' && heard->word[0] != '\t');
    REQUIRE(heard->kind != HEARD_BESTMOVE || !strchr(heard->word, ' '));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct heard heard = heard_read(text);

    check_word(text, &heard);
    REQUIRE(heard.kind <= HEARD_BESTMOVE);
    REQUIRE(heard.score >= -PAUA_SCORE_WIN && heard.score <= PAUA_SCORE_WIN);
    REQUIRE(heard.kind == HEARD_INFO || heard.score == 0);
    REQUIRE(heard.kind == HEARD_BESTMOVE || heard.kind == HEARD_OPTION || !heard.word[0]);
    free(text);
    return 0;
}
