/* output_file.h - output that is written completely or not at all. */
#ifndef PAUA_CLI_OUTPUT_FILE_H
#define PAUA_CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/file.h"

/* Replaces a file, by file_replace(). Returns 0, or an exit code after an error line. */
int output_file_write(const char *path, const char *bytes, size_t length);

/* Prints the error line for a status of base/file.h, which has left errno. Returns the exit
 * code. */
int output_file_complain(const char *path, paua_status status);

/* Checks, before long work, that a file can be written, and claims it, so that no second process
 * does the same work. `plain`: it must be a regular file. NULL: there is no file. Returns 0, or an
 * exit code after an error line. Call file_release() in both cases. */
int output_file_claim(struct file_claim *claim, const char *path, bool plain);

/* Collects output in memory, so that a failed command prints nothing. The struct must not move in
 * memory while it is open. Returns 0, or an exit code after an error line. */
int output_buffer_open(struct memory_file *buffer);

/* If `code` is 0, writes the collected bytes to the file (NULL: standard output). Returns `code`,
 * or an exit code after an error line. */
int output_buffer_close(struct memory_file *buffer, const char *path, int code);

/* An output file for more than fits into memory; replaces the old file at the end. */
struct output_stream {
    FILE *to;
    const char *path; /* NULL: standard output */
    struct file_writer file;
};

/* Opens a file, or standard output for NULL. Returns 0, or an exit code after an error line; then
 * nothing is open. */
int output_stream_open(const char *path, struct output_stream *stream);

/* If `code` is 0 and all bytes are on disk, replaces the old file; otherwise keeps it. Returns
 * `code`, or an exit code after an error line. */
int output_stream_close(struct output_stream *stream, int code);

#endif
