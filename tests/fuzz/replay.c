/* replay.c - runs a fuzz target once over the cases of a corpus, without a fuzzer.
 *
 * replay CORPUS: exit 0 when every case went through, 3 when the corpus cannot be read or is empty.
 * tools/fuzz_corpus says how a corpus is written, and writes it.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_MAX_CASE (1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct corpus {
    FILE *file;
    uint8_t data[SIZE_MAX_CASE]; /* of the case that is being read */
    size_t size;
    int cases;
    size_t bytes;
};

/* Reads one byte as a line writes it; moves `at` behind it. -1: none is there. */
static int read_byte(const char **at)
{
    static const char letters[] = "ntr\"\\", meant[] = "\n\t\r\"\\", digits[] = "0123456789abcdef";
    const char *text = *at;

    if (*text >= ' ' && *text <= '~' && *text != '"' && *text != '\\') {
        *at += 1;
        return *text;
    }
    if (*text != '\\' || !text[1])
        return -1;
    const char *letter = strchr(letters, text[1]);
    if (letter) {
        *at += 2;
        return meant[letter - letters];
    }
    const char *high = text[1] == 'x' && text[2] ? strchr(digits, text[2]) : NULL;
    const char *low = high && text[3] ? strchr(digits, text[3]) : NULL;
    if (!low)
        return -1;
    *at += 4;
    return (int)(high - digits) * 16 + (int)(low - digits);
}

/* Adds the bytes of a line in quotes to the case. False: they are malformed, or too many. */
static bool read_bytes(struct corpus *corpus, const char *line)
{
    const size_t before = corpus->size;
    const char *at = line + 1;

    while (*at != '"') {
        const int byte = read_byte(&at);
        if (byte < 0 || corpus->size == SIZE_MAX_CASE)
            return false;
        corpus->data[corpus->size++] = (uint8_t)byte;
    }
    if (strcmp(at, "\"\n") == 0)
        return true;

    int times, length = 0;
    if (corpus->size != before + 1 || sscanf(at, "\" * %7d%n", &times, &length) != 1 || times < 1 ||
        strcmp(at + length, "\n") != 0 || before + (size_t)times > SIZE_MAX_CASE)
        return false;
    memset(corpus->data + before, corpus->data[before], (size_t)times);
    corpus->size = before + (size_t)times;
    return true;
}

/* Runs the case that was read, on memory that ends where it does. */
static bool run_case(struct corpus *corpus)
{
    uint8_t *data = malloc(corpus->size > 0 ? corpus->size : 1);
    if (!data)
        return false;

    memcpy(data, corpus->data, corpus->size);
    LLVMFuzzerTestOneInput(data, corpus->size);
    free(data);
    corpus->bytes += corpus->size;
    corpus->size = 0;
    return true;
}

/* Reads the corpus and runs its cases. Returns the line that is wrong, 0: none. */
static int run_cases(struct corpus *corpus)
{
    char line[512];
    int number = 1;

    for (; fgets(line, sizeof line, corpus->file); number++) {
        const bool begins = strncmp(line, "case ", 5) == 0;

        if (begins && corpus->cases > 0 && !run_case(corpus))
            return number;
        if (begins)
            corpus->cases++;
        else if (*line != '"' || corpus->cases == 0 || !read_bytes(corpus, line))
            return number;
    }
    return corpus->cases > 0 && !ferror(corpus->file) && run_case(corpus) ? 0 : number;
}

int main(int argc, char **argv)
{
    static struct corpus corpus;

    if (argc != 2) {
        fprintf(stderr, "usage: replay CORPUS\n");
        return 2;
    }
    corpus.file = fopen(argv[1], "r");
    if (!corpus.file) {
        perror(argv[1]);
        return 3;
    }
    const int wrong = run_cases(&corpus);
    fclose(corpus.file);
    if (wrong) {
        fprintf(stderr, "%s: line %d: no case, or not as tools/fuzz_corpus writes it\n", argv[1],
                wrong);
        return 3;
    }
    printf("%s: %d cases, %zu bytes\n", argv[1], corpus.cases, corpus.bytes);
    return 0;
}
