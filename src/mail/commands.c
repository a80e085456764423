/* commands.c - collects the commands in a mail's text, line by line, up to a signature, the
 * original mail or an explicit end. */
#define _GNU_SOURCE
#include "mail/commands.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#define LINE_SIZE (MAIL_COMMAND_SIZE * 4) /* bytes, blanks included; a longer line is cut off */

/* Copies a line with single spaces between its words. */
static void tidy_line(const char *from, size_t size, char to[LINE_SIZE])
{
    size_t used = 0;
    bool blank = false;

    for (size_t i = 0; i < size && used + 2 < LINE_SIZE; i++) {
        const unsigned char c = (unsigned char)from[i];

        if (c == 0xc2 && i + 1 < size && (unsigned char)from[i + 1] == 0xa0) { /* no-break space */
            blank = true;
            i++;
        } else if (c <= ' ' || c == 0x7f) {
            blank = true;
        } else {
            if (blank && used > 0)
                to[used++] = ' ';
            blank = false;
            to[used++] = (char)c;
        }
    }
    to[used] = '\0';
}

static bool ends_with(const char *line, const char *end)
{
    size_t size = strlen(line), length = strlen(end);

    return size >= length && strcmp(line + size - length, end) == 0;
}

/* Whether a line ends the commands: it begins a signature or the original mail, or says so. */
static bool ends_commands(const char *line)
{
    return strcmp(line, "--") == 0 || strncmp(line, "___", 3) == 0 ||
           strcmp(line, MAIL_CUT_LINE) == 0 || strcasecmp(line, "end") == 0 ||
           strcasecmp(line, "quit") == 0 || strncasecmp(line, "-----Original", 13) == 0 ||
           (strncmp(line, "On ", 3) == 0 && ends_with(line, ":")) || ends_with(line, " wrote:");
}

static void add_command(const char *line, size_t *bytes, struct mail_commands *out)
{
    size_t size = strlen(line);

    if (out->count == MAIL_COMMANDS_MAX || size >= MAIL_COMMAND_SIZE ||
        *bytes + size > MAIL_COMMANDS_BYTES) {
        out->left_out++;
        return;
    }
    memcpy(out->lines[out->count++], line, size + 1);
    *bytes += size;
}

void mail_commands_read(const char *text, struct mail_commands *out)
{
    char line[LINE_SIZE];
    size_t bytes = 0;

    *out = (struct mail_commands){0};
    while (*text) {
        size_t size = strcspn(text, "\n");

        tidy_line(text, size, line);
        if (ends_commands(line))
            return;
        if (*line && *line != '>' && *line != '|')
            add_command(line, &bytes, out);
        text += size + (text[size] == '\n');
    }
}
