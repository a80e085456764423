/* output_file.h - a file that is written whole or not at all. */
#ifndef PAUA_CLI_OUTPUT_FILE_H
#define PAUA_CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/file.h"
#include "base/memory_file.h"

/* Replaces the file as base/file.h does. Returns 0, or an exit code after an error line. */
int output_file_write(const char *path, const char *bytes, size_t length);

/* The error line for a status of base/file.h, with errno as it left it; returns the exit code. */
int output_file_complain(const char *path, paua_status status);

/* Checks before long work that a file can be written, and claims it, so that no second process
 * does the same work; `plain`: only as a regular file. A path of NULL needs no file. Returns 0, or
 * an exit code after an error line; file_release() ends the claim in any case. */
int output_file_claim(struct file_claim *claim, const char *path, bool plain);

/* What is gathered in memory first, so that nothing comes out when something fails. Returns 0, or
 * an exit code after an error line. It must stay where it is until it is closed. */
int gathered_open(struct memory_file *gathered);

/* When `code` is 0, writes the gathered bytes to the file, or to standard output for NULL.
 * Returns `code`, or an exit code after an error line. */
int gathered_close(struct memory_file *gathered, const char *path, int code);

/* An output file for more than fits in memory; it replaces the old one as a whole. */
struct stream {
    FILE *to;
    const char *path; /* NULL: standard output */
    struct file_writer file;
};

/* Returns 0, or an exit code after an error line: nothing is open then. */
int stream_open(const char *path, struct stream *stream);

/* When `code` is 0 and all bytes are on disk, puts the file in its place; otherwise the old one
 * stays. Returns `code`, or an exit code after an error line. */
int stream_close(struct stream *stream, int code);

#endif
