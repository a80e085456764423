/* news.h - what one server tells the others with the same store of its writes: lines of text. */
#ifndef STORE_NEWS_H
#define STORE_NEWS_H

#include "store/core/change.h"
#include "store/core/watch.h"

#define NEWS_LINE_MAX 128 /* bytes, with its NUL */

/* Writes what others must know of a change. False: nothing, or it does not fit a line. */
bool news_write(const struct store_change *change, char line[NEWS_LINE_MAX]);

/* Reads such a line. False: it is none. The id is kept in `id`. */
bool news_read(const char *line, char id[NEWS_LINE_MAX], store_news *out);

#endif /* STORE_NEWS_H */
