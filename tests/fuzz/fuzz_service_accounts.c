/* fuzz_service_accounts.c - a name, a date, a password and the hash of one, a line each: what is
 * accepted keeps its promises, and a name and a date are the same when they are read again. */
#include <strings.h>

#include "fuzz.h"

#include "service/accounts/password.h"
#include "service/core/account_name.h"
#include "service/core/date.h"

static void check_name(const char *text)
{
    char key[ACCOUNT_NAME_SIZE], again[ACCOUNT_NAME_SIZE], name[ACCOUNT_NAME_SIZE];
    struct api_error error = {0};
    json_t *json = json_string(text); /* NULL: not UTF-8 */
    bool valid = account_name_valid(text);

    REQUIRE(account_name_read(json, "name", name, &error) == valid);
    REQUIRE(valid || (error.status == 400 && error.message[0]));
    json_decref(json);
    if (!valid)
        return;
    REQUIRE(strcmp(name, text) == 0);
    REQUIRE(strlen(text) >= ACCOUNT_NAME_MIN && strlen(text) <= ACCOUNT_NAME_MAX);
    account_name_key(text, key);
    REQUIRE(account_name_valid(key) && strlen(key) == strlen(text));
    REQUIRE(strcasecmp(key, text) == 0);
    account_name_key(key, again);
    REQUIRE(strcmp(key, again) == 0);
    REQUIRE(account_name_reserved(text) == account_name_reserved(key));
}

static void check_date(const char *text)
{
    char written[DATE_TEXT_SIZE];
    int64_t at_ms, again_ms;

    if (!date_parse(text, &at_ms))
        return;
    REQUIRE(at_ms >= 0 && at_ms % 1000 == 0);
    date_format(at_ms, written);
    REQUIRE(strcmp(written, text) == 0);
    REQUIRE(date_parse(written, &again_ms) && again_ms == at_ms);
}

static void check_password(const char *text)
{
    if (password_valid(text))
        REQUIRE(strlen(text) >= PASSWORD_MIN && strlen(text) <= PASSWORD_MAX_BYTES);
    else
        REQUIRE(strlen(text) < (size_t)4 * PASSWORD_MIN || strlen(text) > PASSWORD_MAX_BYTES ||
                strspn(text, "abcdefghijklmnopqrstuvwxyz") < PASSWORD_MIN);
}

static void check_hash(const char *text)
{
    struct password_hash hash;

    if (password_decode(text, &hash))
        REQUIRE(strncmp(text, "$argon2id$v=19$m=", 17) == 0 && strlen(text) < PASSWORD_HASH_SIZE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    void (*const checks[])(const char *) = {check_name, check_date, check_password, check_hash};
    char *text = text_of(data, size), *line = text;

    for (size_t i = 0; line && i < sizeof checks / sizeof *checks; i++) {
        char *rest = i + 1 < sizeof checks / sizeof *checks ? strchr(line, '\n') : NULL;

        if (rest)
            *rest++ = '\0';
        checks[i](line);
        line = rest;
    }
    free(text);
    return 0;
}
