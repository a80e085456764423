/* command.c - the interpreter: parses a line, finds its verb and its game, and runs the steps of
 * the verb between calls and answers. */
#define _GNU_SOURCE
#include "command/command.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/distance.h"
#include "command/interpreter.h"
#include "json/json_text.h"

/* Synonyms of verbs. */
static const struct {
    const char *word, *verb;
} synonyms[] = {
    {"?", "help"},           {"board", "show"}, {"decline", "reject"}, {"draw", "propose"},
    {"messages", "message"}, {"list", "games"}, {"say", "chat"},       {"takeback", "undo"},
    {"view", "preview"},     {"whoami", "who"},
};

static const struct verb *const tables[] = {game_verbs, people_verbs, club_verbs, tournament_verbs,
                                            help_verbs};

const struct verb *verb_find(const char *name)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++) {
        if (strcasecmp(synonyms[i].word, name) == 0)
            name = synonyms[i].verb;
    }
    for (size_t table = 0; table < sizeof tables / sizeof tables[0]; table++) {
        for (const struct verb *verb = tables[table]; verb->name; verb++) {
            if (strcasecmp(verb->name, name) == 0)
                return verb;
        }
    }
    return NULL;
}

const char *command_verb(int i)
{
    const char *after = "";

    for (; i >= 0; i--) {
        const char *next = NULL;

        for (size_t table = 0; table < sizeof tables / sizeof tables[0]; table++) {
            for (const struct verb *verb = tables[table]; verb->name; verb++) {
                if (strcmp(verb->name, after) > 0 && (!next || strcmp(verb->name, next) < 0))
                    next = verb->name;
            }
        }
        if (!next)
            return NULL;
        after = next;
    }
    return after;
}

/* The verb with the smallest edit distance to an unknown word, or NULL. */
static const char *nearest_verb(const char *word)
{
    const char *nearest = NULL;
    int least = (int)strlen(word) / 2 + 1;

    for (int i = 0; command_verb(i); i++) {
        int distance = edit_distance(word, command_verb(i));

        if (distance < least) {
            least = distance;
            nearest = command_verb(i);
        }
    }
    return nearest;
}

const char *json_text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text ? text : "";
}

long long json_number_of(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

void command_say(struct command *command, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vfprintf(command->out.to, format, values);
    va_end(values);
}

void command_fail(struct command *command, int status, const char *code, const char *format, ...)
{
    if (command->failure)
        return;
    command->failure = status;
    snprintf(command->code, sizeof command->code, "%s", code);
    free(command->text);
    va_list values;
    va_start(values, format);
    if (vasprintf(&command->text, format, values) < 0)
        command->text = NULL;
    va_end(values);
    /* A quoted word may be cut off within a character. */
    for (char *c = command->text; c && *c; c++) {
        if (*c < ' ' || *c > '~')
            *c = '?';
    }
}

/* Whether the message of this code names players by their colours. */
static bool is_about_marbles(const char *code)
{
    static const char *const codes[] = {"not_your_turn", "illegal_move", "bad_move", "too_early"};

    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        if (strcmp(codes[i], code) == 0)
            return true;
    }
    return false;
}

void command_fail_with_answer(struct command *command)
{
    const json_t *error = json_object_get(command->answer, "error");
    const char *message = json_text_of(error, "message");
    char named[400];

    if (command->game && is_about_marbles(command_answer_code(command)))
        message = game_name_by_marks(command->game, message, named, sizeof named);
    command_fail(command, command->status ? command->status : 500, command_answer_code(command),
                 "%s", *message ? message : "the server could not do this");
}

const char *command_answer_code(const struct command *command)
{
    return json_text_of(json_object_get(command->answer, "error"), "code");
}

bool command_check_name(struct command *command, const char *word)
{
    for (const char *c = word; *c; c++) {
        if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_' && (*c != '.' || c == word)) {
            command_fail(command, 400, "bad_command", "'%.40s': expected letters, digits, - and _",
                         word);
            return false;
        }
    }
    return true;
}

const char *command_line_from(const struct command *command, int i)
{
    return i < command->word_count ? command->line + command->word_at[i] : "";
}

/* Sets the target of the next call. */
static void command_begin_call(struct command *command, const char *method, const char *format,
                               va_list values)
{
    command->method = method;
    command->calling = true;
    vsnprintf(command->target, sizeof command->target, format, values);
}

void command_get(struct command *command, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    command_begin_call(command, "GET", format, values);
    va_end(values);
}

