/* token.h - signed tokens: a text of letters and digits with an account, a purpose and an expiry
 * time. The signature is HMAC-SHA-512/256 of libsodium, cut to 16 bytes, with a secret of the
 * server. It also covers a text that the token does not contain, such as the hash of a password:
 * when that changes, the token becomes invalid. */
#ifndef MAIL_TOKEN_H
#define MAIL_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#define MAIL_TOKEN_SIZE   52 /* characters a to z and 2 to 7, in either case */
#define MAIL_KEY_SIZE     32 /* bytes of the secret */
#define MAIL_ACCOUNT_SIZE 8  /* characters of an account id */

/* The purpose of a token, which is valid for no other one. */
enum mail_purpose {
    MAIL_REPLY = 'r',   /* to give commands by mail */
    MAIL_ADDRESS = 'a', /* to confirm an address */
    MAIL_RESET = 'p'    /* to choose a new password */
};

/* The contents of a token, before its signature is checked. */
struct mail_token {
    char account[MAIL_ACCOUNT_SIZE + 1];
    int64_t expires_ms; /* since 1970, to the minute */
};

/* Makes a token with a random part. `account` is MAIL_ACCOUNT_SIZE letters and digits; `bound` is
 * covered by the signature, but not contained. */
void mail_token_make(const unsigned char key[MAIL_KEY_SIZE], enum mail_purpose purpose,
                     const struct mail_token *token, const char *bound,
                     char out[MAIL_TOKEN_SIZE + 1]);

/* Reads a token without checking its signature. False: malformed. */
bool mail_token_read(const char *text, struct mail_token *out);

/* Whether the token was signed with this key, for this purpose and bound text; in constant time.
 * The caller checks whether it has expired. */
bool mail_token_is_signed(const unsigned char key[MAIL_KEY_SIZE], enum mail_purpose purpose,
                          const char *text, const char *bound);

#endif /* MAIL_TOKEN_H */
