/* password_input.h - reads passwords that people type, without showing or keeping them. */
#ifndef PAUA_CLI_PASSWORD_INPUT_H
#define PAUA_CLI_PASSWORD_INPUT_H

#include "service/accounts/password.h"

/* Reads a password, one line of standard input; at a terminal after a prompt, without showing it.
 * Reads nothing after the line. Returns 0, or an exit code after an error line. Clear the line with
 * sodium_memzero(). */
int password_ask(const char *prompt, char line[PASSWORD_MAX_BYTES + 1]);

/* Reads a new password, at a terminal twice, and checks it. Returns as above. */
int password_ask_new(char line[PASSWORD_MAX_BYTES + 1]);

#endif
