/* fuzz_mail_token.c - an address that a mail has come to, and its token: nobody makes one that was
 * not made, and one that was made is read as it was. */
#include "fuzz.h"

#include <sodium.h>

#include "mail/address.h"
#include "mail/token.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned char key[MAIL_KEY_SIZE] = "a key of a server in a fuzz test";
    char *text = text_of(data, size);
    char token[MAIL_TOKEN_SIZE + 1], address[MAIL_ADDRESS_SIZE], masked[MAIL_MASKED_SIZE];
    struct mail_token_payload read = {.expires_ms = 0}, again;

    if (mail_address_valid(text)) {
        mail_address_mask(text, masked);
        REQUIRE(strchr(masked, '@'));
        REQUIRE(!strpbrk(text, " \r\n<>,;\"()"));
        if (mail_address_extend(text, "x", address))
            REQUIRE(mail_address_valid(address));
    }
    const char *part = mail_address_extension(text, token, sizeof token) ? token : text;
    if (mail_token_read(part, &read)) {
        REQUIRE(strlen(read.account) == MAIL_ACCOUNT_SIZE && read.expires_ms >= 0);
        REQUIRE(!mail_token_verify(key, MAIL_REPLY, part, ""));
        mail_token_make(key, MAIL_RESET, &read, "data", token);
        REQUIRE(mail_token_read(token, &again));
        REQUIRE(strcmp(again.account, read.account) == 0 && again.expires_ms == read.expires_ms);
        REQUIRE(mail_token_verify(key, MAIL_RESET, token, "data"));
        REQUIRE(!mail_token_verify(key, MAIL_REPLY, token, "data"));
        REQUIRE(!mail_token_verify(key, MAIL_RESET, token, "date"));
    }
    free(text);
    return 0;
}
