/* options.h - the check that every function makes of an options struct of the API before it reads
 * it. Such a struct begins with its size. A version that adds fields at its end accepts the sizes
 * of the versions before it here, and takes the missing fields as 0. */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stddef.h>

#define OPTIONS_SIZED(options) ((options)->size == sizeof *(options))

#endif
