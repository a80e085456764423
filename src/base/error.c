#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

void error_write(paua_error *error, paua_status code, size_t at, const char *format, ...)
{
    if (error) {
        va_list arguments;
        error->code = code;
        error->at = at;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
}
