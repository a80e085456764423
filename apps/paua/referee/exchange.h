/* exchange.h - the files of a turn in the folder of a program: NAME.input, which the referee
 * writes, NAME.move and NAME.board, which the program writes. Nothing that a program leaves there
 * is trusted: links are not followed, pipes not waited for, sizes bounded. */
#ifndef PAUA_REFEREE_EXCHANGE_H
#define PAUA_REFEREE_EXCHANGE_H

#include "referee/answer.h"

/* The bytes of a file. */
struct exchange_file {
    char bytes[ANSWER_BYTES_MAX];
    size_t length;
};

/* Writes the text into NAME.input, a new file. `folder` is a descriptor of the folder. KIND where
 * the program has put a folder in its place; `note` is filled with every fault. */
enum referee_fault exchange_write(int folder, const char *name, const char *text,
                                  char note[ANSWER_NOTE_MAX]);

/* Reads NAME followed by `ending`, ".move" or ".board". MISSING, LINK (also a file with a second
 * name), KIND or SIZE. */
enum referee_fault exchange_read(int folder, const char *name, const char *ending,
                                 struct exchange_file *out, char note[ANSWER_NOTE_MAX]);

/* Removes the files of the turn. SEVERAL where another file is named like an answer. */
enum referee_fault exchange_clear(int folder, const char *name, char note[ANSWER_NOTE_MAX]);

#endif
