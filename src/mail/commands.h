/* commands.h - the command lines in a mail's text, without quotes, signatures and the original
 * mail. */
#ifndef MAIL_COMMANDS_H
#define MAIL_COMMANDS_H

#define MAIL_COMMANDS_MAX   10
#define MAIL_COMMAND_SIZE   1001 /* bytes, with the NUL */
#define MAIL_COMMANDS_BYTES 6000 /* of all commands together */
#define MAIL_CUT_LINE       "-- write above this line, one command on a line --"

struct mail_commands {
    int count;
    int left_out; /* lines beyond these limits */
    char lines[MAIL_COMMANDS_MAX][MAIL_COMMAND_SIZE];
};

/* Reads a text in UTF-8. Blanks and control characters become single spaces. A line that is too
 * long is left out. */
void mail_commands_read(const char *text, struct mail_commands *out);

#endif /* MAIL_COMMANDS_H */
