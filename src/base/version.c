/* version.c - the version that the library was built as. */
#include <paua/version.h>

const char *paua_version(void)
{
    return PAUA_VERSION;
}
