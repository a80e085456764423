/* fuzz_service_ids.c - the list of ?ids=: every word of an id's length comes out, once, in its order. */
#include "fuzz.h"

#include "service/core/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size), id[ID_SIZE + 1];
    const char *left = text, *end = text + strlen(text);

    for (const char *word = text; word <= end;) {
        const char *comma = strchr(word, ',');
        size_t length = (size_t)((comma ? comma : end) - word);

        if (length == ID_SIZE) {
            REQUIRE(query_next_id(&left, id));
            REQUIRE(strlen(id) == ID_SIZE && memcmp(id, word, ID_SIZE) == 0);
        }
        word += length + 1;
    }
    REQUIRE(!query_next_id(&left, id) && left == end);
    free(text);
    return 0;
}
