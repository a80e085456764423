/* comment.c - reads clock commands in comments, such as [%clk 0:01:02]. */
#include <paua/record.h>

#include <string.h>

/* Reads at most `most` digits; *count becomes their number. */
static int64_t read_digits(const char **at, int most, int *count)
{
    int64_t number = 0;
    for (*count = 0; **at >= '0' && **at <= '9' && *count < most; ++*at, ++*count)
        number = 10 * number + (**at - '0');
    return number;
}

/* Reads H:MM:SS, M:SS or S with up to three decimals and a closing bracket; -1 for any other
 * text. */
static int64_t read_time(const char *at)
{
    int64_t seconds = 0, part;
    int count, parts = 0;
    for (;;) {
        seconds = 60 * seconds + read_digits(&at, 6, &count);
        if (count == 0 || ++parts > 3)
            return -1;
        if (*at != ':')
            break;
        at++;
    }
    int64_t ms = 1000 * seconds;
    if (*at == '.') {
        at++;
        part = read_digits(&at, 3, &count);
        if (count == 0)
            return -1;
        for (; count < 3; count++)
            part *= 10;
        ms += part;
    }
    at += strspn(at, " ");
    return *at == ']' ? ms : -1;
}

int64_t paua_comment_time(const char *comment, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(comment, "[%"); at; at = strstr(at, "[%")) {
        at += 2;
        if (strncmp(at, name, length) == 0 && at[length] == ' ')
            return read_time(at + length + strspn(at + length, " "));
    }
    return -1;
}
