/* files.h - the limit of open files, and what it leaves for connections. */
#ifndef HTTP_FILES_H
#define HTTP_FILES_H

/* Raises the limit of open files, if the system allows it, to what is open now, `reserved` more and
 * `connections`. Returns how many connections fit, at most `connections`; perhaps none. */
int files_fit(int connections, int reserved);

/* The limit of open files as it is now. */
long files_limit(void);

#endif /* HTTP_FILES_H */
