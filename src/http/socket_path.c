/* socket_path.c - checks who could put a socket at a path. Like sshd with StrictModes it looks at
 * each directory from the root on; it resolves links itself, because whoever may change a link
 * decides where it leads. */
#define _GNU_SOURCE
#include "http/socket_path.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS_MAX 40

bool socket_path_is_path(const char *text)
{
    static const char ending[] = ".sock"; /* no top-level domain */
    const size_t size = strlen(text), end = sizeof ending - 1;
    const char *slash = strchr(text, '/');
    struct stat about;

    if (slash == text || strncmp(text, "./", 2) == 0 || strncmp(text, "../", 3) == 0)
        return true;
    if (strstr(text, "://"))
        return false;
    if (size > end && strcmp(text + size - end, ending) == 0)
        return true;
    if (lstat(text, &about) != 0)
        return false;
    return (slash && slash[1] != '\0') ||
           (S_ISSOCK(about.st_mode) && (about.st_uid == 0 || about.st_uid == geteuid()));
}

paua_status socket_path_address(const char *path, struct sockaddr_un *out,
                                char message[HTTP_MESSAGE_MAX])
{
    *out = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (*path == '\0') {
        snprintf(message, HTTP_MESSAGE_MAX, "expected the path of a socket");
        return PAUA_ERROR_BAD_SYNTAX;
    }
    if (strlen(path) >= sizeof out->sun_path) {
        snprintf(message, HTTP_MESSAGE_MAX, "%.80s...: expected a path of at most %zu bytes", path,
                 sizeof out->sun_path - 1);
        return PAUA_ERROR_BAD_SYNTAX;
    }
    memcpy(out->sun_path, path, strlen(path) + 1);
    return PAUA_OK;
}

/* A way through the file system. Paths in messages are cut where they do not fit. */
struct walk {
    uid_t owner;
    bool shared;            /* everybody may write in the current directory; it is sticky */
    int links;              /* followed so far */
    char current[PATH_MAX]; /* a directory without links on the way to it; "": the root */
    char rest[PATH_MAX];    /* still to go */
    char *message;
};

/* Sets the message for an error of the system. Returns false. */
static bool walk_fail(const struct walk *walk, const char *path)
{
    snprintf(walk->message, HTTP_MESSAGE_MAX, "%.120s: %s", path, strerror(errno));
    return false;
}

/* Checks the owner and the mode of a directory. */
static bool walk_check_directory(struct walk *walk, const char *path, const struct stat *about)
{
    const bool writable = (about->st_mode & (S_IWGRP | S_IWOTH)) != 0;

    if (!S_ISDIR(about->st_mode)) {
        errno = ENOTDIR;
        return walk_fail(walk, path);
    }
    if (about->st_uid != 0 && about->st_uid != walk->owner) {
        snprintf(walk->message, HTTP_MESSAGE_MAX,
                 "%.120s belongs to user %u, who could take the server's place; expected root or "
                 "user %u",
                 path, (unsigned)about->st_uid, (unsigned)walk->owner);
        return false;
    }
    walk->shared = writable && (about->st_mode & S_ISVTX) != 0;
    if (!writable || walk->shared)
        return true;
    snprintf(walk->message, HTTP_MESSAGE_MAX,
             "%.120s: others than its owner may write there and take the server's place; expected "
             "mode 755 or less",
             path);
    return false;
}

/* Goes to the root. */
static bool walk_to_root(struct walk *walk)
{
    struct stat about;

    walk->current[0] = '\0';
    return lstat("/", &about) == 0 ? walk_check_directory(walk, "/", &about) : walk_fail(walk, "/");
}

/* Replaces the next name of the way by what the link there says. */
static bool walk_follow_link(struct walk *walk, const char *link)
{
    char target[PATH_MAX], rest[PATH_MAX];
    const ssize_t size = readlink(link, target, sizeof target - 1);

    if (size < 0 || ++walk->links > LINKS_MAX) {
        errno = size < 0 ? errno : ELOOP;
        return walk_fail(walk, link);
    }
    target[size] = '\0';
    if (snprintf(rest, sizeof rest, "%s/%s", target, walk->rest) >= (int)sizeof rest) {
        errno = ENAMETOOLONG;
        return walk_fail(walk, link);
    }
    memcpy(walk->rest, rest, strlen(rest) + 1);
    return target[0] != '/' || walk_to_root(walk);
}

