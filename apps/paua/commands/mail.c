/* mail.c - `paua mail`: gets a mail from the host's mail server and passes the commands in it to
 * Paua's server, which mails the answer. It stores nothing: until it succeeds, the mail server
 * keeps the mail and tries again. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sysexits.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"
#include "base/sha256.h"
#include "cli/common.h"
#include "cli/options.h"
#include "command/command.h"
#include "commands/commands.h"
#include "connect/client.h"
#include "mail/compose.h"
#include "mail/received.h"
#include "mail/sandbox.h"
#include "json/json_text.h"

#define ATTEMPTS_MAX  30    /* one a second, while the server is busy */
#define ANSWER_BYTES  12000 /* of the text of an answer; the rest is cut off */
#define REQUEST_BYTES 16000
#define TOKEN_SIZE    (MAIL_ADDRESS_SIZE + 1)
#define STOPPED_CODE  "bad_command"

struct mail_run {
    const char *server, *recipient, *sender; /* options */
    struct client *client;
    struct mail_received mail;
    char token[TOKEN_SIZE]; /* from the recipient's address; "": it has none */
    char *bytes;            /* owned: the mail */
    size_t size;
};

/* Reads standard input to its end and keeps the first MAIL_BYTES_MAX bytes. */
static int read_mail(struct mail_run *run)
{
    char rest[4096];
    ssize_t got;

    run->bytes = malloc(MAIL_BYTES_MAX);
    if (!run->bytes)
        return complain_memory();
    while ((got = read(STDIN_FILENO, rest, sizeof rest)) > 0) {
        size_t size = MAIL_BYTES_MAX - run->size;

        size = (size_t)got < size ? (size_t)got : size;
        memcpy(run->bytes + run->size, rest, size);
        run->size += size;
    }
    return got < 0 ? complain_file("standard input") : EXIT_DONE;
}

/* Determines the recipient and the sender: from the options, or from the environment that Postfix
 * sets for a command in an alias. */
static void read_envelope(struct mail_run *run)
{
    if (!run->recipient)
        run->recipient = getenv("ORIGINAL_RECIPIENT");
    if (!run->sender)
        run->sender = getenv("SENDER");
    if (!mail_address_extension(run->recipient ? run->recipient : run->mail.to, run->token,
                                sizeof run->token))
        run->token[0] = '\0';
    if (run->sender && (!*run->sender || strcmp(run->sender, "<>") == 0 ||
                        strncasecmp(run->sender, "mailer-daemon", 13) == 0))
        run->mail.automatic = true;
}

/* Makes an id for a mail without a usable Message-ID, from its bytes. */
static void complete_message_id(struct mail_run *run)
{
    uint8_t hash[SHA256_BYTES];
    char hex[2 * SHA256_BYTES + 1];

    if (run->mail.message_id[0])
        return;
    sha256_of(run->bytes, run->size, hash);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    snprintf(run->mail.message_id, sizeof run->mail.message_id, "sha256-%s", hex);
}

/* Makes a call, up to ATTEMPTS_MAX times while the server is busy. Returns EXIT_DONE, or
 * EX_TEMPFAIL after an error line. */
static int call_with_retries(struct mail_run *run, const char *path, json_t *body, long *status,
                             json_t **answer)
{
    int code = body ? EXIT_DONE : complain_memory();

    *answer = NULL;
    for (int attempt = 1; code == EXIT_DONE; attempt++) {
        code = client_call(run->client, "POST", path, json_incref(body), status, answer);
        if (code != EXIT_DONE || (*status != 429 && *status != 503) || attempt == ATTEMPTS_MAX)
            break;
        json_decref(*answer);
        *answer = NULL;
        sleep(1);
    }
    json_decref(body);
    return code == EXIT_DONE ? EXIT_DONE : EX_TEMPFAIL;
}

/* Prints the error line for a refused call. Returns EX_TEMPFAIL. */
static int complain_refused(const json_t *answer, long status)
{
    const char *why = client_error_message(answer);

    complain_with(EXIT_NO, "the server answers %ld: %s", status, why ? why : "no reason");
    return EX_TEMPFAIL;
}

