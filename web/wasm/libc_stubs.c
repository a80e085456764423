/* libc_stubs.c - the parts of the C library that vsnprintf would bring along, for files, error
 * texts and wide characters: stubs, so that the module stays small and imports nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __stdio_close(FILE *file);
long long __stdio_seek(FILE *file, long long offset, int whence);
size_t __stdio_write(FILE *file, const unsigned char *bytes, size_t count);

int fputs(const char *text, FILE *file)
{
    (void)text, (void)file;
    return EOF;
}

char *strerror(int code)
{
    (void)code;
    return "";
}

int wctomb(char *bytes, wchar_t character)
{
    (void)bytes, (void)character;
    return -1;
}

int __stdio_close(FILE *file)
{
    (void)file;
    return -1;
}

long long __stdio_seek(FILE *file, long long offset, int whence)
{
    (void)file, (void)offset, (void)whence;
    return -1;
}

size_t __stdio_write(FILE *file, const unsigned char *bytes, size_t count)
{
    (void)file, (void)bytes, (void)count;
    return 0;
}
