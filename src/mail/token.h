/* token.h - what the server signs and later believes: a text of letters and digits that says for
 * which account, for what, and until when. It is HMAC-SHA-512/256 of libsodium, cut to 16 bytes, by
 * a secret of the server. A token is also bound to a text, which it does not show: to what must not
 * have changed since, such as the hash of a password. */
#ifndef MAIL_TOKEN_H
#define MAIL_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#define MAIL_TOKEN_SIZE   52 /* characters: a to z and 2 to 7; capitals are read as well */
#define MAIL_KEY_SIZE     32 /* bytes of the secret */
#define MAIL_ACCOUNT_SIZE 8  /* characters of an account's id */

/* What a token is for: one for one thing is none for another. */
enum mail_purpose {
    MAIL_REPLY = 'r',   /* to give commands by mail */
    MAIL_ADDRESS = 'a', /* to confirm an address */
    MAIL_RESET = 'p'    /* to choose a new password */
};

/* What a token says; who may have written it, is not known yet. */
struct mail_token {
    char account[MAIL_ACCOUNT_SIZE + 1];
    int64_t expires_ms; /* since 1970, to the minute */
};

/* Each has a random part of its own. `account` is MAIL_ACCOUNT_SIZE letters and digits. */
void mail_token_make(const unsigned char key[MAIL_KEY_SIZE], enum mail_purpose purpose,
                     const struct mail_token *token, const char *bound,
                     char out[MAIL_TOKEN_SIZE + 1]);

/* Reads what a text says. False: it is no token. */
bool mail_token_read(const char *text, struct mail_token *out);

/* Whether the holder of the key has made this token, for this, bound to this text. Takes as long
 * where it is not so. Whether it has expired is up to the caller. */
bool mail_token_is_signed(const unsigned char key[MAIL_KEY_SIZE], enum mail_purpose purpose,
                          const char *text, const char *bound);

#endif /* MAIL_TOKEN_H */
