/* password_input.h - passwords as people type them: not shown, not kept. */
#ifndef PAUA_CLI_PASSWORD_INPUT_H
#define PAUA_CLI_PASSWORD_INPUT_H

#include "service/accounts/password.h"

/* Reads a password as a line: at a terminal behind a prompt, without showing it; else from standard
 * input. Nothing behind the line is read. Returns 0, or an exit code after an error line. Clear it
 * with sodium_memzero(). */
int password_ask(const char *prompt, char line[PASSWORD_MAX_BYTES + 1]);

/* Reads a new password, at a terminal twice, and checks that it may be one. The same codes. */
int password_ask_new(char line[PASSWORD_MAX_BYTES + 1]);

#endif
