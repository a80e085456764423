/* temporary.c - a temporary folder with a lock. A folder whose lock nobody holds was left by a
 * process that was killed: locks (flock) end with their process. */
#define _GNU_SOURCE /* asprintf, nftw */

#include "referee/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

#define PREFIX    "paua-referee-"
#define LOCK_NAME "lock"

enum { OPEN_FOLDERS_MAX = 16 };

/* Where temporary folders are. */
static const char *temporary_root(void)
{
    const char *root = getenv("TMPDIR");
    return root && *root == '/' ? root : "/tmp";
}

/* Removes one name; goes on after a failure, so that as little as possible is left. */
static int remove_name(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)place;
    if (kind == FTW_DNR) /* a program may have closed its folder to everybody */
        chmod(path, S_IRWXU);
    remove(path);
    return 0;
}

/* Makes folders readable that are not, so that the second walk can remove what is in them. */
static bool remove_tree(const char *path)
{
    struct stat left;
    for (int walk = 0; walk < 2 && lstat(path, &left) == 0; walk++)
        nftw(path, remove_name, OPEN_FOLDERS_MAX, FTW_DEPTH | FTW_PHYS);
    if (lstat(path, &left) != 0)
        return true;
    errno = ENOTEMPTY;
    return false;
}

/* Opens and locks the lock file in a folder; -1: there is none, or somebody holds it. */
static int take_lock(const char *folder, int flags)
{
    char *name;
    if (asprintf(&name, "%s/" LOCK_NAME, folder) < 0)
        return -1;
    int lock = open(name, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | flags, 0600);
    free(name);
    struct stat status;
    /* a sweep may have removed the folder between the two calls */
    if (lock >= 0 && (!file_lock(lock) || fstat(lock, &status) != 0 || status.st_nlink == 0)) {
        close(lock);
        errno = EBUSY;
        return -1;
    }
    return lock;
}

/* Removes the folders of this user whose lock nobody holds. */
static void sweep_root(const char *root)
{
    DIR *names = opendir(root);
    if (!names)
        return;
    for (const struct dirent *entry = readdir(names); entry; entry = readdir(names)) {
        struct stat status;
        char *path;
        if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0 ||
            fstatat(dirfd(names), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISDIR(status.st_mode) || status.st_uid != geteuid() ||
            asprintf(&path, "%s/%s", root, entry->d_name) < 0)
            continue;
        int lock = take_lock(path, 0);
        if (lock >= 0) {
            remove_tree(path);
            close(lock);
        }
        free(path);
    }
    closedir(names);
}

bool temporary_open(struct temporary *folder)
{
    const char *root = temporary_root();
    *folder = (struct temporary){NULL, -1};
    sweep_root(root);
    for (;;) {
        if (asprintf(&folder->path, "%s/" PREFIX "XXXXXX", root) < 0) {
            folder->path = NULL;
            return false;
        }
        if (!mkdtemp(folder->path))
            break;
        folder->lock = take_lock(folder->path, O_CREAT);
        if (folder->lock >= 0)
            return true;
        if (errno != EBUSY) {
            rmdir(folder->path);
            break;
        }
        free(folder->path);
    }
    int error = errno;
    free(folder->path);
    folder->path = NULL;
    errno = error;
    return false;
}

bool temporary_close(struct temporary *folder)
{
    if (!folder->path)
        return true;
    bool removed = remove_tree(folder->path);
    int error = errno;
    close(folder->lock);
    free(folder->path);
    folder->path = NULL;
    errno = error;
    return removed;
}