void command_send(struct command *command, const char *method, json_t *body, const char *format,
                  ...)
{
    va_list values;

    va_start(values, format);
    command_begin_call(command, method, format, values);
    va_end(values);
    command->body = json_write_text(body ? body : json_object(), JSON_COMPACT);
    if (!command->body)
        command_fail(command, 500, "internal", "out of memory");
}

void command_post_game(struct command *command, const char *what, json_t *body)
{
    command_send(command, "POST", body, "/api/1/games/%s/%s", json_text_of(command->game, "id"),
                 what);
}

/* Splits the line into words. False: there are too many. */
static bool split_words(struct command *command)
{
    char *at = command->split;

    while (*(at += strspn(at, " "))) {
        if (command->word_count == WORDS_MAX)
            return false;
        command->word_at[command->word_count] = (int)(at - command->split);
        command->words[command->word_count++] = at;
        at += strcspn(at, " ");
        if (*at)
            *at++ = '\0';
    }
    return true;
}

/* Removes the first word. */
static void drop_first_word(struct command *command)
{
    command->word_count--;
    memmove(command->words, command->words + 1,
            (size_t)command->word_count * sizeof command->words[0]);
    memmove(command->word_at, command->word_at + 1,
            (size_t)command->word_count * sizeof command->word_at[0]);
}

/* Whether the line is free of control characters. */
static bool line_is_plain(const char *line)
{
    for (; *line; line++) {
        if (iscntrl((unsigned char)*line))
            return false;
    }
    return true;
}

/* Parses the line: finds the verb and checks the number of its arguments. A verb without a maximum,
 * such as `message`, may get more than WORDS_MAX words and reads them by command_line_from(). */
static void parse_line(struct command *command)
{
    if (strlen(command->line) > COMMAND_LINE_MAX || !line_is_plain(command->line)) {
        command_fail(command, 400, "bad_command",
                     "expected a line of at most %d characters, without control characters",
                     COMMAND_LINE_MAX);
        return;
    }
    bool complete = split_words(command);
    if (command->word_count > 1 && strcasecmp(command->words[0], "abalone") == 0)
        drop_first_word(command); /* servers of many games: abalone challenge ... */
    if (command->word_count == 0) {
        command->verb = verb_find("help");
        return;
    }
    const char *word = command->words[0];
    command->verb = verb_find(word);
    if (!command->verb) {
        const char *nearest = nearest_verb(word);

        command_fail(command, 400, "bad_command", "there is no command '%.40s'%s%s; try: help",
                     word, nearest ? ", perhaps you mean " : "", nearest ? nearest : "");
        return;
    }
    drop_first_word(command);
    const struct verb *verb = command->verb;
    bool any = verb->words_max == 0;
    if (command->word_count < verb->words_min ||
        (!any && (!complete || command->word_count > verb->words_max)))
        command_fail(command, 400, "bad_command", "usage: %s %s", verb->name, verb->usage);
}

struct command *command_new(const char *line, const char *name)
{
    struct command *command = calloc(1, sizeof *command);

    if (!command)
        return NULL;
    snprintf(command->name, sizeof command->name, "%s", name);
    line += strspn(line, " ");
    command->line = strdup(line);
    command->split = strdup(line);
    command->is_open = command->line && command->split && memory_file_open(&command->out);
    if (!command->is_open) {
        command_free(command);
        return NULL;
    }
    return command;
}

void command_free(struct command *command)
{
    size_t size;

    if (!command)
        return;
    if (command->is_open)
        free(memory_file_close(&command->out, &size));
    json_decref(command->game);
    json_decref(command->answer);
    free(command->line);
    free(command->split);
    free(command->body);
    free(command->text);
    free(command);
}

/* Ends the command and completes its text. */
static void command_finish(struct command *command)
{
    size_t size;
    char *text = memory_file_close(&command->out, &size);

    command->is_open = false;
    command->done = true;
    if (command->failure) {
        free(text);
        return;
    }
    if (!text)
        command_fail(command, 500, "internal", "out of memory");
    else
        command->text = text;
}

/* The id of the account's game that begins with `begin`; NULL: none, or several. *found is their
 * number. */
static const char *find_own_game(const json_t *games, const char *begin, int *found)
{
    const char *id = NULL;
    json_t *row;
    size_t i;

    *found = 0;
    json_array_foreach(games, i, row)
    {
        if (strncmp(json_text_of(row, "id"), begin, strlen(begin)) != 0)
            continue;
        id = json_text_of(row, "id");
        ++*found;
    }
    return *found == 1 ? id : NULL;
}

/* Whether a word can be a game id or its beginning. */
static bool is_game_word(const char *word)
{
    return strlen(word) <= GAME_ID_SIZE && strspn(word, GAME_ID_CHARACTERS) == strlen(word);
}

