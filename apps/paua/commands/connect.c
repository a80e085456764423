/* connect.c - `paua connect`: the command language of a server (docs/commands.md) in the terminal.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <sodium.h>

#include "cli/common.h"
#include "cli/options.h"
#include "cli/password_input.h"
#include "command/command.h"
#include "commands/commands.h"
#include "connect/client.h"
#include "connect/line_editor.h"

#define GAME_ID_SIZE    8
#define WORDS_GIVEN_MAX 64

struct connect {
    struct client *client;
    const char *user, *sign_up, *token_file, *color;
    bool plain;
    bool colour;
    bool signed_in; /* a session must be ended */
};

/* The message of a refusal. */
static const char *refusal_message(const json_t *answer)
{
    const char *message = client_error_message(answer);

    return message ? message : "the server could not do this";
}

/* Asks for a password and signs up or in. Returns an exit code. */
static int connect_sign_in(struct connect *connect)
{
    char password[PASSWORD_MAX_BYTES + 1];
    const char *name = connect->sign_up ? connect->sign_up : connect->user;
    json_t *answer = NULL;
    long status = 0;

    int code = connect->sign_up ? password_ask_new(password) : password_ask("Password", password);
    if (code != EXIT_DONE)
        return code;
    json_t *body = json_pack("{s:s,s:s}", "name", name, "password", password);
    sodium_memzero(password, sizeof password);
    code = body ? client_call(connect->client, "POST",
                              connect->sign_up ? "/api/1/account" : "/api/1/session", body, &status,
                              &answer)
                : complain_with(EXIT_USAGE, "expected a name and a password in UTF-8");
    if (code == EXIT_DONE && status >= 300)
        code = complain_with(EXIT_NO, "%s: %s", client_server(connect->client),
                             refusal_message(answer));
    connect->signed_in = code == EXIT_DONE;
    json_decref(answer);
    return code;
}

/* Reads a token from the first line of a file. Returns an exit code. */
static int connect_read_token(struct connect *connect)
{
    char token[128] = "";
    FILE *file = fopen(connect->token_file, "r");
    bool read = file && fgets(token, sizeof token, file);

    if (file)
        fclose(file);
    else
        return complain_file(connect->token_file);
    token[strcspn(token, "\r\n")] = '\0';
    if (!read ||
        strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") !=
            strlen(token) ||
        !*token)
        return complain_with(EXIT_USAGE, "%s: expected a token, as in paua_...",
                             connect->token_file);
    bool set = client_set_token(connect->client, "Bearer", token);
    sodium_memzero(token, sizeof token);
    return set ? EXIT_DONE : complain_memory();
}

/* Signs in or sets the token, as the options say. Secrets are not sent unencrypted. Returns an exit
 * code. */
static int connect_identify(struct connect *connect)
{
    if (!connect->user && !connect->sign_up && !connect->token_file)
        return EXIT_DONE;
    if (client_is_exposed(connect->client) && !connect->plain)
        return complain_with(EXIT_USAGE,
                             "%s: a password or token would be sent unencrypted; use https://, or "
                             "--plain where nobody can listen",
                             client_server(connect->client));
    return connect->token_file ? connect_read_token(connect) : connect_sign_in(connect);
}

/* Collects the game ids in an answer, for completion. */
static void learn_games(const char *text)
{
    char id[GAME_ID_SIZE + 1];

    while (*text) {
        size_t size = 0;

        while (isalnum((unsigned char)text[size]))
            size++;
        if (size == GAME_ID_SIZE && strcspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") < size) {
            memcpy(id, text, GAME_ID_SIZE);
            id[GAME_ID_SIZE] = '\0';
            line_editor_learn(id);
        }
        text += size ? size : 1;
    }
}

/* Gives a command and prints the answer. Returns an exit code; EXIT_NO: the command was refused. */
static int connect_run_command(struct connect *connect, const char *line)
{
    json_t *answer = NULL, *body = json_pack("{s:s}", "command", line);
    long status = 0;

    if (!body)
        return complain_with(EXIT_NO, "expected a command in UTF-8");
    int code = client_call(connect->client, "POST", "/api/1/command", body, &status, &answer);
    const char *text = json_string_value(json_object_get(answer, "text"));
    if (code == EXIT_DONE && !text)
        code = complain_with(EXIT_NO, "%s",
                             status == 404 ? "this is not a server with commands"
                                           : refusal_message(answer));
    else if (code == EXIT_DONE && json_integer_value(json_object_get(answer, "status")) != 200)
        code = complain_with(EXIT_NO, "%s", text);
    else if (code == EXIT_DONE) {
        answer_print(text, connect->colour);
        learn_games(text);
    }
    json_decref(answer);
    return output_flush() ? code : EXIT_ENVIRONMENT;
}

