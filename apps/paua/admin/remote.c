/* remote.c - requests actions from a running server, because no other process may write to its
 * store, and the last lines of its log. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "admin/admin_command.h"
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

/* The signed request. NULL: out of memory. */
static json_t *sign_request(const struct admin *admin, json_t *more,
                            const unsigned char secret[SERVER_SECRET_SIZE])
{
    char signature[ADMIN_SIGNATURE_SIZE + 1];
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    json_t *asked =
        json_pack("{s:I, s:s}", "at", (json_int_t)now.tv_sec * 1000 + now.tv_nsec / 1000000,
                  "action", admin->action->name);
    json_object_update(asked, more);
    char *text = json_write_text(asked, JSON_COMPACT);
    if (!text)
        return NULL;
    admin_request_sign(secret, text, signature);
    json_t *request = json_pack("{s:s, s:s}", "request", text, "signature", signature);
    free(text);
    return request;
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

int admin_ask_server(struct admin *admin, json_t *more, json_t **answer)
{
    unsigned char secret[SERVER_SECRET_SIZE];
    struct client *client = NULL;
    json_t *request = NULL, *said = NULL;
    long status = 0;
    int code = read_secret(admin, secret);

    if (code == EXIT_DONE && !(request = sign_request(admin, more, secret)))
        code = complain_memory();
    if (code == EXIT_DONE)
        code = client_open(admin->server, &client);
    if (code == EXIT_DONE) {
        client_set_advice(client, "--server says where the server of this store listens");
        code = client_call(client, "POST", "/api/1/admin", json_incref(request), &status, &said);
    }
    if (code == EXIT_DONE && status != 200)
        code = complain_refused(admin, status, said);
    sodium_memzero(secret, sizeof secret);
    client_close(client);
    json_decref(request);
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
            make_printable(text);
            printf("%s  %-7s  %-8s  %s\n", at, level, event, text);
        }
        free(text);
    }
    json_decref(answer);
    return EXIT_DONE;
}