/* Announces the mail to the server. *accepted: whether to carry out its commands. */
static int announce_mail(struct mail_run *run, bool *accepted)
{
    const struct mail_received *mail = &run->mail;
    json_t *answer;
    long status = 0;
    int code = call_with_retries(run, "/api/1/mail",
                                 json_pack("{s:s,s:s,s:s,s:s}", "message_id", mail->message_id,
                                           "from", mail->from, "subject", mail->subject, "thread",
                                           mail->references),
                                 &status, &answer);
    const char *state = json_string_value(json_object_get(answer, "state"));

    if (code == EXIT_DONE && (status != 200 || !state))
        code = complain_refused(answer, status);
    *accepted = code == EXIT_DONE && state && strcmp(state, "accepted") == 0;
    json_decref(answer);
    return code;
}

/* Gives a command and writes its answer. *stopped: the line is not a command, so the following
 * lines are probably not commands either. */
static int mail_run_command(struct mail_run *run, const char *line, FILE *to, bool *stopped)
{
    json_t *answer;
    long status = 0;
    int code = call_with_retries(run, "/api/1/command", json_pack("{s:s}", "command", line),
                                 &status, &answer);
    const char *text = json_string_value(json_object_get(answer, "text")),
               *why = json_string_value(json_object_get(answer, "code"));

    if (code == EXIT_DONE && (status != 200 || !text))
        code = complain_refused(answer, status);
    if (code == EXIT_DONE)
        fprintf(to, "> %s\n\n%s%s\n", line, text,
                *text && text[strlen(text) - 1] != '\n' ? "\n" : "");
    *stopped = why && strcmp(why, STOPPED_CODE) == 0;
    json_decref(answer);
    return code;
}

/* Whether a line begins with a command. */
static bool begins_with_verb(const char *line)
{
    const size_t size = strcspn(line, " ");

    for (int i = 0; command_verb(i); i++) {
        if (strlen(command_verb(i)) == size && strncasecmp(command_verb(i), line, size) == 0)
            return true;
    }
    return false;
}

/* The answer to a mail without commands. */
static const char *explain_nothing(const struct mail_received *mail)
{
    switch (mail->text_kind) {
    case MAIL_TEXT_UNSUPPORTED:
        return "Your mail has no part that is plain text in letters that the server knows. Send\n"
               "it as plain text (UTF-8), one command on a line.\n";
    case MAIL_TEXT_UNREADABLE:
        return "Your mail could not be read. Send a short one, as plain text.\n";
    default:
        return "There is no command in your mail. Write one on a line of its own, above what you\n"
               "quote, such as: help\n";
    }
}

/* Gives the commands and writes the answer. */
static int mail_run_commands(struct mail_run *run, FILE *to)
{
    struct mail_commands *commands = &run->mail.commands;
    bool stopped = false;
    int i = 0, code = EXIT_DONE;

    if (run->mail.from_subject && commands->count > 0 && !begins_with_verb(commands->lines[0]))
        commands->count = 0;
    for (; i < commands->count && code == EXIT_DONE && !stopped; i++)
        code = mail_run_command(run, commands->lines[i], to, &stopped);
    const int left = commands->count - i + commands->left_out;
    if (commands->count == 0)
        fputs(explain_nothing(&run->mail), to);
    if (left > 0 && stopped)
        fprintf(to, "The server has stopped there: %d more %s not read.\n", left,
                left == 1 ? "line was" : "lines were");
    else if (left > 0)
        fprintf(to, "%d more %s not read: a mail may have %d commands of at most %d bytes.\n", left,
                left == 1 ? "line was" : "lines were", MAIL_COMMANDS_MAX, MAIL_COMMAND_SIZE - 1);
    return code;
}

/* Cuts a text off at the end of a line, and says so. */
static void cut_text(char *text, size_t most)
{
    static const char note[] = "(The rest is left out: the answer is too long for a mail.)\n";

    if (strlen(text) <= most)
        return;
    while (most > 0 && text[most - 1] != '\n')
        most--;
    snprintf(text + most, sizeof note, "%s", note);
}

