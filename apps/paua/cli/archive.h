/* archive.h - what the commands that deal with imported and played games share. */
#ifndef PAUA_CLI_ARCHIVE_H
#define PAUA_CLI_ARCHIVE_H

#include "service/computer/opening_index.h"

/* Opens the archive at an address; NULL means the default. A file that another process has locked
 * for writing is joined. Returns 0, or an exit code after an error line. */
int archive_start(const char *place, enum archive_mode mode, archive **out);

/* Opens the games of a server that are at the same address, to read them. *out is NULL if there
 * are none. */
int games_start(const char *place, store **out);

/* complain_with() with the archive's last error. */
int complain_archive(const archive *games);

/* Makes the counts anew if a version with other keys made them. Returns 0, or an exit code after an
 * error line. */
int archive_renew(archive *games);

#endif
