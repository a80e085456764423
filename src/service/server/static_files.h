/* static_files.h - the files of the web app, served from memory. */
#ifndef SERVICE_STATIC_FILES_H
#define SERVICE_STATIC_FILES_H

#include "service/server/service.h"

struct static_files;

/* Borrows the assets. NULL: out of memory. */
struct static_files *static_files_new(const service_asset *assets, size_t count);
void static_files_free(struct static_files *files);

/* Responds with the file at this path, 304 if the client has this version, or 404: to a browser
 * with the page, which shows the error. */
void static_files_respond(const struct static_files *files, http_request *request,
                          const char *path);

/* Responds 429 to a browser that navigates to a page, with a page that needs no other files, as
 * those would be refused too. False: another kind of request. */
bool static_files_respond_limited(http_request *request);

#endif /* SERVICE_STATIC_FILES_H */
