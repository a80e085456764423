/* fuzz_net_address.c - any text as the address to listen on. */
#include "fuzz.h"

#include "http/http.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    char host[32] = "", again[64], message[HTTP_MESSAGE_MAX] = "";
    int port = -1;
    paua_status status = http_address_parse(text, host, sizeof host, &port, message);

    if (status == PAUA_OK) {
        int digits = 0;

        REQUIRE(port >= 0 && port <= 65535);
        REQUIRE(host[0] != '\0');
        sscanf(strrchr(text, ':') + 1, "%*d%n", &digits);
        snprintf(again, sizeof again, text[0] == '[' ? "[%s]:%0*d" : "%s:%0*d", host, digits, port);
        REQUIRE(strcmp(text, again) == 0);
    } else {
        REQUIRE(status == PAUA_ERROR_BAD_SYNTAX);
        REQUIRE(strstr(message, "expected"));
        REQUIRE(port == -1 && host[0] == '\0');
    }
    free(text);
    return 0;
}
