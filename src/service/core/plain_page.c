/* plain_page.c - the headers of small pages. */
#include "service/core/plain_page.h"

void plain_page_headers(http_request *request)
{
    http_add_header(request, "Cache-Control", "no-store");
    http_add_header(request, "Referrer-Policy", "no-referrer");
    http_add_header(request, "Content-Security-Policy",
                    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
                    "form-action 'self'; frame-ancestors 'none'");
}