/* The request with the answer, its text cut so that the server accepts it. NULL: out of memory. */
static json_t *answer_json(const struct mail_received *mail, char *text)
{
    json_t *json = NULL;

    for (size_t most = ANSWER_BYTES; most > 500; most -= 500) {
        json_decref(json);
        cut_text(text, most);
        json = json_pack("{s:s,s:s,s:s,s:s}", "message_id", mail->message_id, "subject",
                         mail->subject, "thread", mail->references, "text", text);
        char *request = json ? json_write_text(json_incref(json), JSON_COMPACT) : NULL;
        bool fits = request && strlen(request) <= REQUEST_BYTES;
        free(request);
        if (fits)
            break;
    }
    return json;
}

/* Gives the commands and sends the answer to the server. */
static int answer_mail(struct mail_run *run)
{
    struct memory_file file;
    json_t *answer = NULL;
    long status = 0;
    size_t size;

    if (!memory_file_open(&file))
        return complain_memory();
    int code = mail_run_commands(run, file.to);
    fprintf(file.to, "%100s", ""); /* room for cut_text() */
    char *text = memory_file_close(&file, &size);
    if (code == EXIT_DONE && !text)
        code = complain_memory();
    if (code == EXIT_DONE) {
        text[size - 100] = '\0';
        code = call_with_retries(run, "/api/1/mail/answer", answer_json(&run->mail, text), &status,
                                 &answer);
    }
    if (code == EXIT_DONE && status != 202 && status != 401)
        code = complain_refused(answer, status); /* 401: the password was changed meanwhile */
    json_decref(answer);
    free(text);
    return code;
}

/* Reads the mail, gives its commands and sends the answer. Returns an exit code of sysexits.h. */
static int run_mail(struct mail_run *run)
{
    bool accepted = false;
    int code = read_mail(run);

    if (code == EXIT_DONE)
        code = sandbox_read(run->bytes, run->size, &run->mail);
    if (code != EXIT_DONE)
        return EX_TEMPFAIL;
    read_envelope(run);
    if (run->mail.automatic)
        return EX_OK; /* else two programs could answer each other for ever */
    complete_message_id(run);
    code = client_open(run->server, &run->client);
    if (code == EXIT_DONE && run->token[0] && !client_set_token(run->client, "Mail", run->token))
        code = complain_memory();
    if (code == EXIT_DONE)
        code = announce_mail(run, &accepted);
    if (code == EXIT_DONE && accepted)
        code = answer_mail(run);
    client_close(run->client);
    return code == EXIT_DONE ? EX_OK : EX_TEMPFAIL;
}

int command_mail(int argc, char **argv)
{
    static struct mail_run run = {.server = "127.0.0.1:8080"};
    bool compose = false;
    const struct option_row rows[] = {
        {"server", 0, OPTION_TEXT, &run.server, 0, 0, "HOST",
         "the server of this machine: its socket, such as /run/paua/paua.sock, or a port, where "
         "others can listen while it does not run (127.0.0.1:8080)"},
        {"recipient", 0, OPTION_TEXT, &run.recipient, 0, 0, "ADDRESS",
         "the address that the mail has come to; else $ORIGINAL_RECIPIENT, or its headers"},
        {"sender", 0, OPTION_TEXT, &run.sender, 0, 0, "ADDRESS",
         "of the envelope; else $SENDER; where it is empty the mail is not answered"},
        {"compose", 0, OPTION_FLAG, &compose, 0, 0, NULL,
         "write the mails of a server, which starts this; for nobody else"},
    };
    static const struct usage usage = {
        .command = "mail",
        .operands = "",
        .purpose = "Reads a mail from standard input, for the mail server of this machine: gives "
                   "the commands in it to the server of Paua, which mails the answer.",
        .notes = "Who may give commands is said by the address that the mail has come to, as "
                 "paua+CODE@example.org, which the server has signed. Exit code 75 where the "
                 "server cannot be reached: the mail server then tries again later.",
        .examples = {"paua mail --server /run/paua/paua.sock",
                     "paua mail --recipient paua+CODE@example.org --sender ann@example.org"},
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    if (compose)
        return mail_compose();
    code = run_mail(&run);
    free(run.bytes);
    return code;
}
