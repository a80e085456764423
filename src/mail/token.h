/* token.h - mail tokens: a text of letters and digits with an account, a purpose and an expiry
 * time, which only this server can make. A message authentication code (MAC) protects it:
 * HMAC-SHA-512/256 of libsodium, truncated to 16 bytes, with a secret key of the server. The MAC
 * also covers associated data, which the token does not contain, such as the hash of a password:
 * when that changes, the token becomes invalid. */
#ifndef MAIL_TOKEN_H
#define MAIL_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#define MAIL_TOKEN_SIZE   52 /* characters a to z and 2 to 7, upper or lower case */
#define MAIL_KEY_SIZE     32 /* bytes of the secret */
#define MAIL_ACCOUNT_SIZE 8  /* characters of an account id */

/* The purpose of a token, which is valid for no other one. */
enum mail_purpose {
    MAIL_REPLY = 'r',      /* to give commands by mail */
    MAIL_ADDRESS = 'a',    /* to confirm an address */
    MAIL_RESET = 'p',      /* to choose a new password */
    MAIL_UNSUBSCRIBE = 'u' /* to get no more mail */
};

/* The contents of a token, which mail_token_read() does not verify. */
struct mail_token_payload {
    char account[MAIL_ACCOUNT_SIZE + 1];
    int64_t expires_ms; /* since 1970, to the minute */
};

/* Makes a token; two with the same payload differ. `account` is MAIL_ACCOUNT_SIZE letters and
 * digits. */
void mail_token_make(const unsigned char key[MAIL_KEY_SIZE], enum mail_purpose purpose,
                     const struct mail_token_payload *payload, const char *associated_data,
                     char out[MAIL_TOKEN_SIZE + 1]);

/* Reads a token without verifying it. False: malformed. */
bool mail_token_read(const char *text, struct mail_token_payload *out);

/* Whether the token was made with this key, for this purpose and with this associated data; in
 * constant time. The caller checks whether it has expired. */
bool mail_token_verify(const unsigned char key[MAIL_KEY_SIZE], enum mail_purpose purpose,
                       const char *text, const char *associated_data);

#endif /* MAIL_TOKEN_H */
