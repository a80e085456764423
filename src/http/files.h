/* files.h - the limit of open files, and the number of connections that fit into it. */
#ifndef HTTP_FILES_H
#define HTTP_FILES_H

/* Raises the limit of open files, as far as the system allows, to the files open now plus
 * `reserved` plus `connections`. Returns how many connections fit, 0 to `connections`. */
int files_fit(int connections, int reserved);

/* The current limit of open files. */
long files_limit(void);

#endif /* HTTP_FILES_H */
