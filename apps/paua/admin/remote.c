/* remote.c - requests actions from a running server, because no other process may write to its
 * store, and the last lines of its log. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "admin/admin_command.h"
#include "base/unicode.h"
#include "cli/common.h"
#include "connect/client.h"
#include "service/accounts/admin_request.h"
#include "json/json_text.h"

#define SIGNATURE_CODE "bad_signature"

/* Reads the secret that proves an administrator to the server. Returns 0, or an exit code after an
 * error line. */
static int read_secret(struct admin *admin, unsigned char secret[SERVER_SECRET_SIZE])
{
    int code = admin_open_reading(admin);

    if (code != EXIT_DONE)
        return code;
    paua_status status = server_secret_read(admin->store, ADMIN_SECRET_NAME, secret);
    admin_close_store(admin);
    return status == PAUA_OK ? EXIT_DONE
                             : complain_with(EXIT_ENVIRONMENT,
                                             "no server of this version has used the store yet");
}

/* The sealed request. NULL: out of memory. */
static char *seal_request(const struct admin *admin, json_t *more,
                          const unsigned char secret[SERVER_SECRET_SIZE])
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    json_t *asked =
        json_pack("{s:I, s:s}", "at", (json_int_t)now.tv_sec * 1000 + now.tv_nsec / 1000000,
                  "action", admin->action->name);
    json_object_update(asked, more);
    char *text = json_write_text(asked, JSON_COMPACT);
    if (!text)
        return NULL;
    char *sealed = admin_seal(secret, ADMIN_SEALED_REQUEST, text);
    sodium_memzero(text, strlen(text));
    free(text);
    return sealed;
}

/* Prints the reason of the server's refusal. Returns an exit code. */
static int complain_refused(const struct admin *admin, long status, const json_t *answer)
{
    const char *code = json_string_value(json_object_get(json_object_get(answer, "error"), "code"));
    const char *message = client_error_message(answer);

    if (status == 404 && !code)
        return complain_with(EXIT_ENVIRONMENT, "at %s is no server of this version", admin->server);
    if (code && strcmp(code, SIGNATURE_CODE) == 0)
        return complain_with(EXIT_ENVIRONMENT,
                             "the server at %s has another store than %s; --server says where the "
                             "right one is",
                             admin->server, admin->place);
    return complain_with(status == 404 || status == 409 ? EXIT_NO : EXIT_ENVIRONMENT,
                         "the server answers %ld: %s", status, message ? message : "no reason");
}

/* Opens the answer to a sealed request. Only the server of the store can have given it. Returns 0,
 * or an exit code after an error line. */
static int open_answer(const struct admin *admin, const unsigned char secret[SERVER_SECRET_SIZE],
                       const char *request, const json_t *said, json_t **answer)
{
    const char *sealed = json_string_value(json_object_get(said, "sealed"));
    char *text = sealed ? admin_unseal(secret, request, sealed) : NULL;

    if (text)
        *answer = json_loads(text, 0, NULL);
    free(text);
    if (*answer)
        return EXIT_DONE;
    return complain_with(EXIT_ENVIRONMENT,
                         "the answer at %s is not from the server of %s, so nothing may have been "
                         "done; --server says where the right one is",
                         admin->server, admin->place);
}

/* Sends the sealed request and opens the answer. Returns 0, or an exit code after an error line. */
static int exchange_sealed(struct admin *admin, const unsigned char secret[SERVER_SECRET_SIZE],
                           const char *sealed, json_t **answer)
{
    struct client *client = NULL;
    json_t *said = NULL;
    long status = 0;
    int code = client_open(admin->server, &client);

    if (code != EXIT_DONE)
        return code;
    client_set_advice(client, "--server says where the server of this store listens");
    code = client_call(client, "POST", "/api/1/admin", json_pack("{s:s}", "sealed", sealed),
                       &status, &said);
    if (code == EXIT_DONE && status != 200)
        code = complain_refused(admin, status, said);
    if (code == EXIT_DONE)
        code = open_answer(admin, secret, sealed, said, answer);
    json_decref(said);
    client_close(client);
    return code;
}

int admin_ask_server(struct admin *admin, json_t *more, json_t **answer)
{
    unsigned char secret[SERVER_SECRET_SIZE];
    json_t *said = NULL;
    int code = read_secret(admin, secret);

    if (code == EXIT_DONE) {
        char *sealed = seal_request(admin, more, secret);

        code = sealed ? exchange_sealed(admin, secret, sealed, &said) : complain_memory();
        free(sealed);
    }
    sodium_memzero(secret, sizeof secret);
    json_decref(more);
    if (code == EXIT_DONE && answer)
        *answer = said;
    else
        json_decref(said);
    return code;
}

/* `paua admin log` */
int admin_run_log(struct admin *admin)
{
    json_t *answer = NULL, *line;
    size_t i;
    int code = admin_ask_server(admin, NULL, &answer);

    if (code != EXIT_DONE)
        return code;
    if (admin->json)
        return output_json(answer);
    json_array_foreach(json_object_get(answer, "log"), i, line)
    {
        const char *at = "", *level = "", *event = "", *message = "";

        json_unpack(line, "{s:s, s:s, s:s, s:s}", "at", &at, "level", &level, "event", &event,
                    "message", &message);
        char *text = strdup(message);
        if (text) {
            unicode_make_line(text);
            printf("%s  %-7s  %-8s  %s\n", at, level, event, text);
        }
        free(text);
    }
    json_decref(answer);
    return EXIT_DONE;
}
