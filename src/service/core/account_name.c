/* account_name.c - checks the names of accounts. They are ASCII, so that two names that look alike
 * are the same. */
#include "service/core/account_name.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
static const char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

bool account_name_is_computer(const char *name)
{
    return strncasecmp(name, ACCOUNT_COMPUTER_PREFIX, strlen(ACCOUNT_COMPUTER_PREFIX)) == 0;
}

bool account_name_valid(const char *name)
{
    const size_t length = strlen(name),
                 dotted = account_name_is_computer(name) ? strlen(ACCOUNT_COMPUTER_PREFIX) : 0;

    return length >= ACCOUNT_NAME_MIN && length <= ACCOUNT_NAME_MAX && length > dotted &&
           strchr(letters, name[0]) && strspn(name + dotted, characters) == length - dotted;
}

bool account_name_reserved(const char *name)
{
    static const char *const reserved[] = {"admin",  "administrator", "moderator", "server",
                                           "system", "root",          "computer",  "anonymous",
                                           "guest",  "nobody",        "person"};
    char key[ACCOUNT_NAME_SIZE] = "";

    account_name_key(name, key);
    if (strncmp(key, "paua", 4) == 0 && !(key[4] && strchr(letters, key[4])))
        return true; /* such as paua-5 */
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        if (strcmp(key, reserved[i]) == 0)
            return true;
    }
    return false;
}

void account_name_key(const char *name, char key[ACCOUNT_NAME_SIZE])
{
    int i = 0;

    for (; name[i] && i < ACCOUNT_NAME_MAX; i++)
        key[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
    key[i] = '\0';
}

bool account_name_read(json_t *json, const char *what, char name[ACCOUNT_NAME_SIZE],
                       struct api_error *error)
{
    const char *text = json_string_value(json);

    if (!text || !account_name_valid(text))
        return api_error_set(error, 400, "bad_request",
                             "%s: expected %d to %d letters, digits, - or _, the first one a "
                             "letter",
                             what, ACCOUNT_NAME_MIN, ACCOUNT_NAME_MAX);
    snprintf(name, ACCOUNT_NAME_SIZE, "%s", text);
    return true;
}
