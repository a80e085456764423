/* fuzz_command.c - a command, and the answers to the calls that it makes: each answer is a line, its
 * first character the hundreds of its status. Every command ends, with a text or a reason. */
#define _GNU_SOURCE
#include "fuzz.h"

#include "command/command.h"

#define CALLS_MAX 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size), *rest = text;
    char *line = strsep(&rest, "\n");
    struct command *command = command_new(line, size % 3 ? "Bob" : "");
    struct command_call call;
    const char *code;
    int calls = 0;

    while (command_next(command, &call)) {
        char *answer = rest ? strsep(&rest, "\n") : NULL;
        int status = answer && *answer >= '0' && *answer <= '9' ? (*answer - '0') * 100 : 200;

        REQUIRE(strncmp(call.target, "/api/1/", 7) == 0 && !strstr(call.target, ".."));
        REQUIRE(calls++ < CALLS_MAX);
        if (answer && *answer)
            answer++;
        command_answer(command, status, answer ? answer : "", answer ? strlen(answer) : 0);
    }
    REQUIRE(command_text(command) != NULL);
    int failure = command_failure(command, &code);
    REQUIRE(failure == 0 || (failure >= 100 && failure < 1000 && *command_text(command)));
    command_free(command);
    free(text);
    return 0;
}