bool game_word_is_number(const char *word)
{
    size_t length = strspn(word, "0123456789");

    return length >= GAME_NUMBER_DIGITS && length < GAME_ID_SIZE &&
           (word[length] == '\0' || word[length] == '#');
}

/* Fails because `found` games, not one, match the word. */
static void fail_game_not_found(struct command *command, const char *word, int found)
{
    if (found == 0 && game_word_is_number(word))
        command_fail(command, 404, "not_found", "there is no game %s for you; try: games", word);
    else
        command_fail(command, 404, "not_found", "%s of your games begin%s with '%s'; try: games",
                     found ? "several" : "none", found ? "" : "s", word);
}

/* Finds the game named by the first argument: by id or number, or by the beginning of an id among
 * the account's own games. True: command->game is set. False: a call was made, or the command has
 * failed. */
static bool find_game(struct command *command)
{
    char word[GAME_ID_SIZE + 2];
    const char *id = word;
    int found = 0;

    snprintf(word, sizeof word, "%.*s", (int)strcspn(command->words[0], "#"), command->words[0]);
    if (!is_game_word(word)) {
        command_fail(command, 400, "bad_command",
                     "'%.40s' is not the name of a game, such as 105 or GkysjnDL",
                     command->words[0]);
        return false;
    }
    if (command->requested_game && command->status == 404 && !command->requested_games &&
        game_word_is_number(word)) {
        command->requested_game = false; /* the word may be the beginning of an id */
        command->requested_games = true;
        command_get(command, "/api/1/account/games");
        return false;
    }
    if (command->requested_game && (command->status >= 400 || command->status == 0)) {
        command_fail_with_answer(command);
        return false;
    }
    if (command->requested_game) {
        command->game = command->answer ? command->answer : json_object();
        command->answer = NULL;
        return true;
    }
    if (game_word_is_number(word) && !command->requested_games) {
        command->tolerant = true;
    } else if (strlen(word) < GAME_ID_SIZE) {
        if (!command->requested_games) {
            command->requested_games = true;
            command_get(command, "/api/1/account/games");
            return false;
        }
        id = find_own_game(json_object_get(command->answer, "games"), word, &found);
        if (!id) {
            fail_game_not_found(command, word, found);
            return false;
        }
    }
    command->requested_game = true;
    command_get(command, "/api/1/games/%s", id);
    return false;
}

bool command_names_tip(const struct command *command)
{
    return command->word_count > 1 && strcasecmp(command->words[0], "tip") == 0 &&
           strspn(command->words[1], "0123456789") == strlen(command->words[1]);
}

/* Runs a step of the verb, after its game was found. */
static void verb_run(struct command *command)
{
    const struct verb *verb = command->verb;

    bool with_game = verb->target == WITH_GAME ||
                     (verb->target == WITH_GAME_OR_TIP && !command_names_tip(command));
    if (with_game && command->word_count > 0 && !command->game && !find_game(command))
        return;
    verb->run(command);
    if (command->verb == verb) /* not after command_hand_over() */
        command->step++;
}

void command_hand_over(struct command *command, const char *verb)
{
    command->verb = verb_find(verb);
    command->step = 0;
    verb_run(command);
}

/* Runs one step of the command. */
static void command_step(struct command *command)
{
    if (!command->begun) {
        command->begun = true;
        parse_line(command);
    } else if (command->status >= 400 || command->status == 0) {
        if (!command->tolerant)
            command_fail_with_answer(command);
    }
    command->tolerant = false;
    if (command->failure)
        return;
    if (command->asks_next)
        game_say_next(command);
    else
        verb_run(command);
}

bool command_next(struct command *command, struct command_call *out)
{
    if (!command->done && !command->calling) {
        command_step(command);
        if (command->failure || !command->calling)
            command_finish(command);
    }
    if (command->done)
        return false;
    *out = (struct command_call){command->method, command->target, command->body};
    return true;
}

void command_answer(struct command *command, int status, const char *body, size_t size)
{
    free(command->body);
    command->body = NULL;
    command->calling = false;
    command->status = status;
    json_decref(command->answer);
    command->answer = NULL;
    if (size > 0 && json_parse_text(body, size, 0, &command->answer, NULL) == PAUA_ERROR_NO_MEMORY)
        command->status = 0;
}

const char *command_text(const struct command *command)
{
    return command->text ? command->text : "out of memory";
}

int command_failure(const struct command *command, const char **code)
{
    *code = command->code;
    return command->failure;
}
