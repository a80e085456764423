/* exchange.c - writes and reads the files of a turn, by names relative to a folder that is open. */
#define _GNU_SOURCE /* O_NOFOLLOW, fdopendir */

#include "referee/exchange.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { NAME_MAX_BYTES = 32 };

static const char *const endings[] = {".input", ".move", ".board"};

static char *file_name(char text[NAME_MAX_BYTES], const char *name, const char *ending)
{
    snprintf(text, NAME_MAX_BYTES, "%s%s", name, ending);
    return text;
}

enum referee_fault exchange_write(int folder, const char *name, const char *text,
                                  char note[ANSWER_NOTE_MAX])
{
    char input[NAME_MAX_BYTES];
    file_name(input, name, ".input");
    unlinkat(folder, input, 0);
    int file = openat(folder, input, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool written = file >= 0 && file_write(file, text, strlen(text));
    if (!written)
        snprintf(note, ANSWER_NOTE_MAX, "%s cannot be written: %s", input, strerror(errno));
    if (file >= 0)
        close(file);
    return written ? REFEREE_FAULT_NONE : REFEREE_FAULT_KIND;
}

/* What is wrong with an open file, before it is read. */
static enum referee_fault check_file(int file, const char *name, char note[ANSWER_NOTE_MAX])
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        snprintf(note, ANSWER_NOTE_MAX, "%s is not a plain file", name);
        return REFEREE_FAULT_KIND;
    }
    if (status.st_nlink > 1) {
        snprintf(note, ANSWER_NOTE_MAX, "%s is a link: its file has %ld names", name,
                 (long)status.st_nlink);
        return REFEREE_FAULT_LINK;
    }
    if (status.st_size > ANSWER_BYTES_MAX - 1) {
        snprintf(note, ANSWER_NOTE_MAX, "%s has %lld bytes, expected at most %d", name,
                 (long long)status.st_size, ANSWER_BYTES_MAX - 1);
        return REFEREE_FAULT_SIZE;
    }
    return REFEREE_FAULT_NONE;
}

/* The fault of a file that cannot be opened. */
static enum referee_fault explain_open(int error, const char *name, char note[ANSWER_NOTE_MAX])
{
    if (error == ELOOP) {
        snprintf(note, ANSWER_NOTE_MAX, "%s is a symbolic link", name);
        return REFEREE_FAULT_LINK;
    }
    if (error == ENOENT) {
        snprintf(note, ANSWER_NOTE_MAX, "%s was not written", name);
        return REFEREE_FAULT_MISSING;
    }
    snprintf(note, ANSWER_NOTE_MAX, "%s cannot be read: %s", name, strerror(error));
    return REFEREE_FAULT_KIND;
}

enum referee_fault exchange_read(int folder, const char *name, const char *ending,
                                 struct exchange_file *out, char note[ANSWER_NOTE_MAX])
{
    char full[NAME_MAX_BYTES];
    file_name(full, name, ending);
    int file = openat(folder, full, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return explain_open(errno, full, note);
    enum referee_fault fault = check_file(file, full, note);
    out->length = 0;
    while (!fault && out->length < sizeof out->bytes) {
        ssize_t got = read(file, out->bytes + out->length, sizeof out->bytes - out->length);
        if (got > 0)
            out->length += (size_t)got;
        else if (got == 0)
            break;
        else if (errno != EINTR)
            fault = explain_open(errno, full, note);
    }
    close(file);
    return fault;
}

/* Whether a name ends like an answer. */
static bool is_answer(const char *name)
{
    const char *ending = strrchr(name, '.');
    return ending && (strcmp(ending, ".move") == 0 || strcmp(ending, ".board") == 0);
}

enum referee_fault exchange_clear(int folder, const char *name, char note[ANSWER_NOTE_MAX])
{
    char full[NAME_MAX_BYTES];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        unlinkat(folder, file_name(full, name, endings[i]), 0);
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *names = copy >= 0 ? fdopendir(copy) : NULL;
    if (!names) {
        snprintf(note, ANSWER_NOTE_MAX, "its folder cannot be read: %s", strerror(errno));
        if (copy >= 0)
            close(copy);
        return REFEREE_FAULT_KIND;
    }
    enum referee_fault fault = REFEREE_FAULT_NONE;
    for (const struct dirent *entry = readdir(names); entry && !fault; entry = readdir(names))
        if (is_answer(entry->d_name)) {
            snprintf(note, ANSWER_NOTE_MAX, "'%.60s' was written besides %s.move", entry->d_name,
                     name);
            fault = REFEREE_FAULT_SEVERAL;
        }
    closedir(names);
    return fault;
}
