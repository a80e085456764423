/* replay.c - runs a fuzz target once over the files of a corpus, without a fuzzer.
 *
 * replay FOLDER: exit 0 when every file went through, 3 when the folder cannot be read or is empty.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        perror(path);
        return -1;
    }
    if (!S_ISREG(status.st_mode)) {
        return 0;
    }
    FILE *file = fopen(path, "rb");
    size_t size = (size_t)status.st_size;
    uint8_t *data = malloc(size > 0 ? size : 1);
    int result = -1;
    if (file != NULL && data != NULL && fread(data, 1, size, file) == size) {
        LLVMFuzzerTestOneInput(data, size);
        result = 1;
    } else {
        perror(path);
    }
    free(data);
    if (file != NULL) {
        fclose(file);
    }
    return result;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: replay FOLDER\n");
        return 2;
    }
    DIR *folder = opendir(argv[1]);
    if (folder == NULL) {
        perror(argv[1]);
        return 3;
    }
    int count = 0;
    int failed = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        int result = replay_file(path);
        count += result > 0;
        failed += result < 0;
    }
    closedir(folder);
    printf("%s: %d files\n", argv[1], count);
    return failed > 0 || count == 0 ? 3 : 0;
}
