/* version.h - the version of the library: of these headers at compile time, of the library that
 * runs at run time. docs/architecture.md says what may change from one to the next. */
#ifndef PAUA_VERSION_H
#define PAUA_VERSION_H

#include <paua/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The build reads these three lines: the version has no other home. */
#define PAUA_VERSION_MAJOR 0
#define PAUA_VERSION_MINOR 1
#define PAUA_VERSION_PATCH 0

/* The same as text, "0.1.0". */
#define PAUA_VERSION                                                                               \
    PAUA_VERSION_TEXT(PAUA_VERSION_MAJOR)                                                          \
    "." PAUA_VERSION_TEXT(PAUA_VERSION_MINOR) "." PAUA_VERSION_TEXT(PAUA_VERSION_PATCH)
#define PAUA_VERSION_TEXT(number)  PAUA_VERSION_QUOTE(number)
#define PAUA_VERSION_QUOTE(number) #number

/* PAUA_VERSION of the library that runs. Thread-safe. */
PAUA_API const char *paua_version(void);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_VERSION_H */
