/* fuzz_http_message.c - a target, then header lines "NAME:VALUE": what passes leaves one reading of
 * where the request ends. */
#include "fuzz.h"

#include <strings.h>

#include "http/message.h"

/* Counts the lines of this name, and whether the last one is `value`. */
static int count_lines(const char *lines, const char *name, const char *value, bool *same)
{
    int count = 0;
    size_t size = strlen(name);

    for (; *lines; lines += strcspn(lines, "\n"), lines += *lines == '\n') {
        if (strncasecmp(lines, name, size) != 0 || lines[size] != ':')
            continue;
        size_t length = strcspn(lines + size + 1, "\n");

        *same = length == strlen(value) && strncasecmp(lines + size + 1, value, length) == 0;
        count++;
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size), *lines = strchr(text, '\n');
    struct message message = {0};
    bool chunked = false, unused;

    if (lines)
        *lines++ = '\0';
    else
        lines = text + strlen(text);
    int target = message_check_target(text);
    REQUIRE(target == 0 || target == 400 || target == 414);
    REQUIRE(target != 0 || (strlen(text) <= MESSAGE_TARGET_MAX && !strpbrk(text, " \t\r#")));
    for (const char *line = lines; *line;) {
        size_t length = strcspn(line, "\n"), name = strcspn(line, ":\n");

        if (name < length)
            message_add(&message, line, name, line + name + 1, length - name - 1);
        line += length + (line[length] == '\n');
    }
    int status = message_check(&message, "HTTP/1.1");
    REQUIRE(status == 0 || status == 400 || status == 417 || status == 501);
    REQUIRE((status == 0) == !message.why);
    if (status == 0) {
        int codings = count_lines(lines, "Transfer-Encoding", "chunked", &chunked);

        REQUIRE(count_lines(lines, "Host", "", &unused) == 1);
        REQUIRE(count_lines(lines, "Content-Length", "", &unused) + codings <= 1);
        REQUIRE(codings == 0 || chunked);
    }
    free(text);
    return 0;
}
