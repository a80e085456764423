/* archive.h - opens the stores of imported and of played games for commands. */
#ifndef PAUA_CLI_ARCHIVE_H
#define PAUA_CLI_ARCHIVE_H

#include "service/computer/opening_index.h"

/* Opens the archive of imported games at an address (NULL: the default). A file that another
 * process has locked for writing is joined. Returns 0, or an exit code after an error line. */
int cli_archive_open(const char *place, enum archive_mode mode, archive **out);

/* Opens the games of the server at an address (NULL: the default) for reading. *out is NULL if
 * there are none. Returns 0, or an exit code after an error line. */
int cli_games_open(const char *place, store **out);

/* complain_with() with the archive's last error. */
int cli_archive_complain(const archive *games);

/* Rebuilds the opening index if a version with other keys made it. Returns 0, or an exit code after
 * an error line. */
int cli_archive_reindex(archive *games);

#endif
