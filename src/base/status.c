/* status.c - names and texts of status codes, from the one list in status.h. */
#include <paua/status.h>

const char *paua_status_name(paua_status status)
{
    static const char *const names[] = {
#define X(name, text) #name,
        PAUA_STATUS_MAP(X)
#undef X
    };
    return (unsigned)status < PAUA_STATUS_COUNT ? names[status] : NULL;
}

const char *paua_status_text(paua_status status)
{
    static const char *const texts[] = {
#define X(name, text) text,
        PAUA_STATUS_MAP(X)
#undef X
    };
    return (unsigned)status < PAUA_STATUS_COUNT ? texts[status] : "unknown status";
}
