/* plain_page.h - small pages that the server writes itself, without scripts, for where the web app
 * cannot stand in. */
#ifndef SERVICE_PLAIN_PAGE_H
#define SERVICE_PLAIN_PAGE_H

#include "http/http.h"

#define PLAIN_PAGE_TYPE "text/html; charset=utf-8"

/* A page of a title, which is also its heading, and paragraphs in HTML; all are string literals. */
#define PLAIN_PAGE(title, paragraphs)                                                              \
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"                      \
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"                   \
    "<meta name=\"color-scheme\" content=\"light dark\">\n"                                        \
    "<title>" title " - Paua</title>\n"                                                            \
    "<style>body { max-width: 28rem; margin: 15vh auto; padding: 0 1rem; "                         \
    "font: 1.1rem/1.5 system-ui, sans-serif; } h1 { font-size: 1.5rem; } "                         \
    "button { font: inherit; padding: .5rem 1rem; }</style>\n</head>\n<body>\n<main>\n"            \
    "<h1>" title "</h1>\n" paragraphs "\n</main>\n</body>\n</html>\n"

/* Adds the headers of such a page: nothing is loaded, kept or framed, and forms go to this server
 * alone. */
void plain_page_headers(http_request *request);

#endif /* SERVICE_PLAIN_PAGE_H */
