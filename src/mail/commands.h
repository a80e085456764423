/* commands.h - the lines of a mail's text that somebody has written as commands, without what mail
 * programs and habits add: quotes, signatures, the mail that is answered. */
#ifndef MAIL_COMMANDS_H
#define MAIL_COMMANDS_H

#define MAIL_COMMANDS_MAX   10
#define MAIL_COMMAND_SIZE   1001 /* bytes, with the NUL */
#define MAIL_COMMANDS_BYTES 6000 /* of all together; the rest is left out */
#define MAIL_CUT_LINE       "-- write above this line, one command on a line --"

struct mail_commands {
    int count;
    int left_out; /* lines for which there was no room */
    char lines[MAIL_COMMANDS_MAX][MAIL_COMMAND_SIZE];
};

/* Reads a text in UTF-8. Blanks and control characters become single spaces; a line too long
 * is left out. */
void mail_commands_read(const char *text, struct mail_commands *out);

#endif /* MAIL_COMMANDS_H */