/* Goes to the parent directory. */
static bool walk_up(struct walk *walk)
{
    char *slash = strrchr(walk->current, '/');

    if (!slash || slash == walk->current)
        return walk_to_root(walk);
    struct stat about;
    *slash = '\0';
    return lstat(walk->current, &about) == 0 ? walk_check_directory(walk, walk->current, &about)
                                             : walk_fail(walk, walk->current);
}

/* Goes to `name` in the current directory, or to where the link of that name leads. */
static bool walk_down(struct walk *walk, const char *name)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%s/%s", walk->current, name) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return walk_fail(walk, walk->current);
    }
    struct stat about;
    if (lstat(path, &about) != 0)
        return walk_fail(walk, path);
    if (walk->shared && about.st_uid != 0 && about.st_uid != geteuid()) {
        snprintf(walk->message, HTTP_MESSAGE_MAX,
                 "%.120s is in a directory where everybody may write, and belongs to user %u; "
                 "expected root or yourself",
                 path, (unsigned)about.st_uid);
        return false;
    }
    if (S_ISLNK(about.st_mode))
        return walk_follow_link(walk, path);
    if (!walk_check_directory(walk, path, &about))
        return false;
    memcpy(walk->current, path, strlen(path) + 1);
    return true;
}

/* Takes the next step. */
static bool walk_step(struct walk *walk)
{
    char name[NAME_MAX + 1];
    const char *start = walk->rest + strspn(walk->rest, "/");
    const size_t size = strcspn(start, "/");

    if (size >= sizeof name) {
        errno = ENAMETOOLONG;
        return walk_fail(walk, start);
    }
    memcpy(name, start, size);
    name[size] = '\0';
    memmove(walk->rest, start + size, strlen(start + size) + 1);
    if (name[0] == '\0' || strcmp(name, ".") == 0)
        return true;
    return strcmp(name, "..") == 0 ? walk_up(walk) : walk_down(walk, name);
}

/* Sets out from the root to the directory of a path. */
static bool walk_begin(struct walk *walk, const char *path)
{
    char here[PATH_MAX] = "";
    const char *slash = strrchr(path, '/');
    const int size = slash ? (int)(slash - path) : 0;

    if (path[0] != '/' && !getcwd(here, sizeof here))
        return walk_fail(walk, ".");
    if (snprintf(walk->rest, sizeof walk->rest, "%s/%.*s", here, size, path) >=
        (int)sizeof walk->rest) {
        errno = ENAMETOOLONG;
        return walk_fail(walk, path);
    }
    return walk_to_root(walk);
}

paua_status socket_path_check_directories(const char *path, uid_t owner,
                                          char message[HTTP_MESSAGE_MAX])
{
    struct walk walk = {.owner = owner, .message = message};
    bool safe = walk_begin(&walk, path);

    while (safe && walk.rest[0] != '\0')
        safe = walk_step(&walk);
    if (safe && walk.shared) {
        snprintf(message, HTTP_MESSAGE_MAX,
                 "%.120s: everybody may write there; expected a socket in a directory of its own",
                 walk.current[0] ? walk.current : "/");
        safe = false;
    }
    return safe ? PAUA_OK : PAUA_ERROR_IO;
}

paua_status socket_path_check(const char *path, char message[HTTP_MESSAGE_MAX])
{
    struct sockaddr_un address;
    struct stat about;
    paua_status status = socket_path_address(path, &address, message);

    if (status != PAUA_OK)
        return status;
    if (lstat(path, &about) != 0) {
        snprintf(message, HTTP_MESSAGE_MAX, "%s: %s%s", path, strerror(errno),
                 errno == ENOENT ? "; no server listens there" : "");
        return PAUA_ERROR_IO;
    }
    if (!S_ISSOCK(about.st_mode)) {
        snprintf(message, HTTP_MESSAGE_MAX, "%s is not a socket", path);
        return PAUA_ERROR_IO;
    }
    /* If this succeeds, nobody else can replace the file checked above. */
    return socket_path_check_directories(path, about.st_uid, message);
}
