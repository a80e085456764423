/* fuzz_ugi_reply.c - any bytes as a line that another program says in the Universal Game Interface. */
#include "fuzz.h"

#include "match/ugi_reply.h"

static void check_word(const char *text, const struct ugi_reply *reply)
{
    char with_blank[UGI_REPLY_WORD_MAX + 1];

    REQUIRE(memchr(reply->word, '\0', sizeof reply->word));
    REQUIRE(strstr(text, reply->word)); /* it stands there */
    snprintf(with_blank, sizeof with_blank, " %s", reply->word);
    REQUIRE(reply->word[0] != ' ' && reply->word[0] != '\t');
    REQUIRE(reply->kind != UGI_REPLY_BESTMOVE || !strchr(reply->word, ' '));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct ugi_reply reply = ugi_reply_parse(text);

    check_word(text, &reply);
    REQUIRE(reply.kind <= UGI_REPLY_BESTMOVE);
    REQUIRE(reply.score >= -PAUA_SCORE_WIN && reply.score <= PAUA_SCORE_WIN);
    REQUIRE(reply.kind == UGI_REPLY_INFO || reply.score == 0);
    REQUIRE(reply.kind == UGI_REPLY_BESTMOVE || reply.kind == UGI_REPLY_OPTION || !reply.word[0]);
    free(text);
    return 0;
}