/* Gives the words after HOST as one command. Returns an exit code. */
static int connect_run_words(struct connect *connect, char **words, int count)
{
    char line[COMMAND_LINE_MAX + 2];
    size_t used = 0;

    for (int i = 0; i < count && used < sizeof line; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s", i ? " " : "", words[i]);
    if (used >= sizeof line)
        return complain_with(EXIT_USAGE, "expected a command of at most %d bytes",
                             COMMAND_LINE_MAX);
    return connect_run_command(connect, line);
}

/* Gives each input line as a command. Returns the exit code of the last failure. */
static int connect_run_lines(struct connect *connect)
{
    const char *name = connect->sign_up ? connect->sign_up : connect->user ? connect->user : "";
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    char prompt[64], *line;
    int code = EXIT_DONE;

    snprintf(prompt, sizeof prompt, "%.40s> ", name);
    if (terminal)
        printf("%s. Commands: help. To end: quit.\n", client_server(connect->client));
    while (code != EXIT_ENVIRONMENT && (line = line_editor_read(prompt)) != NULL) {
        char *word = line + strspn(line, " ");
        bool ends = strcasecmp(word, "quit") == 0 || strcasecmp(word, "exit") == 0;

        if (*word && !ends) {
            int given = connect_run_command(connect, word);
            code = given == EXIT_DONE ? code : given;
        }
        free(line);
        if (ends)
            break;
    }
    line_editor_end();
    return code;
}

/* Reads --color. Returns an exit code. */
static int connect_read_color(struct connect *connect)
{
    const char *when = connect->color;

    if (strcmp(when, "auto") != 0 && strcmp(when, "always") != 0 && strcmp(when, "never") != 0)
        return complain_with(EXIT_USAGE, "--color: '%s' is unknown, expected auto, always or never",
                             when);
    connect->colour = strcmp(when, "always") == 0 ||
                      (strcmp(when, "auto") == 0 && isatty(STDOUT_FILENO) && !getenv("NO_COLOR"));
    return EXIT_DONE;
}

/* Connects, gives the commands, and ends the session. Returns an exit code. */
static int run_connect(struct connect *connect, const char *host, char **words, int count)
{
    json_t *answer = NULL;
    long status;
    int code = client_open(host, &connect->client);

    if (code == EXIT_DONE)
        code = connect_identify(connect);
    if (code == EXIT_DONE)
        code = count > 0 ? connect_run_words(connect, words, count) : connect_run_lines(connect);
    if (connect->signed_in &&
        client_call(connect->client, "DELETE", "/api/1/session", NULL, &status, &answer) !=
            EXIT_DONE &&
        code == EXIT_DONE)
        code = EXIT_ENVIRONMENT;
    json_decref(answer);
    client_close(connect->client);
    return code;
}

int command_connect(int argc, char **argv)
{
    struct connect connect = {.color = "auto"};
    const struct option_row rows[] = {
        {"user", 'u', OPTION_TEXT, &connect.user, 0, 0, "NAME",
         "sign in as NAME; the password is asked for"},
        {"sign-up", 0, OPTION_TEXT, &connect.sign_up, 0, 0, "NAME", "make an account first"},
        {"token-file", 0, OPTION_TEXT, &connect.token_file, 0, 0, "FILE",
         "use the token in FILE instead"},
        {"plain", 0, OPTION_FLAG, &connect.plain, 0, 0, NULL,
         "send secrets unencrypted, in a network of your own"},
        {"color", 0, OPTION_TEXT, &connect.color, 0, 0, "WHEN",
         "marbles in colour: auto (default), always or never"},
    };
    static const struct usage usage = {
        .command = "connect",
        .operands = "HOST [COMMAND...]",
        .operands_least = 1,
        .operands_most = WORDS_GIVEN_MAX,
        .words_follow = true,
        .purpose = "Give commands to a server: the command, or each line of standard input. At a "
                   "terminal with completion (Tab) and history.",
        .notes = "HOST is example.org, localhost:8080, a URL, or the path of a server's socket. "
                 "Without an account you can look at "
                 "games. The command help lists all commands; what follows the word of a command "
                 "belongs to it, options as well. Exit code 1 where a command was refused.",
        .examples = {"paua connect localhost --user Ann",
                     "paua connect localhost --user Ann challenge -bowl Bob"},
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    code = connect_read_color(&connect);
    if (code == EXIT_DONE && connect.user && connect.sign_up)
        code = complain_with(EXIT_USAGE, "expected either --user or --sign-up");
    if (code != EXIT_DONE)
        return code;
    return run_connect(&connect, argv[operand], argv + operand + 1, argc - operand - 1);
}
